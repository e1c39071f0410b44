import { requestEnd, type Outcome } from '../../events/catalogue';
import { endOf, typesEnding } from '../../events/state';
import { instant } from '../../events/time';
import type { Delivery, TrackedRecord } from '../../transport/shapes';
import { isAwaited, startsWorkflow, type Settings } from '../panel/settings';

/** What can start the workflow: an event in the history of a record, or the end of a whole request. */
export interface Happening {
	/** The same in every process, however it was learned of. It is given out once. */
	key: string;
	/** The type of the event; `request_completed` and the like for the end of a request. */
	type: string;
	/** As the service writes it. */
	createdAt?: string;
	/** The document or certificate; for the end of a request, the document whose event brought it. */
	recordId: string;
	/** How the whole request has ended, if that is what happened. */
	outcome?: Outcome;
}

/** An event in a history. */
export interface HistoryEvent {
	type: string;
	createdAt: string;
	/** Which of the events of this type in this second it is, from 1 on. */
	nth: number;
}

/** The events of a record in the order of its history, without those whose time cannot be read. */
export function eventsOf({ events }: Pick<TrackedRecord, 'events'>): HistoryEvent[] {
	const counts = new Map<string, number>();
	return events.flatMap(({ type, createdAt }) => {
		if (createdAt === undefined || Number.isNaN(instant(createdAt))) return [];
		const same = `${instant(createdAt)} ${type}`;
		const nth = (counts.get(same) ?? 0) + 1;
		counts.set(same, nth);
		return { type, createdAt, nth };
	});
}

/** An event as a happening. */
export function happeningOf(recordId: string, { type, createdAt, nth }: HistoryEvent): Happening {
	const time = new Date(instant(createdAt)).toISOString();
	const key = `${recordId} ${type} ${time}${nth > 1 ? ` #${nth}` : ''}`;
	return { key, type, createdAt, recordId };
}

/** The end of a request, if it has come and is one that starts the workflow. */
export function endHappening({ id, records }: Delivery, { ends }: Settings): Happening | undefined {
	if (ends.length === 0) return undefined;
	const end = endOf(records);
	if (!end || !ends.includes(end.outcome)) return undefined;
	return { key: `${id} ${end.outcome}`, type: requestEnd(end.outcome), ...end };
}

/**
 * What an event of a record starts: itself if its type was chosen, and the end of the request if the request
 * has ended and the event is one that can have brought this. Not only the one that did: its post may be looked
 * at first, while the history of another document is still behind.
 */
export function startedBy(
	delivery: Delivery,
	recordId: string,
	event: HistoryEvent,
	settings: Settings,
): Happening[] {
	if (isAwaited(delivery, settings)) return [];
	const end = endHappening(delivery, settings);
	return [
		...(startsWorkflow(settings, event.type) ? [happeningOf(recordId, event)] : []),
		...(end && isEndedBy(end, recordId, event) ? [end] : []),
	];
}

function isEndedBy(end: Happening, recordId: string, { type, createdAt }: HistoryEvent): boolean {
	const isItself = end.recordId === recordId && instant(end.createdAt) === instant(createdAt);
	return isItself || (end.outcome !== undefined && typesEnding(end.outcome).includes(type));
}

/**
 * Everything in the history of a delivery that starts the workflow.
 *
 * @param since since when a type counts, in milliseconds since 1970; what happened in an earlier second is
 * left out
 */
export function happeningsOf(
	delivery: Delivery,
	settings: Settings,
	since: (type: string) => number,
): Happening[] {
	if (isAwaited(delivery, settings)) return [];
	const single = delivery.records.flatMap((record) =>
		eventsOf(record)
			.filter(({ type }) => startsWorkflow(settings, type))
			.map((event) => happeningOf(record.id, event)),
	);
	const end = endHappening(delivery, settings);
	// The service's times are whole seconds.
	const from = (type: string) => Math.floor(since(type) / 1_000) * 1_000;
	return [...single, ...(end ? [end] : [])].filter(
		({ type, createdAt }) => instant(createdAt) >= from(type),
	);
}
