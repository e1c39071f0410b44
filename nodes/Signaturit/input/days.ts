import { DateTime } from 'luxon';
import { z } from 'zod';
import { dayAfter } from '../transport/lists/timeRange';
import { field } from './schemas';

/** ISO 8601, with a blank or a T before the time. */
const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/**
 * The moment of a date, in milliseconds since 1970; `undefined` if it is none. A date without an offset (from the panel's
 * calendar) is read on the clocks of the time zone, a plain day as its midnight there.
 *
 * @param value text in ISO 8601; n8n gives the dates of expressions as such text too
 * @param timeZone IANA name, e.g. `Europe/Madrid`
 */
export function momentOf(value: unknown, timeZone: string): number | undefined {
	const text = value instanceof Date ? value.toISOString() : String(value).trim();
	if (!DATE.test(text)) return undefined;
	const date = DateTime.fromISO(text.replace(' ', 'T'), { zone: timeZone, setZone: true });
	// Of a time that the clocks show twice, the first one counts.
	const moment = Math.min(...date.getPossibleOffsets().map(Number));
	return Number.isNaN(moment) ? undefined : moment;
}

/**
 * As `momentOf`, the moment after a date up to which something is wanted, the date itself included: the end of the day if
 * the date is a midnight in the time zone, and otherwise the millisecond after it.
 */
export function momentAfter(value: unknown, timeZone: string): number | undefined {
	const moment = momentOf(value, timeZone);
	if (moment === undefined) return undefined;
	const day = String(DateTime.fromMillis(moment, { zone: timeZone }).toISODate());
	return moment === momentOf(day, timeZone) ? momentOf(dayAfter(day), timeZone) : moment + 1;
}

/** A date field, read by `momentOf` or `momentAfter`. */
export const momentSchema = (name: string, timeZone: string, read = momentOf) =>
	field(
		z.preprocess((value) => read(value, timeZone), z.number()),
		`${name} must be a date, e.g. 2026-03-31`,
	);

/** Whether one moment is before the other. A field that is missing, or has a problem (see `field`), passes. */
export function isBefore(since: unknown, until: unknown): boolean {
	return typeof since !== 'number' || typeof until !== 'number' || since < until;
}
