import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { requestItem, signersOf } from '../../events/requestItem';
import { undeliveredTo } from '../../events/state';
import type { ExecuteCall, WebhookCall } from '../../transport/call';
import { mapBounded } from '../../transport/concurrency';
import {
	attachedKinds,
	deliveryFiles,
	downloadFiles,
	missingEntries,
} from '../../transport/files/deliveryFiles';
import { quotedName, reviewOf } from './approval';
import { WAITING_FOR } from './broughtBack';
import type { CallOf, Ended } from './look';

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

/** The items that go on, one for each input item. A file that is not available is listed in `filesMissing`. */
export async function endedItems(
	callOf: CallOf,
	{ items, kinds, isReview }: AwaitedRequests,
	ended: ReadonlyArray<Ended | undefined>,
): Promise<INodeExecutionData[]> {
	return await mapBounded(items.length, 1, async (index): Promise<INodeExecutionData> => {
		const item = items[index];
		const pairedItem = { item: index };
		const request = ended[index];
		if (!item || !request) return { json: {}, pairedItem };
		if ('output' in request) {
			const { output } = request;
			// What an agent's call was denied with is its review already.
			const isLost = isReview && 'id' in item;
			return {
				json: isLost ? reviewOf({ outcome: 'lost', ...output, signers: [] }) : output,
				pairedItem,
			};
		}
		const { delivery, outcome } = request;
		const wanted = outcome === 'completed' ? kinds : [];
		const files = deliveryFiles('signature', delivery.id, delivery.records, () => wanted);
		const { binary, missing } = await downloadFiles(callOf(index), files);
		const json = requestItem(delivery, {
			outcome,
			reused: 'id' in item && item.reused,
			filesMissing: missingEntries(missing),
			...(outcome === 'undelivered' && {
				undelivered: undeliveredTo(delivery.records).map(({ name, email }) => ({ name, email })),
				[WAITING_FOR]: { signatureId: delivery.id },
			}),
		});
		return {
			json: isReview ? reviewOf({ ...json, outcome, signers: signersOf(delivery) }) : json,
			...(Object.keys(binary).length > 0 && { binary }),
			pairedItem,
		};
	});
}
