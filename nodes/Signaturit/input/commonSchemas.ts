import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { rowsOrJson } from './lists';
import {
	anyText,
	emailSchema,
	field,
	filledText,
	isBlank,
	schemaFor,
	strictObject,
	text,
	type FieldSchema,
} from './schemas';
import { isPlainObject } from '../transport/errors/problem';
import { dayAfter } from '../transport/lists/timeRange';

/** Stands in the place of a value that could not be found out: why, and what to do. */
export interface Unfound {
	problem: string;
	advice: string;
}

export const isUnfound = (value: unknown): value is Unfound =>
	isPlainObject(value) && 'problem' in value && 'advice' in value;

/** The schema of a value that may be `Unfound`, which is shown as the problem. */
export const unlessUnfound = <Output>(schema: FieldSchema<Output>) =>
	schemaFor<Output>((value) =>
		isUnfound(value)
			? z.custom<Output>(() => false, { message: value.problem, params: { advice: value.advice } })
			: schema,
	);

/** The schema with rules about several fields: a message for each that is broken. */
export const withRules = <Output>(
	schema: FieldSchema<Output>,
	problems: (value: Output) => string[],
) =>
	schema.superRefine((value, context) => {
		for (const message of problems(value)) context.addIssue({ code: 'custom', message });
	});

const valueSchema = field(
	z.union([z.string(), z.number(), z.boolean()]).transform(String),
	'Value must be text or a number',
);

/** Longest value of a stored pair of a signature request, in characters (docs/service.md#text-lengths). */
export const MAX_DATA_LENGTH = 64;

/** The service reads a key back from `data[<key>]` only with its brackets in pairs (docs/service.md#custom-data). */
const keySchema = filledText('Key').refine(hasClosedBrackets, {
	message: 'Key has a square bracket without its other half',
});

const mapOf = (pair: FieldSchema<{ key: string; value: string }>) =>
	z
		.array(pair, { message: 'Custom Data must be a JSON object such as { "crm_id": "2445" }' })
		.superRefine((all, context) => {
			all.forEach(({ key }, index) => {
				if (all.findIndex((other) => other.key === key) === index) return;
				context.addIssue({ code: 'custom', path: [index], message: `Key "${key}" is used twice` });
			});
		})
		.transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));

/** The rows of `customDataField` as pairs to search by (docs/service.md#filters). */
export const customDataSchema = mapOf(
	z.object({
		key: keySchema,
		value: valueSchema.refine((value) => !isBlank(value), { message: 'Value is empty' }),
	}),
);

/** A value that fills a field of the document may be long, so the service decides. */
const sentPair = strictObject('A pair', { key: keySchema, value: valueSchema });

/** Custom data as `data` for the service: rows, or an object as JSON (docs/service.md#custom-data). */
export const sentDataSchema = rowsOrJson(
	'Custom Data',
	z.preprocess(
		(value) =>
			isPlainObject(value)
				? Object.entries(value).map(([key, entry]) => ({ key, value: entry }))
				: value,
		mapOf(sentPair),
	),
);

/** As the service writes defaults: dates as `YYYY-MM-DD`, a box as 1 or 0 (docs/service.md#widgets). */
const templateValue = z
	.union([
		z.string(),
		z.number(),
		z.boolean().transform(Number),
		// n8n turns the dates of template fields into objects of Luxon. An invalid one has no text.
		z
			.custom<DateTime>(DateTime.isDateTime)
			.transform((date) => date.toISODate())
			.pipe(z.string()),
	])
	.transform(String);

/** The values of template fields by their keys, as text. */
export const templateFieldsSchema = schemaFor<Record<string, string>>((fields) => {
	const schemas = Object.keys(Object(fields)).map((key) => [
		key,
		field(templateValue, `Template Fields: "${key}" must be text or a number`),
	]);
	return z.object(Object.fromEntries(schemas));
}).optional();

/** The value of `referenceField`; `undefined` unless the user has added the field. */
export const givenReference = (options: IDataObject): unknown =>
	'reference' in options ? (options.reference ?? '') : undefined;

/** The user's reference. An added field without a value is a problem: the user relies on it. */
export const referenceSchema = schemaFor<string | undefined>((value) => {
	const message = referenceProblem(value);
	if (message !== undefined) return z.never({ message });
	return anyText.transform((reference) => reference.trim()).optional();
});

function referenceProblem(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	if (isBlank(value)) return 'Reference is empty. Give it a value or remove the field';
	const reference = anyText.safeParse(value).data?.trim();
	if (reference === undefined) return 'Reference must be text';
	if ([...reference].length > MAX_DATA_LENGTH) {
		return `Reference is longer than ${MAX_DATA_LENGTH} characters`;
	}
	return /\p{Cc}/u.test(reference) ? 'Reference must be a single line of text' : undefined;
}

function hasClosedBrackets(key: string): boolean {
	let brackets = String(key).replace(/[^[\]]/g, '');
	while (brackets.includes('[]')) brackets = brackets.replaceAll('[]', '');
	return brackets === '';
}

/** An email address after a name, as mail programs write it. */
const MAILBOX = /^([^<>]*)<([^<>]*)>\s*$/;

/** A person whose email may bring the name, as n8n's email nodes give it. The field for the name decides. */
export const withMailbox = <Output>(person: FieldSchema<Output>): FieldSchema<Output> =>
	z.preprocess((value) => {
		if (!isPlainObject(value) || typeof value.email !== 'string') return value;
		const [, before = '', email] = MAILBOX.exec(value.email) ?? [];
		if (email === undefined) return value;
		const name = isBlank(value.name) ? before.trim().replace(/^"(.*)"$/, '$1') : value.name;
		return { ...value, email, name };
	}, person);

const copySchema = z.preprocess(
	(entry) => (typeof entry === 'string' ? { email: entry } : entry),
	withMailbox(strictObject('A copy', { email: emailSchema, name: text('Name') })),
);

/** The people of `copiesFields`: rows, or a list as JSON. One alone needs no list. */
export const copiesSchema = (name: string) =>
	rowsOrJson(
		name,
		z.preprocess(
			(value) => (isPlainObject(value) ? [value] : value),
			z.array(copySchema, {
				message: `${name} must be a JSON list such as [{ "email": "…", "name": "…" }]`,
			}),
		),
	);

/** ISO 8601, with a blank or a T before the time. */
const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/**
 * The moment of a date, in milliseconds since 1970; `undefined` if it is none. A date without an offset (from the
 * panel's calendar) is read on the clocks of the time zone, a plain day as its midnight there.
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
 * As `momentOf`, the moment after a date up to which something is wanted, the date itself included: the end of the day
 * if the date is a midnight in the time zone, and otherwise the millisecond after it.
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
