import { z } from 'zod';
import { DAY, dayAfter } from '../transport/lists/timeRange';
import { field, type FieldSchema } from './schemas';

const timePattern =
	/^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<offset>Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * The moment of a date, in milliseconds since 1970. A date without an offset (from the panel's calendar)
 * is read on the clocks of the time zone, a plain day as its midnight there.
 *
 * @param value text in ISO 8601; n8n gives the dates of expressions as such text too
 * @param timeZone IANA name, e.g. `Europe/Madrid`
 * @returns `undefined` if it is not a date
 */
export function momentOf(value: unknown, timeZone: string): number | undefined {
	const text = value instanceof Date ? value.toISOString() : String(value).trim();
	const { day, clock = '00:00', offset } = timePattern.exec(text)?.groups ?? {};
	if (day === undefined || !isDay(day)) return undefined;
	const moment =
		offset === undefined
			? onClocks(`${day}T${clock}Z`, timeZone)
			: Date.parse(`${day}T${clock}${offset}`);
	return Number.isNaN(moment) ? undefined : moment;
}

/**
 * The moment after a date up to which something is wanted, the date itself included: the end of the day if
 * the date is a midnight in the time zone, and otherwise the millisecond after it.
 *
 * @returns milliseconds since 1970; `undefined` if it is not a date
 */
export function momentAfter(value: unknown, timeZone: string): number | undefined {
	const moment = momentOf(value, timeZone);
	if (moment === undefined) return undefined;
	const day = clocksAt(moment, timeZone).slice(0, 10);
	return moment === momentOf(day, timeZone) ? momentOf(dayAfter(day), timeZone) : moment + 1;
}

/** A date field, read by `momentOf` or `momentAfter`. */
export const momentSchema = (
	name: string,
	timeZone: string,
	read: typeof momentOf = momentOf,
): FieldSchema<number> =>
	field(
		z.unknown().transform((value, context) => {
			const moment = read(value, timeZone);
			if (moment !== undefined) return moment;
			context.addIssue({ code: 'custom' });
			return z.NEVER;
		}),
		`${name} must be a date, e.g. 2026-03-31`,
	);

/** Whether one moment is before the other. A field that is missing, or has a fault (see `field`), passes. */
export function isBefore(since: unknown, until: unknown): boolean {
	return typeof since !== 'number' || typeof until !== 'number' || since < until;
}

/**
 * The moment at which the clocks of the time zone show this time, the first one if they show it twice. What
 * they skip in spring is taken as if they had not yet been put forward.
 *
 * @param shown the time that the clocks show, written as if it were UTC
 */
function onClocks(shown: string, timeZone: string): number {
	const time = Date.parse(shown);
	if (Number.isNaN(time)) return NaN;
	// The clocks change at most once within these two days.
	const before = time - aheadAt(time - DAY, timeZone);
	const after = time - aheadAt(time + DAY, timeZone);
	const isShownAt = (moment: number) => moment + aheadAt(moment, timeZone) === time;
	return isShownAt(before) || !isShownAt(after) ? before : after;
}

/** By how many milliseconds the clocks of the time zone are ahead of UTC. */
function aheadAt(moment: number, timeZone: string): number {
	const seconds = Math.floor(moment / 1000) * 1000;
	return Date.parse(`${clocksAt(moment, timeZone).replace(' ', 'T')}Z`) - seconds;
}

/** What the clocks of the time zone show: Swedish dates are written `YYYY-MM-DD HH:MM:SS`. */
function clocksAt(moment: number, timeZone: string): string {
	return new Date(moment).toLocaleString('sv-SE', { timeZone });
}

function isDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	// JavaScript takes 31 February for a day in March.
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
