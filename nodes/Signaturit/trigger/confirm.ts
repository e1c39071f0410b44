// Asks Signaturit whether a posted event is in the history of its document.

import { OperationalError, sleep, type IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { instant } from '../events/state';
import { REFERENCE_KEY, unsigned } from '../events/tracking';
import type { Call } from '../transport/call';
import { inBatches } from '../transport/concurrency';
import { delays } from '../transport/deadline';
import { triggerDelays } from './delays';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { isPassing, textForLog, unless, unlessNotFound } from '../transport/errors/errors';
import { PAGE_SIZE, walkPages, type PageQuery } from '../transport/lists/paging';
import { dayAfter, utcDay } from '../transport/lists/timeRange';
import { readAs } from '../transport/request';
import { deliveriesSchema, deliverySchema, type Delivery } from '../transport/shapes';
import { findEvent, type HistoryEvent, type PostedEvent } from './history';
import { nodeKey, processState } from './processState';

/** The service's answer about a posted event. */
export type Finding =
	/** It is in the history of its document. */
	| { kind: 'confirmed'; delivery: Delivery; event: HistoryEvent }
	/** Its request was not found, or the whole history of the document has no such event. */
	| { kind: 'absent'; delivery?: Delivery; event?: undefined }
	/** The service could not be asked in time. */
	| { kind: 'failed'; error: unknown; delivery?: undefined; event?: undefined };

interface Looks {
	/** Milliseconds for all looks, and for the calls of one. */
	all: number;
	one: number;
	/** Whether it goes before others, and is looked for again while the history does not have the event. */
	isPrivileged: boolean;
	/** Whether the event counts anyway: then only failures that pass are waited for. */
	isBelieved?: boolean;
}

/**
 * Asks the service whether an event is in the history of its document: posts are not signed
 * (docs/service.md#sender-of-posts). The history may lag behind the post, and the service may be busy, so there is
 * always a look at the end of the time.
 */
export async function confirmEvent(
	call: Call,
	posted: PostedEvent,
	reference: string | undefined,
	{ all, one, isPrivileged, isBelieved = false }: Looks,
): Promise<Finding> {
	const { last, pauses } = delays.looks;
	const deadline = performance.now() + all;
	const lastAt = deadline - last;
	let isLast = performance.now() >= lastAt;
	for (let earlier = 0; ; earlier++) {
		const look = { deadline, longest: one, isPrivileged, isLast };
		const finding = await lookForEvent(call, posted, reference, look);
		const hasFailed = finding.kind === 'failed';
		const isLasting = isBelieved && hasFailed && !isPassing(finding.error);
		if (finding.kind === 'confirmed' || isLast || isLasting) return finding;
		const rest = isBelieved && !hasFailed ? 0 : Math.max(0, lastAt - performance.now());
		const between = pauses[earlier] ?? pauses.at(-1) ?? rest;
		const pause = isPrivileged || hasFailed ? between : rest;
		isLast = pause >= rest;
		await sleep(Math.min(pause, rest));
	}
}

async function lookForEvent(
	call: Call,
	posted: PostedEvent,
	reference: string | undefined,
	look: DeliveryLook,
): Promise<Finding> {
	const { type, createdAt, record } = posted;
	try {
		const delivery = await findDelivery(call, posted, reference, look);
		const history = delivery?.records.find(({ id }) => id === record.id)?.events ?? [];
		const event = findEvent(history, { type, createdAt, events: record.events }, look.isLast);
		return delivery && event
			? { kind: 'confirmed', delivery, event }
			: { kind: 'absent', delivery };
	} catch (error) {
		call.log('debug', `Signaturit Trigger: a look for an event failed. ${textForLog(error)}`);
		return { kind: 'failed', error };
	}
}

interface DeliveryLook extends Pick<Looks, 'isPrivileged'> {
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

/** An id that a post names goes into a query with commas; ids are short (docs/service.md#ids-and-dates). */
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
	const inSlot = async <Result>(readFrom: (reader: DeliveryReader) => Promise<Result>) =>
		await processState(call).lookSlots.run(
			look.isPrivileged,
			async () => await readFrom(readerOf(call, resource, look)),
		);
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
		// It is not documented that the list of certified SMS takes custom data (docs/service.md#filters).
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
	// Only the list of signature requests takes it (docs/service.md#filters).
	const isDated = resource === 'signature' && created > 0 && created < Date.now();
	const until = isDated ? dayAfter(utcDay(created + TOLERANCE_MS)) : undefined;
	const readNewest = async (reader: DeliveryReader, ids: readonly string[]) =>
		await findAmongNewest(reader, ids, until);
	return await jointly(call, resource, `before ${until}`, record.id, look, readNewest);
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
 * Reads signature requests by one call. The list takes up to a hundred ids (docs/service.md#filters). Requests that it
 * lacks are not in the result. `readEntries` reads them too, but it repeats calls and knows no deadline.
 */
async function readAll(
	{ one, page }: DeliveryReader,
	ids: readonly string[],
): Promise<DeliveriesById> {
	const [first = '', ...moreIds] = new Set(ids);
	if (moreIds.length === 0) return new Map([[first, await one(first)]]);
	const found = deliveriesSchema.parse(await page({ ids: [first, ...moreIds].join(',') }));
	return new Map(found.map((delivery) => [delivery.id, delivery]));
}

type DeliveryReader = ReturnType<typeof readerOf>;

/** Reads deliveries of a resource in time. Each request is made once: there are other looks. */
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

/** Calls the service once for all looks into the same listing that wait for their turn. */
async function jointly(
	call: Call,
	resource: DeliveryKind,
	listing: string,
	id: string,
	{ isPrivileged, deadline, longest }: DeliveryLook,
	readFor: (reader: DeliveryReader, ids: readonly string[]) => Promise<DeliveriesById>,
): Promise<Delivery | undefined> {
	const credential = call.node.credentials?.signaturitApi?.id ?? '';
	// Others wait for the answer too, so stopping this execution does not end it.
	const unstopped = call.with({ stop: undefined });
	return await inBatches(
		[isPrivileged, credential, nodeKey(call), resource, listing].join(' '),
		{ id, deadline },
		async (take) => {
			await sleep(triggerDelays.gather);
			const readForAll = async () => {
				const wanted = take();
				const time = { deadline: Math.max(...wanted.map((one) => one.deadline)), longest };
				const ids = wanted.map((one) => one.id);
				const found = await readFor(readerOf(unstopped, resource, time), ids);
				return ids.map((each) => found.get(each));
			};
			return await processState(call).lookSlots.run(isPrivileged, readForAll);
		},
		PAGE_SIZE,
	);
}
