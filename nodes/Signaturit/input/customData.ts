// Values that fill document fields, and the custom data and Reference of a request.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isOurKey } from '../events/tracking';
import { plainKey } from '../transport/same';
import { showValue } from '../transport/errors/shown';
import { bare, isUnreadable } from '../transport/text';
import { documentDay, daySchema, isTimestamp } from './dates';
import { anyText, filledText, flag } from './doors';
import { hasClosedBrackets, ourKeyProblem, pairsSchema, rowsIn, withoutMissing } from './pairs';
import { field, gives, isBlank, refusal, schemaFor, type FieldSchema } from './schemas';

/** The known kinds of fields of a document; other fields are text. */
export type FieldKind = 'date' | 'check';

/**
 * A value that fills a field of a document: the first value of a widget, a template field, or custom data. Takes text,
 * numbers, booleans and dates. Gives text as the service writes it (docs/service.md#widgets): a date is its day, a box
 * 1 or 0. A missing value is `undefined`.
 *
 * @param zone the time zone of days (`documentDay`)
 * @param kind of the field. If it is not known, the value tells: a date or a timestamp is a day, a boolean a box
 */
export const filledValue = (name: string, zone: string, kind?: FieldKind) =>
	schemaFor<string | undefined>((value) => {
		if (isBlank(value)) return gives(undefined);
		if (kind === 'check' || typeof value === 'boolean') {
			return flag(name).transform((isOn) => String(Number(isOn)));
		}
		if (kind === 'date') return daySchema(name, zone);
		const isText = typeof value === 'string' && !isTimestamp(value);
		const day = isText ? undefined : documentDay(value, zone);
		if (day !== undefined) return gives(day);
		if (isText && !isUnreadable(value)) return gives(value);
		if (typeof value === 'string' || Number.isFinite(value)) return filledText(name);
		return z.never({ message: refusal(name, value, 'must be text, a number or a date') });
	});

/** The kinds of a template's fields, by the types that the panel has for them (`getTemplateFields`). */
const KINDS: Readonly<Record<string, FieldKind | undefined>> = {
	dateTime: 'date',
	boolean: 'check',
};

/** The panel's addition to the name of a required field of a template. */
export const MUST_FILL = ' (signer must fill)';

const anyLabel = z.string().catch('');

/** Template Fields, as n8n gives the whole field. */
const mapperSchema = z
	.object({
		value: z.record(z.unknown()).catch({}),
		schema: z.array(z.object({ id: z.string(), type: anyLabel, displayName: anyLabel })).catch([]),
	})
	.catch({ value: {}, schema: [] })
	.transform(({ value, schema }) => ({
		values: value,
		kinds: new Map(schema.map(({ id, type }) => [id, KINDS[type]])),
		names: new Map(
			schema.map(({ id, displayName: name }) => [
				id,
				name.endsWith(MUST_FILL) ? name.slice(0, -MUST_FILL.length) : name,
			]),
		),
	}));

/**
 * The values of Template Fields by their keys, without those that are missing. Takes the whole field: n8n's own
 * conversion of its value takes 01/04/2026 for the fourth of January.
 */
export const templateFieldsSchema = (zone: string): FieldSchema<Record<string, string>> =>
	schemaFor((mapper) => {
		const { values, kinds } = mapperSchema.parse(mapper);
		const schemas = Object.keys(values).map((key) => {
			const value = filledValue(`Template Fields: ${showValue(key)}`, zone, kinds.get(key));
			return [key, isOurKey(key) ? z.never({ message: ourKeyProblem(key) }) : value];
		});
		const fields = z.object(Object.fromEntries(schemas));
		return z.preprocess(() => values, fields.transform(withoutMissing));
	});

/**
 * The values of `templateFieldsSchema` as pairs that fill the fields: by the key of each field, and by its name if that
 * is another word, because the vendor's pages differ (docs/service.md#custom-data). A value too long to be stored goes
 * by the name only, as the service would refuse the other pair. A name that stands for two fields fills neither.
 */
export function fillingPairs(mapper: unknown, values: Readonly<Record<string, string>>) {
	const { names } = mapperSchema.parse(mapper);
	const valuesOf = new Map<string, Set<string | undefined>>();
	for (const [id, name] of names) {
		for (const word of new Set([id, name])) {
			valuesOf.set(word, (valuesOf.get(word) ?? new Set()).add(values[id]));
		}
	}
	const data = new Map(Object.entries(values));
	const hints: string[] = [];
	for (const [key, value] of Object.entries(values)) {
		const name = names.get(key) ?? '';
		if (name === key || isBlank(name) || isOurKey(name) || !hasClosedBrackets(name)) continue;
		// Two fields with one value are no problem.
		if ((valuesOf.get(name)?.size ?? 0) > 1) {
			hints.push(
				`Template Fields: two fields are called ${showValue(name)}, so Signaturit may leave them empty. Rename one in the template`,
			);
			continue;
		}
		data.set(name, value);
		if ([...String(value)].length > MAX_DATA_LENGTH) data.delete(key);
	}
	return { data: Object.fromEntries(data), hints: [...new Set(hints)] };
}

/** Longest value of a stored pair of a signature request, in characters (docs/service.md#text-lengths). */
export const MAX_DATA_LENGTH = 64;

/** Where `sentDataSchema` finds its rows. */
export const dataRows = { displayName: 'Custom Data', name: 'data', rows: 'pair' };

/** The rows of `customDataField` as pairs to search by (docs/service.md#filters), in the form in which they are sent. */
export const searchedDataSchema = (zone: string) =>
	pairsSchema(
		(name) =>
			filledValue(name, zone).refine((value) => !isBlank(value), { message: `${name} is empty` }),
		false,
	);

/**
 * Custom data as `data` for the service: rows, or an object as JSON (docs/service.md#custom-data), also as the only
 * entry of a list. Missing values are left out. A value that fills a field of the document may be long, so the service
 * decides.
 *
 * @param mapper Template Fields: a key that is one of them has its kind
 */
export const sentDataSchema = (zone: string, mapper?: unknown) => {
	const { kinds } = mapperSchema.parse(mapper);
	const ofKeys = new Map([...kinds].map(([id, kind]) => [bare(id), kind]));
	const kindOf = (key: unknown) => ofKeys.get(String(key));
	const pairs = pairsSchema((name, kind) => filledValue(name, zone, kind), true, kindOf);
	return schemaFor(() => z.preprocess(rowsIn, pairs)).optional();
};

/** The value of `referenceField`; `undefined` unless the user has added the field. */
export const givenReference = (options: IDataObject): unknown =>
	'reference' in options ? (options.reference ?? '') : undefined;

/** A Reference as it is compared and sent; `undefined` if there is none. */
export function plainReference(options: IDataObject): string | undefined {
	const given = givenReference(options);
	return given === undefined ? undefined : plainKey(String(given));
}

const REFERENCE_RULE = `must be a line of at most ${MAX_DATA_LENGTH} whole characters`;

const REFERENCE = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_DATA_LENGTH}}$`, 'u');

/** The user's reference. An added field without a value is a problem: the user relies on it. */
export const referenceSchema = field(
	anyText.transform(plainKey).pipe(z.string().regex(REFERENCE)).optional(),
	(value) =>
		isBlank(value)
			? 'Reference is empty. Give it a value or remove the field'
			: refusal('Reference', value, REFERENCE_RULE),
);
