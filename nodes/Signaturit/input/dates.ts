// Reads a date or timestamp in many notations as a day or a moment.

import { DateTime } from 'luxon';
import { z } from 'zod';
import { dayAfter } from '../transport/lists/timeRange';
import { bare } from '../transport/text';
import { field, refusal, type FieldSchema } from './schemas';

/** The longest text that is read as a date, in characters. Java's and JavaScript's end in the name of a time zone. */
const MAX_LENGTH = 100;

const TIME = String.raw`(?<time>\d\d:\d\d(?<seconds>:\d\d(?:[.,]\d{1,9})?)?)`;
const OFFSET = String.raw`(?<offset>(?:UTC|GMT)?[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?|Z|UTC|GMT)`;
const WEEKDAY = '(?<weekday>[a-z]{3})';
const MONTH = '(?<month>[a-z]{3})';

/**
 * Dates that mean one day or moment, whoever reads them. Names of time zones but UTC and GMT are no part of that: they
 * may stand after an offset.
 */
const FORMS = [
	// ISO 8601, and as databases, Java and Go write it: 2026-03-31 00:00:00 +0200 CEST, …T00:00+02:00[Europe/Madrid].
	String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:(?: |(?<letter>T))${TIME}(?: ?${OFFSET}(?: [A-Z]{2,5}| [+-]\d\d(?:\d\d)?)?(?:\[[^\]]+\]){0,2})?)?`,
	// Emails and HTTP: Tue, 31 Mar 2026 00:00:00 GMT.
	String.raw`(?:${WEEKDAY}, )?(?<day>\d{1,2}) ${MONTH} (?<year>\d{4}) ${TIME} ${OFFSET}(?: \([^)]*\))?`,
	// A Date of JavaScript as text: Tue Mar 31 2026 00:00:00 GMT+0200 (Central European Summer Time).
	String.raw`${WEEKDAY} ${MONTH} (?<day>\d\d) (?<year>\d{4}) ${TIME} ${OFFSET}(?: \([^)]*\))?`,
	// A Date of Java as text: Tue Mar 31 00:00:00 UTC 2026.
	String.raw`${WEEKDAY} ${MONTH} (?<day>\d{1,2}) ${TIME} ${OFFSET} (?<year>\d{4})`,
	// Calendars: 20260331T000000Z.
	String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<time>\d\d\d\d(?<seconds>\d\d))(?<offset>Z)`,
].map((form) => new RegExp(`^${form}$`, 'i'));

const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ');
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The text of a date, with single blanks; empty if it is too long for one. */
function dateTextIn(value: unknown): string {
	const text = typeof value === 'string' ? bare(value) : '';
	return text.length > MAX_LENGTH ? '' : text.replace(/\p{Cf}/gu, '').replace(/\s+/gu, ' ');
}

interface WrittenDate {
	day: string;
	/** In ISO 8601, as `offset`. */
	time?: string;
	/** Whether a program has written the time: people write none to the second, and no T before one with an offset. */
	isOfProgram: boolean;
	offset?: string;
	weekday?: string;
}

/** The parts of a text that has the form of a date. They may still be none, as in 2026-02-30. */
function writtenDate(text: string): WrittenDate | undefined {
	const groups = FORMS.map((form) => form.exec(text)?.groups).find(Boolean);
	if (!groups) return undefined;
	const { year, month = '', day = '', time, seconds, letter, offset, weekday } = groups;
	const place = MONTHS.indexOf(month.toLowerCase());
	const number = place < 0 ? month : String(place + 1);
	return {
		day: [year, number.padStart(2, '0'), day.padStart(2, '0')].join('-'),
		time,
		isOfProgram: seconds !== undefined || (letter !== undefined && offset !== undefined),
		offset: offset && (offset.replace(/^(UTC|GMT|Z)/i, '') || 'Z'),
		weekday: weekday?.toLowerCase(),
	};
}

type EnteredDate = { moment: DateTime } | { day: string; local: DateTime };

/** A date as it was entered: a moment, or a day and perhaps a time on the clocks of the time zone. */
function entered(value: unknown, zone: string): EnteredDate | undefined {
	const given = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
	if (DateTime.isDateTime(given)) return given.isValid ? { moment: given } : undefined;
	const written = writtenDate(dateTextIn(given));
	if (!written) return undefined;
	const { day, time, offset, weekday } = written;
	const iso = time === undefined ? day : `${day}T${time}${offset ?? ''}`;
	const read = DateTime.fromISO(iso, { zone, setZone: true });
	const isOther = weekday !== undefined && weekday !== WEEKDAYS[read.weekday - 1];
	if (!read.isValid || isOther) return undefined;
	return offset === undefined ? { day, local: read } : { moment: read };
}

const isMidnight = (date: DateTime) => +date === +date.startOf('day');

/**
 * The day that a date stands for in a document, as `YYYY-MM-DD`; `undefined` if it is not one. Text without a time or
 * an offset is the day that is written. A moment that is midnight where it is written, or in UTC, is that day: databases
 * send days so. Every other moment is its day in the time zone.
 *
 * @param value text in one of `FORMS`, a Date or luxon's DateTime
 * @param zone IANA name, e.g. `Europe/Madrid`
 */
export function documentDay(value: unknown, zone: string): string | undefined {
	const date = entered(value, zone);
	if (!date || 'day' in date) return date?.day;
	const utc = date.moment.toUTC();
	const isDay = [date.moment, utc].find(isMidnight);
	return (isDay ?? date.moment.setZone(zone)).toISODate() ?? undefined;
}

/** Whether a text is a date with a time, as programs write it. */
export const isTimestamp = (value: unknown): boolean =>
	writtenDate(dateTextIn(value))?.isOfProgram === true;

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

/** A time with the name of a time zone, which may be that of several: IST, CST. */
const NAMED_ZONE = /\d\d:\d\d[\d:.,]* ?\[?(?![ap]m\b)[a-z][\w/+-]+\]?(?: \d{4})?$/i;

const dateProblem = (name: string) => (value: unknown) => {
	const text = dateTextIn(String(value));
	const [, mark = '', second = '', year = ''] =
		/^\d{1,2}([./-])(\d{1,2})\1(\d{4}|\d\d)\b/.exec(text) ?? [];
	const order = Number(second) > 12 ? ['M', 'd'] : ['d', 'M'];
	const format = [...order, 'y'.repeat(year.length)].join(mark);
	const makesDate = mark
		? `fromFormat($json.date, '${format}')`
		: OTHER_DATES.find(([pattern]) => pattern.test(text))?.[1];
	const zoneAdvice = NAMED_ZONE.test(text)
		? '. Its time zone must be UTC or an offset, e.g. +02:00'
		: '';
	const advice = makesDate
		? `. To get a date, use {{ DateTime.${makesDate}.toISODate() }}`
		: zoneAdvice;
	return refusal(name, value, `must be a date, e.g. 2026-03-31${advice}`);
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
