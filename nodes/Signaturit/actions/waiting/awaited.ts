import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { Outcome } from '../../events/catalogue';
import { requestItem, signersOf } from '../../events/requestItem';
import { outcomeOf } from '../../events/state';
import type { ExecuteCall, ExecutionCall, WebhookCall } from '../../transport/call';
import { mapBounded } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import {
	attachedKinds,
	deliveryFiles,
	downloadFiles,
	isMade,
	missingEntries,
} from '../../transport/files/deliveryFiles';
import { readEntries } from '../../transport/lists/lists';
import { readAs } from '../../transport/request';
import { deliveriesSchema, deliverySchema, type Delivery } from '../../transport/shapes';
import { quotedName, reviewOf } from './approval';

/** The key under which the node's context holds what it waits for. */
const CONTEXT_KEY = 'waiting';

/** So many requests are read one by one: the list may be late with new ones. */
const FEW = 20;

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

/** A request that has ended, and how. */
export interface EndedRequest {
	delivery: Delivery;
	outcome: Outcome;
}

type CallOf = (item: number) => ExecutionCall;

/**
 * Reads the requests that are waited for, by their ids: those of an account by the list, and a few that it does not
 * show one by one.
 *
 * @throws NodeApiError when the service cannot be asked, or does not have one of them
 */
export async function readStates(
	callOf: CallOf,
	{ items }: AwaitedRequests,
): Promise<Map<string, Delivery>> {
	const states = new Map<string, Delivery>();
	const requests = items.flatMap((item, index) => ('id' in item ? [{ ...item, index }] : []));
	for (const account of new Set(requests.map((request) => request.account))) {
		const sent = requests.filter((request) => request.account === account);
		const call = callOf(sent[0]?.index ?? 0);
		const ids = sent.map(({ id }) => id);
		const filters = { query: {}, created: {}, ids: ids.length > 1 ? ids : [] };
		const { entries } = await readEntries(call, endpoints.signature, filters);
		for (const delivery of deliveriesSchema.parse(entries)) states.set(delivery.id, delivery);
		for (const id of ids.filter((each) => !states.has(each)).slice(0, FEW)) {
			const path = endpoints.signature.one(id);
			const wanted = { schema: deliverySchema, what: 'the signature request' };
			states.set(id, await readAs(call, path, wanted));
		}
	}
	return states;
}

/** How each request has ended, by item; `undefined` while it has not, or its files are not ready. */
export function endedRequests(
	{ items, kinds }: AwaitedRequests,
	states: ReadonlyMap<string, Delivery>,
): Array<EndedRequest | undefined> {
	return items.map((item): EndedRequest | undefined => {
		const delivery = 'id' in item ? states.get(item.id) : undefined;
		const outcome = delivery && outcomeOf(delivery.records);
		if (!delivery || !outcome) return undefined;
		const isReady = delivery.records.every((record) =>
			kinds.every((kind) => isMade('signature', kind, record)),
		);
		// Files of a request that was not completed are not waited for.
		return isReady || outcome !== 'completed' ? { delivery, outcome } : undefined;
	});
}

/** Whether every request has ended. */
export const haveAllEnded = (
	{ items }: AwaitedRequests,
	ended: ReadonlyArray<EndedRequest | undefined>,
): boolean => items.every((item, index) => 'output' in item || ended[index]);

/** The items that go on, one for each input item. A file that is not available is listed in `filesMissing`. */
export async function endedItems(
	callOf: CallOf,
	{ items, kinds, isReview }: AwaitedRequests,
	ended: ReadonlyArray<EndedRequest | undefined>,
): Promise<INodeExecutionData[]> {
	return await mapBounded(items.length, 1, async (index): Promise<INodeExecutionData> => {
		const item = items[index];
		const pairedItem = { item: index };
		const request = ended[index];
		if (!item || !request) return { json: item && 'output' in item ? item.output : {}, pairedItem };
		const { delivery, outcome } = request;
		const wanted = outcome === 'completed' ? kinds : [];
		const files = deliveryFiles('signature', delivery.id, delivery.records, () => wanted);
		const { binary, missing } = await downloadFiles(callOf(index), files);
		const reused = 'id' in item && item.reused;
		const json = requestItem(delivery, { outcome, reused, filesMissing: missingEntries(missing) });
		return {
			json: isReview ? reviewOf({ ...json, outcome, signers: signersOf(delivery) }) : json,
			...(Object.keys(binary).length > 0 && { binary }),
			pairedItem,
		};
	});
}
