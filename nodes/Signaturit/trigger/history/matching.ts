import type { TrackedRecord } from '../../transport/shapes';
import { eventsOf, type HistoryEvent } from './happening';
import { instant, isNear } from '../../events/time';

/** An event as it was posted, with the history that the post carries. */
export interface Claimed {
	type: string;
	createdAt: string;
	events: TrackedRecord['events'];
}

/**
 * Finds a posted event in the history of its record: the event of this type and time, and of several in
 * one second the one that the post's own history counts to.
 *
 * @param isLastLook whether nobody looks again. Then an event of this type within a minute of the
 * posted time counts as well, if none has exactly that time: the service may record another time than it
 * posts. Earlier it could be another event, whose own entry is still to come.
 */
export function findEvent(
	history: TrackedRecord['events'],
	posted: Claimed,
	isLastLook: boolean,
): HistoryEvent | undefined {
	const ofType = eventsOf({ events: history }).filter(({ type }) => type === posted.type);
	const exact = ofType.filter(({ createdAt }) => isSame(createdAt, posted.createdAt));
	const nth = countTo(posted);
	const found = exact.find((event) => event.nth === nth);
	if (found || !isLastLook) return found;
	return exact.at(-1) ?? nearest(ofType, posted.createdAt);
}

/** How many events of this type and second the post's own history has; at least the posted one. */
function countTo({ type, createdAt, events }: Claimed): number {
	const same = events.filter((event) => event.type === type && isSame(event.createdAt, createdAt));
	return Math.max(1, same.length);
}

function isSame(a: string | undefined, b: string): boolean {
	return instant(a) === instant(b);
}

function nearest(events: readonly HistoryEvent[], createdAt: string): HistoryEvent | undefined {
	const distance = (event: HistoryEvent) => Math.abs(instant(event.createdAt) - instant(createdAt));
	return events
		.filter((event) => isNear(event.createdAt, createdAt))
		.sort((a, b) => distance(a) - distance(b))[0];
}
