import type { INodeExecutionData } from 'n8n-workflow';
import { requestItem, signersOf } from '../../events/requestItem';
import { undeliveredTo } from '../../events/state';
import { mapBounded } from '../../transport/concurrency';
import { deliveryFiles, downloadFiles, missingEntries } from '../../transport/files/deliveryFiles';
import { reviewOf } from './approval';
import type { AwaitedRequests } from './awaited';
import { WAITING_FOR } from './broughtBack';
import type { CallOf, Ended } from './look';

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
