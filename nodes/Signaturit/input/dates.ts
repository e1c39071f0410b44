import { DateTime } from 'luxon';
import { z } from 'zod';
import { dayAfter } from '../transport/lists/timeRange';
import { field, refusal, type FieldSchema } from './schemas';

/** ISO 8601, with a blank or a T before the time: the day, the time, its seconds, the offset. */
const DATE =
	/^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(:\d\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

type EnteredDate = { moment: DateTime } | { day: string; local: DateTime };

/** A date as it was entered: a moment, or a day and perhaps a time on the clocks of the time zone. */
function entered(value: unknown, zone: string): EnteredDate | undefined {
	const given = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
	if (DateTime.isDateTime(given)) return given.isValid ? { moment: given } : undefined;
	const text = typeof given === 'string' ? given.replace(/\p{Cf}/gu, '').trim() : '';
	const [, day = '', , offset] = DATE.exec(text) ?? [];
	const read = DateTime.fromISO(text.replace(' ', 'T'), { zone, setZone: true });
	if (!day || !read.isValid) return undefined;
	return offset === undefined ? { day, local: read } : { moment: read };
}

const isMidnight = (date: DateTime) => +date === +date.startOf('day');

/**
 * The day that a date stands for in a document, as `YYYY-MM-DD`; `undefined` if it is not one. Text without a time or
 * an offset is the day that is written. A moment that is midnight where it is written, or in UTC, is that day: databases
 * send days so. Every other moment is its day in the time zone.
 *
 * @param value text in ISO 8601, a Date or luxon's DateTime
 * @param zone IANA name, e.g. `Europe/Madrid`
 */
export function documentDay(value: unknown, zone: string): string | undefined {
	const date = entered(value, zone);
	if (!date || 'day' in date) return date?.day;
	const utc = date.moment.toUTC();
	const isDay = [date.moment, utc].find(isMidnight);
	return (isDay ?? date.moment.setZone(zone)).toISODate() ?? undefined;
}

/** Whether a text is a date with a time to the second, as programs write it. People write days, and hours and minutes. */
export const isTimestamp = (value: unknown) =>
	typeof value === 'string' && DATE.exec(value.trim())?.[2] !== undefined;

/**
 * The moment of a date, in milliseconds since 1970; `undefined` if it is not one. Takes what `documentDay` takes. A date
 * without an offset (from the panel's calendar) is read on the clocks of the time zone, a plain day as its midnight.
 */
export function momentOf(value: unknown, zone: string): number | undefined {
	const date = entered(value, zone);
	if (!date) return undefined;
	// Clocks show some times twice, when summer time ends: the first one counts.
	return 'day' in date ? Math.min(...date.local.getPossibleOffsets().map(Number)) : +date.moment;
}

/**
 * As `momentOf`, for the end of a range that includes the date: the end of the day if the date is a midnight in the
 * time zone, and otherwise the millisecond after it.
 */
export function momentAfter(value: unknown, zone: string): number | undefined {
	const moment = momentOf(value, zone);
	if (moment === undefined) return undefined;
	const day = String(DateTime.fromMillis(moment, { zone }).toISODate());
	return moment === momentOf(day, zone) ? momentOf(dayAfter(day), zone) : moment + 1;
}

/** Values in spreadsheets and databases that stand for a day, and the expression that makes a date of each. */
const OTHER_DATES: ReadonlyArray<readonly [pattern: RegExp, expression: string]> = [
	[/^(19|20)\d{6}$/, "fromFormat(String($json.date), 'yyyyMMdd')"],
	[/^\d{1,6}([.,]\d+)?$/, "fromISO('1899-12-30').plus({ days: $json.date })"],
	[/^\d{9,11}([.,]\d+)?$/, 'fromSeconds(Number($json.date))'],
	[/^\d{12,}([.,]\d+)?$/, 'fromMillis(Number($json.date))'],
];

const dateProblem = (name: string) => (value: unknown) => {
	const text = String(value).trim();
	const [, mark = '', second = '', year = ''] =
		/^\d{1,2}([./-])(\d{1,2})\1(\d{4}|\d\d)\b/.exec(text) ?? [];
	const order = Number(second) > 12 ? ['M', 'd'] : ['d', 'M'];
	const format = [...order, 'y'.repeat(year.length)].join(mark);
	const makesDate = mark
		? `fromFormat($json.date, '${format}')`
		: OTHER_DATES.find(([pattern]) => pattern.test(text))?.[1];
	const advice = makesDate && `. To get a date, use {{ DateTime.${makesDate}.toISODate() }}`;
	return refusal(name, value, `must be a date, e.g. 2026-03-31${advice ?? ''}`);
};

/** A date field, read by `momentOf` or `momentAfter`. */
export const momentSchema = (name: string, zone: string, read = momentOf) =>
	field(
		z.preprocess((value) => read(value, zone), z.number()),
		dateProblem(name),
	);

/** A date that becomes a day in a document, read by `documentDay`. */
export const daySchema = (name: string, zone: string): FieldSchema<string> =>
	field(
		z.preprocess((value) => documentDay(value, zone), z.string()),
		dateProblem(name),
	);

/** Whether one moment is before the other. A field that is missing, or has a problem (see `field`), passes. */
export function isBefore(since: unknown, until: unknown): boolean {
	return typeof since !== 'number' || typeof until !== 'number' || since < until;
}
