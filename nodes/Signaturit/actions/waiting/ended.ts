// How an awaited request has ended, and the items that go on with its files.

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import { deliveryItem } from '../../events/items';
import { signersOf, outcomeOf, undeliveredTo } from '../../events/state';
import { BoundedMap, mapBounded } from '../../transport/concurrency';
import { delays } from '../../transport/deadline';
import {
	type DeliveryFile,
	deliveryFiles,
	downloadFiles,
	isMade,
	missingEntries,
	isExpected,
} from '../../events/deliveryFiles';
import type { FailedDownload } from '../../events/missingFile';
import { changed } from '../../transport/errors/errors';
import type { Delivery } from '../../transport/shapes';
import { reviewOf } from '../agent/approval';
import { errorJson } from '../itemResult';
import { WAITING_FOR } from '../sending/broughtBack';
import {
	type AwaitedRequests,
	type CallOf,
	type Seen,
	type AwaitedRequest,
	type Unread,
} from './look';

/** Whether two looks have told the same, far enough apart to count. */
const isLasting = ({ why, firstAt, lastAt }: Unread): boolean =>
	why !== 'failed' && lastAt > firstAt && lastAt - firstAt >= delays.unread[why];

/** How a request has ended: as the service tells, or as the output of an item that has nothing more to wait for. */
export type Ended =
	{ delivery: Delivery; outcome: Outcome | 'undelivered' } | { output: IDataObject };

/** How each request has ended, by item; `undefined` while it has not, or its files are not ready. */
export function endedRequests(
	{ items }: Pick<AwaitedRequests, 'items'>,
	{ states, unread }: Seen,
): Array<Ended | undefined> {
	return items.map((item): Ended | undefined => {
		if (!('id' in item)) return { output: item.output };
		const delivery = states.get(item.id);
		if (!delivery) return outputOfUnreadable(item, unread.get(item.id));
		const { records } = delivery;
		const outcome = outcomeOf(records);
		if (!outcome) {
			const isUndelivered = item.stopsAtBounce && undeliveredTo(records).length > 0;
			return isUndelivered ? { delivery, outcome: 'undelivered' } : undefined;
		}
		const isReady = records.every((record) =>
			item.kinds.every((kind) => !isExpected(kind, record) || isMade('signature', kind, record)),
		);
		// Files of a request that was not completed are not waited for.
		return isReady || outcome !== 'completed' ? { delivery, outcome } : undefined;
	});
}

/** The output in place of a request that will never be read again; `undefined` while it may be. */
function outputOfUnreadable(
	{ id: signatureId, reused }: AwaitedRequest,
	unread?: Unread,
): Ended | undefined {
	if (!unread || !isLasting(unread)) return undefined;
	if (unread.why === 'gone') return { output: { signatureId, outcome: 'deleted', reused } };
	const error = changed(unread.error, {
		description:
			'The request was sent. Its outcome is unknown: this access token cannot see it any more.',
		advice: 'Check the credential, or look in Signaturit.',
	});
	return { output: errorJson(error, { signatureId }) };
}

/** When a file of a request was first missing, by its path; as `performance.now`. */
const missedFirst = new BoundedMap<number>(10_000);

/** @throws `error` until the file has been missing for long: a later look may bring it */
function throwWhileItMayCome({ path }: DeliveryFile, { error }: FailedDownload): void {
	const now = performance.now();
	const first = missedFirst.get(path) ?? now;
	missedFirst.set(path, first);
	if (now - first < delays.unread.file) throw error;
}

/**
 * The items that go on, one for each input item. A file that was missing for long is listed in `filesMissing`.
 *
 * @throws the error of a download that may succeed later
 */
export async function endedItems(
	callOf: CallOf,
	{ items, isReview }: AwaitedRequests,
	ended: ReadonlyArray<Ended | undefined>,
): Promise<INodeExecutionData[]> {
	return await mapBounded(items.length, 1, async (index): Promise<INodeExecutionData> => {
		const item = items[index];
		const pairedItem = { item: index };
		const request = ended[index];
		if (!item || !request) return { json: {}, pairedItem };
		if ('output' in request) {
			const { output } = request;
			// If a tool call was denied at once, its output is a review already.
			const isLost = isReview && 'id' in item;
			return {
				json: isLost ? reviewOf({ outcome: 'lost', ...output }) : output,
				pairedItem,
			};
		}
		const { delivery, outcome } = request;
		const wanted = outcome === 'completed' && 'id' in item ? item.kinds : [];
		const files = deliveryFiles('signature', delivery, (record) =>
			wanted.filter((kind) => isExpected(kind, record)),
		);
		const { binary, missing } = await downloadFiles(callOf(index), files, {
			onFailed: throwWhileItMayCome,
		});
		for (const { path } of files) missedFirst.delete(path);
		const more = {
			outcome,
			// The outcome says what it would.
			status: undefined,
			reused: isReview ? undefined : 'id' in item && item.reused,
			filesMissing: missingEntries(missing),
			[WAITING_FOR]: outcome === 'undelivered' ? { signatureId: delivery.id } : undefined,
		};
		const json = deliveryItem('signature', delivery, more, true);
		return {
			json: isReview ? reviewOf({ ...json, outcome }, signersOf(delivery)) : json,
			...(Object.keys(binary).length > 0 && { binary }),
			pairedItem,
		};
	});
}
