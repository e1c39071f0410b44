// Happenings found in the histories of deliveries, and how they are handed to an execution.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { outcomeType, typesEnding, type Outcome } from '../events/catalogue';
import { datedOutcome, instant } from '../events/state';
import { newSecret } from '../events/tracking';
import type { DeliveryKind } from '../transport/endpoints';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import type { Begun } from '../events/beginning';
import { isAwaited, startsWorkflow, type Settings } from './settings';

/** A happening can start the workflow. It is an event of a record, or the outcome of a request. */
export interface Happening {
	/** The same in every process, however it was learned of. It is given out once. */
	key: string;
	/** The type of the event, or of the outcome: `request_completed` and the like. */
	type: string;
	/** The time, as the service writes it. */
	createdAt?: string;
	/** The document or certificate; for an outcome, the document whose event brought it. */
	recordId: string;
	/** Absent for an event of a record. */
	outcome?: Outcome;
}

/** The events of a record in the order of its history, without those whose time cannot be read. */
export function eventsOf({ events }: Pick<TrackedRecord, 'events'>) {
	const counts = new Map<string, number>();
	return events.flatMap(({ type, createdAt }) => {
		if (createdAt === undefined || Number.isNaN(instant(createdAt))) return [];
		const same = `${instant(createdAt)} ${type}`;
		const nth = (counts.get(same) ?? 0) + 1;
		counts.set(same, nth);
		return { type, createdAt, nth };
	});
}

/** An event in a history; `nth`: its number among the events of this type in this second, from 1 on. */
export type HistoryEvent = ReturnType<typeof eventsOf>[number];

/** An event as a happening. */
export function happeningOf(recordId: string, { type, createdAt, nth }: HistoryEvent): Happening {
	const time = new Date(instant(createdAt)).toISOString();
	const key = `${recordId} ${type} ${time}${nth > 1 ? ` #${nth}` : ''}`;
	return { key, type, createdAt, recordId };
}

/** The outcome of a request, if it has one that starts the workflow. */
export function outcomeHappening({ id, records }: Delivery, { outcomes }: Settings) {
	if (outcomes.length === 0) return undefined;
	const dated = datedOutcome(records);
	if (!dated || !outcomes.includes(dated.outcome)) return undefined;
	return { key: `${id} ${dated.outcome}`, type: outcomeType(dated.outcome), ...dated };
}

/**
 * The happenings of an event of a record: itself if its type was chosen, and the outcome of the request. Every event
 * that can have brought the outcome starts it, not only the one that did. The post of that one may come while the
 * history of another document is still behind, and then the outcome is not known yet.
 */
export function startedBy(
	delivery: Delivery,
	recordId: string,
	event: HistoryEvent,
	settings: Settings,
): Happening[] {
	if (isAwaited(delivery, settings)) return [];
	const { type, createdAt } = event;
	const single = startsWorkflow(settings, type) ? [happeningOf(recordId, event)] : [];
	const whole = outcomeHappening(delivery, settings);
	if (!whole) return single;
	const isItself = whole.recordId === recordId && instant(whole.createdAt) === instant(createdAt);
	return isItself || typesEnding(whole.outcome).includes(type) ? [...single, whole] : single;
}

/** The service may record an event a moment before or after it posts it. */
const TOLERANCE_MS = 60_000;

/**
 * Finds a posted event in the history of its record: the event of this type and time. If there are several in one
 * second, it is the one that the post's history counts to.
 *
 * @param isLastLook whether nobody looks again. Then an event of this type within a minute of the posted time counts
 * as well. Earlier it could be another event, whose own entry is still to come
 */
