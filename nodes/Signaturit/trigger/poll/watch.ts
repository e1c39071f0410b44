import { ANY_EVENT, isKnownType } from '../../events/catalogue';
import { stateOf } from '../../events/state';
import { instant } from '../../events/time';
import { delays } from '../../transport/delays';
import type { Delivery } from '../../transport/shapes';
import type { Settings } from '../panel/settings';

/** The event that comes last, some time after the end (docs/service.md#order-of-events). */
const LAST_EVENT = 'audit_trail_completed';

/**
 * The requests of a trigger that may still change: those that have not ended, and for a day those whose
 * last events are still to come.
 */
export class Watch {
	/** When each was first seen ended, in milliseconds since 1970; `Infinity` while it goes on. */
	private readonly endedAt = new Map<string, number>();
	private newest = new Set<string>();

	get ids(): string[] {
		return [...this.endedAt.keys()];
	}

	/** Whether it was on the last newest page, so that nothing new is behind it. */
	wasSeen(id: string): boolean {
		return this.newest.has(id) || this.endedAt.has(id);
	}

	/** Takes note of the newest requests, in the list's order. */
	noteNewest(deliveries: readonly Delivery[]): void {
		this.newest = new Set(deliveries.map(({ id }) => id));
	}

	/** Takes note of how a request stands. */
	note(delivery: Delivery, settings: Settings, now: number): void {
		const { id } = delivery;
		if (stateOf(delivery.records).outcome === undefined) {
			this.endedAt.set(id, Infinity);
			return;
		}
		const before = this.endedAt.get(id);
		const since =
			before !== undefined && before < Infinity ? before : endTime(delivery, now, before);
		const isLater = now - since > delays.poll.afterEnd;
		if (isLater || !mayHaveMore(delivery, settings)) this.endedAt.delete(id);
		else this.endedAt.set(id, since);
	}

	forget(id: string): void {
		this.endedAt.delete(id);
	}
}

/** When a request ended: now if it was open at the last look, otherwise with its last event. */
function endTime({ records }: Delivery, now: number, before: number | undefined): number {
	if (before !== undefined) return now;
	const times = records.flatMap(({ events }) => events.map(({ createdAt }) => instant(createdAt)));
	return Math.max(...times.filter(Number.isFinite), -Infinity);
}

/** Whether chosen events may still come after the end. */
function mayHaveMore({ records }: Delivery, { types, resource }: Settings): boolean {
	if (types.includes(ANY_EVENT) || types.some((type) => !isKnownType(resource, type))) return true;
	return (
		types.includes(LAST_EVENT) &&
		!records.every(({ events }) => events.some(({ type }) => type === LAST_EVENT))
	);
}
