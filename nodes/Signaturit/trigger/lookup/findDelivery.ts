import type { IDataObject } from 'n8n-workflow';
import type { EventResource } from '../../events/catalogue';
import { instant } from '../../events/state';
import { REFERENCE_KEY } from '../../events/tracking';
import { endpoints } from '../../transport/endpoints';
import { unlessNotFound } from '../../transport/errors';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { dayAfter, utcDay } from '../../transport/lists/timeRange';
import { readAs, type CallContext } from '../../transport/request';
import { deliveryPageSchema, deliverySchema, type Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';
import { inSlot, jointly, type InTime, type Lookup, type TriggerContext } from './jointly';

/** How many pages of a list are read for a post that names nothing in it. */
const PAGES = 3;

/** How many entries two pages share, so that none is missed when others come meanwhile. */
const OVERLAP = 10;

/** How much later than its document a request may have been created (docs/service.md#event-posts). */
const TOLERANCE_MS = 60_000;

/** What a post names goes into a query with commas, and ids are short (docs/service.md#ids-and-dates). */
const PLAIN_ID = /^[\w-]{1,64}$/;

/** The id of the signature request that a post names, if it can be read together with others. */
export function jointId({ resource, record: { deliveryId } }: PostedEvent): string | undefined {
	const isPlain = resource === 'signature' && PLAIN_ID.test(deliveryId ?? '');
	return isPlain ? deliveryId : undefined;
}

/**
 * Reads a signature request together with others that wait for their turn at the same moment: the list
 * takes up to a hundred ids in one call (docs/service.md#filters).
 *
 * @param id of `jointId`
 * @returns `undefined` if it is not in the answer. That does not say that there is none: then it is to be read
 * alone
 * @throws NodeApiError with the service's own words, or OperationalError when the time is over
 */
export async function readJointly(
	this: TriggerContext,
	id: string,
	lookup: Lookup,
): Promise<Delivery | undefined> {
	return await jointly.call(this, 'ids', id, lookup, readAll);
}

/**
 * Finds the signature request, certified email or SMS that an event belongs to: the one that the post names;
 * otherwise the one with this reference in its custom data; otherwise the one among the newest of its list that
 * has the document or certificate. A post that names another request than its document's is the caller's business.
 *
 * @param reference from the query of the address that was posted to
 * @returns `undefined` if it is not found
 * @throws NodeApiError with the service's own words, or OperationalError when the time is over
 */
export async function findDelivery(
	this: TriggerContext,
	posted: PostedEvent,
	reference: string | undefined,
	lookup: Lookup,
): Promise<Delivery | undefined> {
	const { resource, record } = posted;
	const { deliveryId } = record;
	if (deliveryId) {
		// No path can carry such an id.
		if (/^\.+$/.test(deliveryId)) return undefined;
		return await inSlot(
			lookup,
			async (inTime) => await getDelivery.call(this, resource, deliveryId, inTime),
		);
	}
	// The list of certified SMS takes no custom data (docs/service.md#filters).
	if (reference && resource !== 'certifiedSms') {
		const query = { [REFERENCE_KEY]: reference };
		const { entries } = await inSlot(
			lookup,
			async (inTime) => await readPage.call(this, resource, query, inTime),
		);
		const found = entries.find(
			({ data, records }) =>
				data[REFERENCE_KEY] === reference && records.some(({ id }) => id === record.id),
		);
		if (found) return found;
	}
	const until = endDay(posted);
	return await jointly.call(
		this,
		`${resource} ${until}`,
		record.id,
		lookup,
		async (context, ids, inTime) =>
			await findAmongNewest.call(context, resource, ids, until, inTime),
	);
}

/**
 * The day before which the request of a document was created, if its list takes such an end
 * (docs/service.md#filters): older requests than the newest are so found as well.
 */
function endDay({ resource, record }: PostedEvent): string | undefined {
	const created = instant(record.createdAt);
	const isPast = created > 0 && created < Date.now();
	return resource === 'signature' && isPast ? dayAfter(utcDay(created + TOLERANCE_MS)) : undefined;
}

/** Reads the newest pages of a list, until everything that is looked for is found. */
async function findAmongNewest(
	this: CallContext,
	resource: EventResource,
	recordIds: readonly string[],
	until: string | undefined,
	inTime: () => InTime,
): Promise<Array<Delivery | undefined>> {
	const found = new Map<string, Delivery>();
	for (let page = 0; page < PAGES; page++) {
		const query = { until, offset: page * (PAGE_SIZE - OVERLAP) };
		const { entries, size } = await readPage.call(this, resource, query, inTime);
		for (const entry of entries) entry.records.forEach(({ id }) => found.set(id, entry));
		if (size < PAGE_SIZE || recordIds.every((id) => found.has(id))) break;
	}
	return recordIds.map((id) => found.get(id));
}

/** Reads the signature requests with these ids. */
async function readAll(
	context: CallContext,
	ids: readonly string[],
	inTime: () => InTime,
): Promise<Array<Delivery | undefined>> {
	const [first = '', ...others] = new Set(ids);
	if (others.length === 0) {
		const delivery = await getDelivery.call(context, 'signature', first, inTime);
		return ids.map(() => delivery);
	}
	const query = { ids: [first, ...others].join(',') };
	const { entries } = await readPage.call(context, 'signature', query, inTime);
	return ids.map((id) => entries.find((delivery) => delivery.id === id));
}

/** The signature request, certified email or SMS with this id; `undefined` if there is none. */
async function getDelivery(
	this: CallContext,
	resource: EventResource,
	id: string,
	inTime: () => InTime,
): Promise<Delivery | undefined> {
	const answer = readAs(this, endpoints[resource].one(id), {
		schema: deliverySchema,
		what: 'the request of the event',
		...inTime(),
	});
	return await unlessNotFound(answer);
}

async function readPage(
	this: CallContext,
	resource: EventResource,
	query: IDataObject,
	inTime: () => InTime,
): Promise<{ entries: Delivery[]; size: number }> {
	return await readAs(this, endpoints[resource].list, {
		query: { ...query, limit: PAGE_SIZE },
		schema: deliveryPageSchema,
		what: 'a list',
		...inTime(),
	});
}
