// The service's time, learned from its answers, and how far n8n's clock is from it.

import { BoundedMap } from './concurrency';

/** The last time that each service told, by its origin, and when on the monotonic clock. Milliseconds. */
const serviceTimes = new BoundedMap<{ time: number; at: number }>(100);

/** Clocks that differ by less count as equal: the service tells whole seconds. */
const NO_DIFFERENCE = 2_000;

/**
 * Remembers the time that a service tells by its header `Date`, to which a cache adds `Age`: n8n's clock may be wrong,
 * and is set right while something waits.
 *
 * @param took milliseconds from the request to the beginning of the answer: the time is that of a moment between them.
 * If the known time can be right, it stays; otherwise it changes as little as possible.
 */
export function noteServiceTime(
	url: string,
	{ date, age }: Readonly<Record<string, unknown>>,
	took: number,
): void {
	const time = (typeof date === 'string' ? Date.parse(date) : NaN) + (Number(age) || 0) * 1_000;
	if (Number.isNaN(time)) return;
	const known = Math.min(Math.max(serviceTime(url), time), time + took);
	serviceTimes.set(new URL(url).origin, { time: known, at: performance.now() });
}

/** The time as the service at this address tells it, in milliseconds since 1970; n8n's until it has told it. */
export function serviceTime(url: string): number {
	const last = serviceTimes.get(new URL(url).origin);
	return last ? last.time + performance.now() - last.at : Date.now();
}

/** The milliseconds to add to n8n's clock to get the time of this service; `undefined` until it has told its time. */
export function clockDifference(url: string): number | undefined {
	if (!serviceTimes.has(new URL(url).origin)) return undefined;
	const difference = Math.round(serviceTime(url) - Date.now());
	return Math.abs(difference) < NO_DIFFERENCE ? 0 : difference;
}
