import { z } from 'zod';
import { field, type FieldSchema } from './schemas';

const timePattern =
	/^(?<day>\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<offset>Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * The calendar day of a date, `YYYY-MM-DD`. A date without an offset (from the panel's calendar, or a
 * plain day) is the day that is written there. A moment is the day on which it falls in the time zone.
 *
 * @param value text in ISO 8601; n8n gives the dates of expressions as such text too
 * @param timeZone IANA name, e.g. `Europe/Madrid`
 * @returns `undefined` if it is not a date
 */
export function calendarDay(value: unknown, timeZone: string): string | undefined {
	const text = value instanceof Date ? value.toISOString() : String(value).trim();
	const { day, offset } = timePattern.exec(text)?.groups ?? {};
	if (day === undefined || !isDay(day)) return undefined;
	if (offset === undefined) return day;
	const moment = new Date(text);
	// Swedish dates are written YYYY-MM-DD.
	return Number.isNaN(moment.getTime())
		? undefined
		: moment.toLocaleDateString('sv-SE', { timeZone });
}

/** A date field, as a calendar day in the time zone. */
export const daySchema = (name: string, timeZone: string): FieldSchema<string> =>
	field(
		z.unknown().transform((value, context) => {
			const day = calendarDay(value, timeZone);
			if (day !== undefined) return day;
			context.addIssue({ code: 'custom' });
			return z.NEVER;
		}),
		`${name} must be a date, e.g. 2026-03-31`,
	);

function isDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	// JavaScript takes 31 February for a day in March.
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
