import { BoundedMap } from './concurrency';

/** What time it was for a service at what moment of the monotonic clock, by its origin. Milliseconds. */
const told = new BoundedMap<{ time: number; at: number }>(100);

/** Clocks that differ by less count as equal: the service tells whole seconds. */
const NO_DIFFERENCE = 2_000;

/**
 * Remembers the time that a service tells by its header `Date`, to which a cache adds `Age`: n8n's clock may be wrong,
 * and is set right while something waits.
 *
 * @param took milliseconds from the request to the beginning of the answer: at some moment between, this was the time.
 * If the time that is known can be right, it stays; otherwise it changes as little as possible.
 */
export function noteServiceTime(
	url: string,
	{ date, age }: Readonly<Record<string, unknown>>,
	took: number,
): void {
	const time = (typeof date === 'string' ? Date.parse(date) : NaN) + (Number(age) || 0) * 1_000;
	if (Number.isNaN(time)) return;
	const known = Math.min(Math.max(serviceTime(url), time), time + took);
	told.set(new URL(url).origin, { time: known, at: performance.now() });
}

/** The time as the service at this address tells it, in milliseconds since 1970; n8n's until it has told it. */
export function serviceTime(url: string): number {
	const last = told.get(new URL(url).origin);
	return last ? last.time + performance.now() - last.at : Date.now();
}

/** What n8n's clock lacks to the time of the service at this address, in milliseconds; `undefined` until it was told. */
export function clockDifference(url: string): number | undefined {
	if (!told.has(new URL(url).origin)) return undefined;
	const difference = Math.round(serviceTime(url) - Date.now());
	return Math.abs(difference) < NO_DIFFERENCE ? 0 : difference;
}
