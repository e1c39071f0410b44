import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** The name under which the node's context holds what it waits for. */
const NAME = 'waiting';

const itemSchema = z.union([
	z.object({
		/** The signature request. */
		id: z.string(),
		reused: z.boolean(),
		/** Who has sent it, as in its note. Requests of one account are read together. */
		account: z.string(),
	}),
	/** The output of an item that failed, with Continue On Fail. */
	z.object({ failure: z.custom<IDataObject>() }),
]);

const awaitedSchema = z.object({
	/** Which run of the node in this execution it is, from 0. */
	run: z.number(),
	/** One for each input item. */
	items: z.array(itemSchema),
});

/** What a run of the node waits for. */
export type Awaited = z.infer<typeof awaitedSchema>;

/** Keeps what is waited for with the execution. */
export function keepAwaited(this: IExecuteFunctions, awaited: Awaited): void {
	this.getContext('node')[NAME] = awaited;
}

/**
 * What this execution waits for, as a post finds it.
 *
 * @throws Error when the execution does not hold it
 */
export function readAwaited(this: IWebhookFunctions): Awaited {
	// n8n gives a webhook no context, but expressions can read it.
	const expression = `{{ $node[${ownNameIn(this)}].context["${NAME}"] }}`;
	return awaitedSchema.parse(this.evaluateExpression(expression));
}

/** The node's name as text in an expression. Escaped, no name can end the text or the expression. */
export function ownNameIn(context: IExecuteFunctions | IWebhookFunctions): string {
	const codes = [...context.getNode().name].map(
		(character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
	return `"${codes.join('')}"`;
}
