import { BoundedMap } from './concurrency';

/** What was told by a service at what moment of the monotonic clock, by its origin. */
const told = new BoundedMap<{ time: number; at: number }>(100);

/**
 * Remembers the time that a service tells by its header `Date`: n8n's clock may be wrong, and is set right while
 * something waits.
 */
export function noteServiceTime(url: string, date: unknown): void {
	const time = typeof date === 'string' ? Date.parse(date) : NaN;
	if (!Number.isNaN(time)) told.set(new URL(url).origin, { time, at: performance.now() });
}

/** The time as the service at this address tells it, in milliseconds since 1970; n8n's until it has told it. */
export function serviceTime(url: string): number {
	const last = told.get(new URL(url).origin);
	return last ? last.time + performance.now() - last.at : Date.now();
}
