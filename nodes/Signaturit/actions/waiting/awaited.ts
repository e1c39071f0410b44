import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall, WebhookCall } from '../../transport/call';
import { attachedKinds } from '../../transport/files/deliveryFiles';
import { quotedName } from '../agent/approval';

/** The key under which the node's context holds what it waits for. */
const CONTEXT_KEY = 'waiting';

const itemSchema = z.union([
	z.object({
		id: z.string(),
		reused: z.boolean(),
		/** Who has sent it, as in its note. Requests of one account are read together. */
		account: z.string(),
	}),
	/** The output of an item that has no request: it failed, or an agent's call was denied at once. */
	z.object({ output: z.custom<IDataObject>() }),
]);

const awaitedSchema = z.object({
	/** As `runIndexOf`. */
	run: z.number(),
	isReview: z.boolean(),
	kinds: attachedKinds,
	/** Whether it goes on when an email could not be delivered and all other requests have ended. */
	stopsAtBounce: z.boolean(),
	/** One for each input item. */
	items: z.array(itemSchema),
});

export type AwaitedRequests = z.infer<typeof awaitedSchema>;

/** Keeps what is waited for with the execution. */
export function keepAwaited(call: ExecuteCall, awaited: AwaitedRequests): void {
	call.n8n.getContext('node')[CONTEXT_KEY] = awaited;
}

/** @throws Error when the execution does not hold what it waits for */
export function readAwaited(call: WebhookCall): AwaitedRequests {
	// n8n gives a webhook no context, but expressions can read it.
	const expression = `{{ $node[${quotedName(call.node)}].context["${CONTEXT_KEY}"] }}`;
	return awaitedSchema.parse(call.n8n.evaluateExpression(expression));
}