export function findEvent(
	history: TrackedRecord['events'],
	posted: Pick<HistoryEvent, 'type' | 'createdAt'> & Pick<TrackedRecord, 'events'>,
	isLastLook: boolean,
): HistoryEvent | undefined {
	const { type, createdAt } = posted;
	const isPosted = (event: TrackedRecord['events'][number]) =>
		event.type === type && instant(event.createdAt) === instant(createdAt);
	const ofType = eventsOf({ events: history }).filter((event) => event.type === type);
	const exact = ofType.filter(isPosted);
	const nth = Math.max(1, posted.events.filter(isPosted).length);
	const found = exact.find((event) => event.nth === nth);
	if (found || !isLastLook) return found;
	const distance = (event: HistoryEvent) => Math.abs(instant(event.createdAt) - instant(createdAt));
	const near = ofType.filter((event) => distance(event) <= TOLERANCE_MS);
	return exact.at(-1) ?? near.sort((a, b) => distance(a) - distance(b))[0];
}

/** A happening that was found in a history, with its time and its delivery. */
export interface DatedHappening {
	/** As that of the happening. */
	key: string;
	/** When it happened, in milliseconds since 1970. */
	time: number;
	happening: Happening;
	delivery: Delivery;
}

/** Everything in these deliveries that starts the workflow, the oldest first. */
export function happeningsIn(
	deliveries: readonly Delivery[],
	settings: Settings,
): DatedHappening[] {
	return deliveries
		.filter((delivery) => !isAwaited(delivery, settings))
		.flatMap((delivery) => {
			const single = delivery.records.flatMap((record) =>
				eventsOf(record)
					.filter(({ type }) => startsWorkflow(settings, type))
					.map((event) => happeningOf(record.id, event)),
			);
			const all: Happening[] = [...single, outcomeHappening(delivery, settings) ?? []].flat();
			return all.map((happening) => {
				const { key, createdAt } = happening;
				return { key, time: instant(createdAt), happening, delivery };
			});
		})
		.filter(({ time }) => Number.isFinite(time))
		.sort((a, b) => a.time - b.time);
}

/** A posted event: what happened, and the document or certificate that it happened to, as posted. */
export interface PostedEvent {
	resource: DeliveryKind;
	type: string;
	/** The time, as the service writes it, e.g. `2026-03-01T10:00:05+0000`. */
	createdAt: string;
	/** Why an email bounced. */
	reason?: string;
	record: TrackedRecord;
}

/** Happenings that the service's history confirms. */
interface ConfirmedHappenings {
	kind: 'happenings';
	happenings: Happening[];
	delivery: Delivery;
	/** Absent when a poll has found them. */
	posted?: PostedEvent;
	rawBody?: string;
}

/** A post that the service has not confirmed. */
export interface PostedOnly {
	kind: 'posted';
	posted: PostedEvent;
	/** Whether it must be confirmed before anything is given out. */
	mustBeConfirmed: boolean;
	/** From the query of the post. */
	reference?: string;
	/** The key of the event as it was posted. */
	postKey: string;
	/** Since when events count; absent if all do. */
	begun?: Begun;
	rawBody?: string;
}

/** The hand-over of a post or a poll to the execution that it starts. */
export type Handover =
	| ConfirmedHappenings
	| PostedOnly
	/** A poll asks which of these keys were given out; the execution answers the poll and gives nothing out. */
	| { kind: 'question'; asked: string[] }
	/** A report of an embedded signing page. The key is the same for all reports of the same event. */
	| { kind: 'report'; key: string; item: IDataObject };

/** A hand-over as the execution gets it, with an ID that no other hand-over has. */
type HandedOver = Handover & { handoverId: string };

const handoverSchema = z.object({
	handover: z
		.object({ kind: z.enum(['happenings', 'posted', 'question', 'report']) })
		.passthrough()
		.transform((handover) => handover as unknown as HandedOver),
});

/** The hand-over as the JSON of an item, which n8n stores with the execution and gives to its Retry. */
export function toHandover(handover: Handover): IDataObject {
	const handedOver: HandedOver = { ...handover, handoverId: newSecret() };
	return { handover: JSON.parse(JSON.stringify(handedOver)) as IDataObject };
}

/** Reads the hand-over from an item; `undefined` if the item is not one of `toHandover`. */
export function fromHandover(json: IDataObject): HandedOver | undefined {
	return handoverSchema.safeParse(json).data?.handover;
}
