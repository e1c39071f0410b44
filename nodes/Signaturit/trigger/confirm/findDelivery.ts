import { OperationalError, sleep, type IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { instant } from '../../events/state';
import { REFERENCE_KEY, unsigned } from '../../events/tracking';
import type { Call } from '../../transport/call';
import { inBatches } from '../../transport/concurrency';
import { delays } from '../../transport/deadline';
import { endpoints, type DeliveryKind } from '../../transport/endpoints';
import { unless, unlessNotFound } from '../../transport/errors/errors';
import { PAGE_SIZE, walkPages, type PageQuery } from '../../transport/lists/paging';
import { dayAfter, utcDay } from '../../transport/lists/timeRange';
import { readAs } from '../../transport/request';
import { deliveriesSchema, deliverySchema, type Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';
import { nodeKey, type Gates } from '../process/processState';

/** How to look for a delivery, and where the calls take turns. */
export interface DeliveryLook extends Gates {
	isPrivileged: boolean;
	/** When the answer must be there, by `performance.now()`. */
	deadline: number;
	/** Milliseconds for the calls alone. */
	longest: number;
	/** Whether nobody looks again. Then the answer must tell for certain that there is no such request. */
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
	call: Call,
	{ resource, record }: PostedEvent,
	reference: string | undefined,
	look: DeliveryLook,
): Promise<Delivery | undefined> {
	const { deliveryId } = record;
	const { all, isPrivileged } = look;
	const inSlot = async <Result>(readFrom: (reader: DeliveryReader) => Promise<Result>) =>
		await all.run(isPrivileged, async () => await readFrom(readerOf(call, resource, look)));
	if (deliveryId) {
		const isJoint = !look.isLast && resource === 'signature' && PLAIN_ID.test(deliveryId);
		if (isJoint) return await jointly(call, resource, 'ids', deliveryId, look, readAll);
		// No path can carry such an id.
		if (/^\.+$/.test(deliveryId)) return undefined;
		return await inSlot(async ({ one }) => await one(deliveryId));
	}
	if (reference) {
		const pair = { [REFERENCE_KEY]: unsigned(reference) };
		const asked = inSlot(async ({ page }) => await page(pair));
		// That the list of certified SMS takes custom data is not documented (docs/service.md#filters).
		const entries = resource === 'certifiedSms' ? await unless(400)(asked) : await asked;
		const found = deliveriesSchema
			.parse(entries ?? [])
			.find(
				({ data, records }) =>
					data[REFERENCE_KEY] === pair[REFERENCE_KEY] && records.some(({ id }) => id === record.id),
			);
		if (found) return found;
	}
	const created = instant(record.createdAt);
	const isPast = created > 0 && created < Date.now();
	// Only the list of signature requests takes it (docs/service.md#filters).
	const until =
		resource === 'signature' && isPast ? dayAfter(utcDay(created + TOLERANCE_MS)) : undefined;
	return await jointly(
		call,
		resource,
		`before ${until}`,
		record.id,
		look,
		async (reader, ids) => await findAmongNewest(reader, ids, until),
	);
}

/** Deliveries by the ids that were looked for. */
type DeliveriesById = Map<string, Delivery | undefined>;

/** Reads the newest pages of a list, until the deliveries of all these records are found. */
async function findAmongNewest(
	{ page }: DeliveryReader,
	recordIds: readonly string[],
	until: string | undefined,
): Promise<DeliveriesById> {
	const found: DeliveriesById = new Map();
	const walk = { most: PAGES, from: { offset: 0, until }, overlap: OVERLAP };
	for await (const { entries } of walkPages(page, walk)) {
		for (const delivery of deliveriesSchema.parse(entries)) {
			for (const { id } of delivery.records) found.set(id, delivery);
		}
		if (recordIds.every((id) => found.has(id))) break;
	}
	return found;
}

/**
 * Reads signature requests by one call. The list takes up to a hundred ids (docs/service.md#filters). What it lacks is
 * not in the result. `readEntries` reads them too, but it repeats calls and knows no deadline.
 */
async function readAll(
	{ one, page }: DeliveryReader,
	ids: readonly string[],
): Promise<DeliveriesById> {
	const [first = '', ...others] = new Set(ids);
	if (others.length === 0) return new Map([[first, await one(first)]]);
	const found = deliveriesSchema.parse(await page({ ids: [first, ...others].join(',') }));
	return new Map(found.map((delivery) => [delivery.id, delivery]));
}

type DeliveryReader = ReturnType<typeof readerOf>;

/** What reads deliveries of a resource in time. Each request is made once: there are other looks. */
function readerOf(
	call: Call,
	resource: DeliveryKind,
	{ deadline, longest }: Pick<DeliveryLook, 'deadline' | 'longest'>,
) {
	const end = Math.min(deadline, performance.now() + longest);
	const inTime = () => {
		const timeout = end - performance.now();
		if (timeout <= 0) throw new OperationalError('Signaturit could not be asked in time');
		return { timeout, repeatable: false };
	};
	return {
		one: async (id: string) => {
			const wanted = { schema: deliverySchema, what: 'the request of the event', ...inTime() };
			return await unlessNotFound(readAs(call, endpoints[resource].one(id), wanted));
		},
		page: async (query: PageQuery | IDataObject) =>
			await readAs(call, endpoints[resource].list, {
				query: { ...query, limit: PAGE_SIZE },
				schema: z.array(z.unknown()),
				what: 'a list',
				...inTime(),
			}),
	};
}

/** Calls the service once for all who look for something in the same place and wait for their turn. */
async function jointly(
	call: Call,
	resource: DeliveryKind,
	place: string,
	id: string,
	{ name, isPrivileged, joint, all, deadline, longest }: DeliveryLook,
	readFor: (reader: DeliveryReader, ids: readonly string[]) => Promise<DeliveriesById>,
): Promise<Delivery | undefined> {
	const credential = call.node.credentials?.signaturitApi?.id ?? '';
	// Others wait for the answer too, so stopping this execution does not end it.
	const unstopped = call.with({ stop: undefined });
	return await inBatches(
		[name, isPrivileged, credential, nodeKey(call), resource, place].join(' '),
		{ id, deadline },
		async (take) => {
			await sleep(delays.gather);
			const readForAll = async () => {
				const wanted = take();
				const time = { deadline: Math.max(...wanted.map((one) => one.deadline)), longest };
				const ids = wanted.map((one) => one.id);
				const found = await readFor(readerOf(unstopped, resource, time), ids);
				return ids.map((each) => found.get(each));
			};
			return await joint.run(isPrivileged, async () => await all.run(isPrivileged, readForAll));
		},
		PAGE_SIZE,
	);
}
