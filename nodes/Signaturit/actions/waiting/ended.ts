import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import { requestItem } from '../../events/requestItem';
import { outcomeOf } from '../../events/state';
import { mapBounded } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import {
	deliveryFiles,
	downloadFiles,
	isMade,
	missingEntries,
	type FileKind,
} from '../../transport/files/deliveryFiles';
import type { FileContext } from '../../transport/files/download';
import { readEntries } from '../../transport/lists/lists';
import { readAs } from '../../transport/request';
import { deliverySchema, type Delivery } from '../../transport/shapes';
import type { Awaited } from './awaited';

/** The name of the option for the files to attach. */
export const ATTACH_FILES = 'options.attachFiles';

/** So many requests are read one by one: the list may be late with new ones. */
const FEW = 20;

/** How a request has ended. */
export interface End {
	delivery: Delivery;
	outcome: Outcome;
}

/** The context with the credential of an item. */
type ContextOf = (item: number) => FileContext;

/**
 * The requests that are waited for as they are now, by their ids: those of an account by the list, a hundred at a
 * time, and a few that it does not show one by one.
 *
 * @throws NodeApiError when the service cannot be asked, or does not have one of them
 */
export async function readStates(
	contextOf: ContextOf,
	{ items }: Awaited,
): Promise<Map<string, Delivery>> {
	const states = new Map<string, Delivery>();
	const requests = items.flatMap((item, index) => ('id' in item ? [{ ...item, index }] : []));
	for (const account of new Set(requests.map((request) => request.account))) {
		const own = requests.filter((request) => request.account === account);
		const context = contextOf(own[0]?.index ?? 0);
		const ids = own.map(({ id }) => id);
		const filters = { query: {}, created: {}, ids: ids.length > 1 ? ids : [] };
		const { entries } = await readEntries.call(context, endpoints.signature, filters);
		for (const entry of entries) {
			const { data } = deliverySchema.safeParse(entry);
			if (data) states.set(data.id, data);
		}
		for (const id of ids.filter((each) => !states.has(each)).slice(0, FEW)) {
			const path = endpoints.signature.one(id);
			const what = 'the signature request';
			states.set(
				id,
				await readAs(context, path, {
					schema: deliverySchema,
					what,
				}),
			);
		}
	}
	return states;
}

/**
 * How each request has ended, by item; `undefined` for an item that has failed.
 *
 * @returns `undefined` while one of them has not ended, or its files are not ready
 */
export function endsOf(
	{ items }: Awaited,
	states: ReadonlyMap<string, Delivery>,
	kinds: readonly FileKind[],
): Array<End | undefined> | undefined {
	const ends = items.map((item): End | undefined => {
		const delivery = 'id' in item ? states.get(item.id) : undefined;
		const outcome = delivery && outcomeOf(delivery.records);
		return delivery && outcome && hasFiles(delivery, outcome, kinds)
			? { delivery, outcome }
			: undefined;
	});
	return items.every((item, index) => 'failure' in item || ends[index]) ? ends : undefined;
}

/** Files of a request that was not completed are not waited for. */
function hasFiles({ records }: Delivery, outcome: Outcome, kinds: readonly FileKind[]): boolean {
	if (outcome !== 'completed') return true;
	return records.every((record) => kinds.every((kind) => isMade('signature', kind, record)));
}

/** The items that go on, one for each input item. A file that cannot be had is listed in `filesMissing`. */
export async function endedItems(
	contextOf: ContextOf,
	{ items }: Awaited,
	ends: ReadonlyArray<End | undefined>,
	kinds: readonly FileKind[],
): Promise<INodeExecutionData[]> {
	return await mapBounded(items.length, 1, async (index): Promise<INodeExecutionData> => {
		const item = items[index];
		const pairedItem = { item: index };
		const end = ends[index];
		if (!item || !end) return { json: item && 'failure' in item ? item.failure : {}, pairedItem };
		const { delivery, outcome } = end;
		const wanted = outcome === 'completed' ? kinds : [];
		const files = deliveryFiles('signature', delivery.id, delivery.records, () => wanted);
		const { binary, missing } = await downloadFiles.call(contextOf(index), files);
		return {
			json: requestItem(delivery, {
				outcome,
				reused: 'reused' in item && item.reused,
				filesMissing: missingEntries(missing),
			}),
			...(Object.keys(binary).length > 0 && { binary }),
			pairedItem,
		};
	});
}
