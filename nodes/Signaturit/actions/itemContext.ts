import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IWebhookFunctions,
	NodeExecutionHint,
} from 'n8n-workflow';
import { CREDENTIAL } from '../transport/exchange';

const runs = new WeakMap<IExecuteFunctions, IExecuteFunctions>();

/**
 * The context in which an operation works on one item: its credential is that of the item, for an expression in it
 * may differ from item to item. n8n decrypts it once for each item.
 *
 * @param onCredential called with the credential when it is read first
 */
export function itemContext(
	this: IExecuteFunctions,
	item: number,
	onCredential: (credential: ICredentialDataDecryptedObject) => void = () => undefined,
): IExecuteFunctions {
	let reading: Promise<ICredentialDataDecryptedObject> | undefined;
	const readOnce = async () => {
		const credential = await this.getCredentials(CREDENTIAL, item);
		onCredential(credential);
		return credential;
	};
	const getCredentials = async () => await (reading ??= readOnce());
	const context = Object.create(this, {
		getCredentials: { value: getCredentials },
	}) as IExecuteFunctions;
	runs.set(context, this);
	return context;
}

/** The context of the whole run, which all its items share. */
export function runContext(context: IExecuteFunctions): IExecuteFunctions {
	return runs.get(context) ?? context;
}

/** What n8n's contexts have and its types do not tell. */
interface WithItems {
	executeData?: unknown;
	connectionInputData?: unknown;
	_getCredentials?: (
		type: string,
		executeData: unknown,
		input: unknown,
		item: number,
	) => Promise<ICredentialDataDecryptedObject>;
}

/** As `itemContext`, for the webhook of a node that waits. n8n's `getCredentials` knows no items there. */
export function waitingItemContext(this: IWebhookFunctions, item: number): IWebhookFunctions {
	const { executeData, connectionInputData } = this as WithItems;
	const getCredentials = async () =>
		(await (this as WithItems)._getCredentials?.(
			CREDENTIAL,
			executeData,
			connectionInputData,
			item,
		)) ?? (await this.getCredentials(CREDENTIAL));
	return Object.create(this, { getCredentials: { value: getCredentials } }) as IWebhookFunctions;
}

const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a hint on the output, once for all items of a run of the node. */
export function hintOnce(
	this: IExecuteFunctions,
	message: string,
	type: NodeExecutionHint['type'],
): void {
	const run = runContext(this);
	const messages = shown.get(run) ?? new Set();
	shown.set(run, messages);
	if (messages.has(message)) return;
	messages.add(message);
	this.addExecutionHints({ message, type, location: 'outputPane' });
}
