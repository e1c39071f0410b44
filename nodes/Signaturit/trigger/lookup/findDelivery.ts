import type { IDataObject } from 'n8n-workflow';
import { REFERENCE_KEY } from '../../events/reference';
import { endpoints } from '../../transport/endpoints';
import { unlessNotFound } from '../../transport/errors';
import { PAGE_SIZE, WINDOW } from '../../transport/lists/paging';
import { DAY, dayAfter, utcDay } from '../../transport/lists/timeRange';
import { readAs, type CallContext } from '../../transport/request';
import { countSchema, deliveryPageSchema, type Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import { getDelivery, withinLimits, type LookupLimits } from './delivery';
import { searchList, type SearchedList } from './searchList';
import type { Moments } from './stretches';
import { instant } from '../../events/time';

/** How much the dates of a document and of its request may differ (docs/service.md#event-posts). */
const TOLERANCE_MS = 60_000;

/**
 * What an event belongs to, as the service answered it. `none`: the service has nothing that it could belong
 * to. `undecided`: it may have, but too many requests would be needed to tell.
 */
export type Found = { delivery: Delivery } | 'none' | 'undecided';

/** An entry of a list, with its date as the search needs it. */
type Listed = Delivery & { time: number };

/**
 * Finds the signature request, certified email or SMS that an event belongs to: the one that the post names;
 * otherwise the one with this reference in its custom data; otherwise the one that has the document or
 * certificate, among those created at its time. A post that names another request than its document's is the
 * caller's business.
 *
 * @param reference from the query of the address that was posted to
 * @throws NodeApiError when the service refuses or cannot be reached in time
 */
export async function findDelivery(
	this: CallContext,
	posted: PostedEvent,
	reference: string | undefined,
	limits: LookupLimits,
): Promise<Found> {
	const { resource, record } = posted;
	if (record.deliveryId) {
		// No path can carry such an id.
		if (/^\.+$/.test(record.deliveryId)) return 'none';
		const answer = getDelivery.call(this, resource, record.deliveryId, limits);
		const delivery = await unlessNotFound(answer);
		return delivery ? { delivery } : 'none';
	}
	const hasRecord = ({ records }: Delivery) => records.some(({ id }) => id === record.id);
	// The list of certified SMS takes no custom data (docs/service.md#filters).
	if (reference && resource !== 'certifiedSms') {
		const query = { [REFERENCE_KEY]: reference };
		const { entries } = await readPage.call(this, posted, query, limits);
		const delivery = entries.find(
			(entry) => entry.data[REFERENCE_KEY] === reference && hasRecord(entry),
		);
		if (delivery) return { delivery };
	}
	return await searchByTime.call(this, posted, hasRecord, limits);
}

async function searchByTime(
	this: CallContext,
	posted: PostedEvent,
	hasRecord: (delivery: Delivery) => boolean,
	limits: LookupLimits,
): Promise<Found> {
	const created = instant(posted.record.createdAt);
	const moments = momentsOf(Number.isFinite(created) ? created : undefined, posted.createdAt);
	if (!moments) return 'none';
	const list = listAround.call(this, posted, moments, limits);
	const found = await searchList(list, moments, hasRecord);
	if (typeof found === 'object') {
		const { time: _, ...delivery } = found;
		return { delivery };
	}
	// The time of an event only says that its document is not newer.
	return Number.isFinite(created) ? found : 'undecided';
}

/** When the request was created; `undefined` if nothing can have been created then. */
function momentsOf(created: number | undefined, eventTime: string): Moments | undefined {
	const near = created ?? instant(eventTime);
	const moments = {
		from: near - (created === undefined ? DAY : TOLERANCE_MS),
		near,
		to: near + TOLERANCE_MS,
	};
	return near > DAY && near < Date.parse('9999-01-01') ? moments : undefined;
}

/** The list of the days around these moments. */
function listAround(
	this: CallContext,
	posted: PostedEvent,
	{ from, to }: Moments,
	limits: LookupLimits,
): SearchedList<Listed> {
	const since = utcDay(from);
	const end = dayAfter(utcDay(to));
	const count = async (query: IDataObject) => {
		const path = endpoints[posted.resource].count;
		const shape = { schema: countSchema, what: 'a count' };
		return (await readAs(this, { path, query, ...shape, ...withinLimits(limits) })).count;
	};
	// Only the list of signature requests takes `until` (docs/service.md#filters).
	const hasEnd = posted.resource === 'signature';
	const days = hasEnd ? { since, until: end } : { since };
	return {
		page: async (offset) => await readPage.call(this, posted, { ...days, offset }, limits),
		count: async () => await count(days),
		...(!hasEnd && {
			countAbove: async () => ({ count: await count({ since: end }), time: Date.parse(end) }),
		}),
		reach: hasEnd ? WINDOW : Infinity,
		topFirst: hasEnd || to > Date.now() - DAY,
	};
}

async function readPage(
	this: CallContext,
	{ resource }: PostedEvent,
	query: IDataObject,
	limits: LookupLimits,
): Promise<{ entries: Listed[]; size: number }> {
	const { entries, size } = await readAs(this, {
		path: endpoints[resource].list,
		query: { ...query, limit: PAGE_SIZE },
		schema: deliveryPageSchema,
		what: 'a list',
		...withinLimits(limits),
	});
	return { entries: entries.map((entry) => ({ ...entry, time: instant(entry.createdAt) })), size };
}
