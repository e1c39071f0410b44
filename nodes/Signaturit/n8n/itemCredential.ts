// The credential of a single item, read in a webhook.

import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';

/** What n8n's contexts have beyond their types, as far as it is used here. */
interface WithItems {
	_getCredentials: (
		type: string,
		executeData: unknown,
		input: unknown[],
		item: number,
	) => Promise<ICredentialDataDecryptedObject>;
	executeData?: unknown;
	connectionInputData: unknown[];
}

const itemsSchema = z.object({
	_getCredentials: z.custom((value) => typeof value === 'function'),
	connectionInputData: z.array(z.unknown()),
});

const contextSchema = z.custom<WithItems>((n8n) => itemsSchema.safeParse(n8n).success);

/**
 * The decrypted credential of an item, in a webhook: `getCredentials` knows no items there.
 *
 * n8n: all its contexts share the function behind `getCredentials`, which takes the item (2.8 and 2.41, n8n-core,
 * `node-execution-context/node-execution-context.js`). The items are those that n8n has kept (`handOn`).
 *
 * Without it: denied if the items have credentials that differ (`knowsItemCredentials`). Else it is `undefined`, and falls
 * back to the credential of the node, which is that of all items unless it holds an expression. A token that is wrong for
 * an item is refused by the service, which n8n's log says at each look, and in the end its item says that its outcome
 * is unknown.
 */
export async function itemCredential(
	n8n: IWebhookFunctions,
	type: string,
	item: number,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const { data } = contextSchema.safeParse(n8n);
	if (!data) return undefined;
	return await data._getCredentials(type, data.executeData, data.connectionInputData, item);
}

/** Whether `itemCredential` will find it when the execution wakes, asked before it sleeps. */
export const knowsItemCredentials = (n8n: IExecuteFunctions): boolean =>
	contextSchema.safeParse(n8n).success;
