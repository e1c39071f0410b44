import { DAY, utcDay } from '../../transport/lists/timeRange';

const HOUR = 60 * 60 * 1000;

/** How far back markers are looked for: further than polls look. */
const DAYS = 400;
const HOURS = 48;

/** A marker of the memory, and the end of the time in which it was recorded. */
interface Marker {
	value: string;
	end: number;
}

/** The markers to record together with anything at this moment: of its day and of its hour. */
export function markersAt(now: number): string[] {
	return [dayMarker(now).value, hourMarker(now).value];
}

/** All markers that may be remembered, the oldest first. */
export function possibleMarkers(now: number): Marker[] {
	const days = Array.from({ length: DAYS }, (_, ago) => dayMarker(now - ago * DAY));
	const hours = Array.from({ length: HOURS }, (_, ago) => hourMarker(now - ago * HOUR));
	return [...days, ...hours].sort((a, b) => a.end - b.end);
}

/**
 * The moment since when everything recorded is still remembered. The memory forgets in the order of
 * recording. A marker was recorded at some moment of its day or hour, so what was recorded after the end of
 * that time stands behind it.
 *
 * @param isRemembered whether the memory has a marker
 * @returns milliseconds since 1970; `now` when no marker is left
 */
export function horizonOf(now: number, isRemembered: (marker: string) => boolean): number {
	return possibleMarkers(now).find(({ value }) => isRemembered(value))?.end ?? now;
}

function dayMarker(moment: number): Marker {
	const day = utcDay(moment);
	return { value: `day ${day}`, end: Date.parse(day) + DAY };
}

function hourMarker(moment: number): Marker {
	const start = Math.floor(moment / HOUR) * HOUR;
	return { value: `hour ${new Date(start).toISOString().slice(0, 13)}`, end: start + HOUR };
}
