import {
	OperationalError,
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { inBatches } from '../../database/batches';
import { instant } from '../../events/state';
import { REFERENCE_KEY } from '../../events/tracking';
import { delays } from '../../transport/deadline';
import { endpoints, type DeliveryKind } from '../../transport/endpoints';
import { unlessNotFound } from '../../transport/errors';
import { PAGE_SIZE, walkPages, type PageQuery } from '../../transport/lists/paging';
import { dayAfter, utcDay } from '../../transport/lists/timeRange';
import { readAs, type Reading } from '../../transport/request';
import { deliveriesSchema, deliverySchema, type Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';
import { nodeKey, type Gates } from '../process/processState';

/** What reads for the trigger: a post, or the execution that it has started. */
export type TriggerContext = IExecuteFunctions | IWebhookFunctions;

/** How something is looked up, and where the calls take turns. Lookups with one name are made alike. */
export interface Lookup extends Gates {
	name: string;
	isPrivileged: boolean;
	/** When the answer must be there, in milliseconds since 1970. */
	deadline: number;
	/** Milliseconds for the calls alone. */
	longest: number;
	/** Whether nobody looks again. Only then it must be sure that there is no such request. */
	isLast: boolean;
}

/** How many pages of a list are read for a post that names nothing in it. */
const PAGES = 3;

/** How many entries two pages share, so that none is missed when others come meanwhile. */
const OVERLAP = 10;

/** How much later than its document a request may have been created (docs/service.md#event-posts). */
const TOLERANCE_MS = 60_000;

/** What a post names goes into a query with commas, and ids are short (docs/service.md#ids-and-dates). */
const PLAIN_ID = /^[\w-]{1,64}$/;

/**
 * Finds the delivery that an event belongs to: the one that the post names; otherwise the one with this reference in
 * its custom data; otherwise the one among the newest that has the record. The caller checks whether a request that
 * was named has it.
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
	const inSlot = async <Result>(call: (end: number) => Promise<Result>) =>
		await lookup.all.run(lookup.isPrivileged, async () => await call(endOf(lookup)));
	if (deliveryId) {
		const isJoint = !lookup.isLast && resource === 'signature' && PLAIN_ID.test(deliveryId);
		if (isJoint) return await jointly.call(this, 'ids', deliveryId, lookup, readAll);
		// No path can carry such an id.
		if (/^\.+$/.test(deliveryId)) return undefined;
		return await inSlot(async (end) => await getDelivery(this, resource, deliveryId, end));
	}
	// The list of certified SMS takes no custom data (docs/service.md#filters).
	if (reference && resource !== 'certifiedSms') {
		const query = { [REFERENCE_KEY]: reference };
		const page = await inSlot(async (end) => await readPage(this, resource, query, end));
		const deliveries = deliveriesSchema.parse(page);
		const found = deliveries.find(
			({ data, records }) =>
				data[REFERENCE_KEY] === reference && records.some(({ id }) => id === record.id),
		);
		if (found) return found;
	}
	const until = endDay(posted);
	const place = `${resource} ${until}`;
	return await jointly.call(this, place, record.id, lookup, async (context, ids, end) => {
		return await findAmongNewest(context, resource, ids, until, end);
	});
}

/** The day before which the request of a document was created, if its list takes such an end (docs/service.md#filters). */
function endDay({ resource, record }: PostedEvent): string | undefined {
	const created = instant(record.createdAt);
	const isPast = created > 0 && created < Date.now();
	return resource === 'signature' && isPast ? dayAfter(utcDay(created + TOLERANCE_MS)) : undefined;
}

/** Reads the newest pages of a list, until everything that is looked for is found. */
async function findAmongNewest(
	context: TriggerContext,
	resource: DeliveryKind,
	recordIds: readonly string[],
	until: string | undefined,
	end: number,
): Promise<Array<Delivery | undefined>> {
	const found = new Map<string, Delivery>();
	const read = async (query: PageQuery) => await readPage(context, resource, query, end);
	const walk = { most: PAGES, from: { offset: 0, until }, overlap: OVERLAP };
	for await (const { entries } of walkPages(read, walk)) {
		const deliveries = deliveriesSchema.parse(entries);
		for (const delivery of deliveries)
			delivery.records.forEach(({ id }) => found.set(id, delivery));
		if (recordIds.every((id) => found.has(id))) break;
	}
	return recordIds.map((id) => found.get(id));
}

/** Reads signature requests by one call: the list takes up to a hundred ids (docs/service.md#filters), and may lack some. */
async function readAll(
	context: TriggerContext,
	ids: readonly string[],
	end: number,
): Promise<Array<Delivery | undefined>> {
	const unique = [...new Set(ids)];
	if (unique.length === 1) {
		const delivery = await getDelivery(context, 'signature', unique.join(), end);
		return ids.map(() => delivery);
	}
	const page = await readPage(context, 'signature', { ids: unique.join(',') }, end);
	const found = deliveriesSchema.parse(page);
	return ids.map((id) => found.find((delivery) => delivery.id === id));
}

async function getDelivery(
	context: TriggerContext,
	resource: DeliveryKind,
	id: string,
	end: number,
): Promise<Delivery | undefined> {
	const answer = readAs(context, endpoints[resource].one(id), {
		schema: deliverySchema,
		what: 'the request of the event',
		...inTime(end),
	});
	return await unlessNotFound(answer);
}

async function readPage(
	context: TriggerContext,
	resource: DeliveryKind,
	query: PageQuery | IDataObject,
	end: number,
): Promise<unknown[]> {
	return await readAs(context, endpoints[resource].list, {
		query: { ...query, limit: PAGE_SIZE },
		schema: z.array(z.unknown()),
		what: 'a list',
		...inTime(end),
	});
}

/** Until when calls that begin now may take, in milliseconds since 1970. */
function endOf({ deadline, longest }: Pick<Lookup, 'deadline' | 'longest'>): number {
	return Math.min(deadline, Date.now() + longest);
}

/** The part of a request that keeps to the time. It is made once: there are other looks. */
function inTime(end: number): Pick<Reading, 'timeout' | 'repeatable'> {
	const timeout = end - Date.now();
	if (timeout <= 0) throw new OperationalError('Signaturit could not be asked in time');
	return { timeout, repeatable: false };
}

/**
 * Calls the service once for all who look in the same place and wait for their turn.
 *
 * @param place names what is read
 * @param id of what is looked for there
 * @param call answers for each id, in their order, until `end`
 */
async function jointly(
	this: TriggerContext,
	place: string,
	id: string,
	lookup: Lookup,
	call: (
		context: TriggerContext,
		ids: string[],
		end: number,
	) => Promise<Array<Delivery | undefined>>,
): Promise<Delivery | undefined> {
	const { name, isPrivileged, joint, all, deadline, longest } = lookup;
	const credential = this.getNode().credentials?.signaturitApi?.id ?? '';
	// Others wait for the answer too, so stopping this execution does not end it.
	const context = Object.create(this, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as TriggerContext;
	return await inBatches(
		[name, isPrivileged, credential, nodeKey.call(this), place].join(' '),
		{ id, deadline },
		async (take) => {
			await sleep(delays.gather);
			const callForAll = async () => {
				const wanted = take();
				const last = Math.max(...wanted.map((one) => one.deadline));
				const ids = wanted.map((one) => one.id);
				return await call(context, ids, endOf({ deadline: last, longest }));
			};
			return await joint.run(isPrivileged, async () => await all.run(isPrivileged, callForAll));
		},
		PAGE_SIZE,
	);
}
