import { isSafeObjectProperty } from 'n8n-workflow';
import { z } from 'zod';
import { isPlainObject } from '../transport/shapes';
import { showValue } from '../transport/errors/shown';
import type { FormFields, FormValue } from '../transport/form';
import { lettersOf } from './doors';
import { jsonFieldFor } from './fields';
import { readJson } from './json';
import { gives, isBlank, schemaFor, type FieldSchema } from './schemas';
import { meantBy, nearest } from './words';

/** A JSON value as it is sent, without missing values. */
const anyValue: FieldSchema<FormValue> = z.unknown().transform((value) => {
	const text = JSON.stringify(value, (_, one: unknown) => one ?? undefined) as string | undefined;
	return text === undefined ? undefined : (JSON.parse(text) as FormValue);
});

/** The problem with a key that cannot be sent or is misspelt; `undefined` if there is none. */
function keyProblem(what: string, key: string, known: readonly string[]): string | undefined {
	if (known.includes(key)) return undefined;
	const none = `${what} has no field ${showValue(key)}`;
	if (!isSafeObjectProperty(key) || /[[\]]/.test(key) || isBlank(key)) return none;
	const meant = meantBy(key, known);
	return meant === undefined ? undefined : `${none}: did you mean ${meant}?`;
}

/** An object in a JSON field, which may have unknown fields. */
export const openObject = <Shape extends z.ZodRawShape>(what: string, shape: Shape) => {
	const object = z
		.object(shape, { errorMap: () => ({ message: `${what} must be an object` }) })
		.catchall(anyValue);
	// The keys as entered: zod leaves `__proto__` out of its output.
	return z.preprocess((value, context) => {
		for (const key of isPlainObject(value) ? Object.keys(value) : []) {
			const message = keyProblem(what, key, Object.keys(shape));
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}
		return value;
	}, object);
};

/** The known values at a place in the sent data: these words, and objects with these fields; any if `undefined`. */
export type KnownWords = ReadonlyArray<string | KnownFields> | undefined;

export interface KnownFields {
	readonly [field: string]: KnownWords;
}

/** Fields in which any value may stand. */
export const free = (...fields: string[]): KnownFields =>
	Object.fromEntries(fields.map((field) => [field, undefined]));

interface Unknown {
	/** In words for the hint, e.g. `Recipient 1: method "whatsapp"`. */
	text: string;
	entered: string;
	words: string[];
}

/** The unknown keys in a value, and its unknown words. */
export function unknownIn(where: string, value: unknown, known: KnownWords): Unknown[] {
	if (known === undefined || value === undefined) return [];
	if (Array.isArray(value)) {
		return value.flatMap((one, index) => unknownIn(`${where} ${index + 1}`, one, known));
	}
	const words = known.filter((word) => typeof word === 'string');
	if (!isPlainObject(value)) {
		const entered = String(value);
		const isKnown = words.length === 0 || words.includes(entered);
		return isKnown ? [] : [{ text: `${where} ${showValue(value)}`, entered, words }];
	}
	const fields = Object.assign({}, ...known.filter(isPlainObject)) as KnownFields;
	const inside = where && `${where}: `;
	return Object.entries(value).flatMap(([key, inner]) =>
		Object.hasOwn(fields, key)
			? unknownIn(`${inside}${key}`, inner, fields[key])
			: [{ text: `${inside}${showValue(key)}`, entered: key, words: Object.keys(fields) }],
	);
}

/** One hint about all unknown keys and words that were sent. It names a known word that is like each. */
export function unknownHint(unknown: readonly Unknown[]): string[] {
	const texts = unknown.map(({ text, entered, words }) => {
		const near = nearest(entered, words, lettersOf(entered).length / 2);
		return near === undefined ? text : `${text} (did you mean ${near}?)`;
	});
	const all = [...new Set(texts)].join(', ');
	return all === '' ? [] : [`Signaturit's documentation does not have ${all}: sent as it is`];
}

const ADDITIONAL = 'Additional Parameters';
const WHAT = `${ADDITIONAL} (JSON)`;

/** The option for parameters for which the panel has no field. */
export const additionalOption = jsonFieldFor(
	{ displayName: ADDITIONAL, name: 'additionalParameters' },
	{
		typeOptions: { rows: 4 },
		default: '{}',
		description: "Further parameters in the words of Signaturit's API, for which there is no field",
		hint: 'An object, e.g. { "locale": "es" }',
	},
);

/** The value of `additionalOption` among the options of an item, not validated yet. */
export const enteredAdditional = (options: unknown) =>
	readJson(isPlainObject(options) ? options[additionalOption.name] : undefined, ADDITIONAL);

/** The node's promises rest on these, where people are sent something. `to` is another name of `recipients`. */
export const PROMISED = [
	...['data', 'recipients', 'to', 'files', 'attachments', 'templates', 'events_url'],
];

/** The problems with additional parameters: misspelt ones, and those that the node fills itself. */
function parameterProblems(
	value: Readonly<Record<string, unknown>>,
	known: KnownFields,
	promised: readonly string[],
): string[] {
	const words = [...Object.keys(known), ...promised];
	const problems = Object.keys(value).map((key) =>
		promised.includes(key)
			? `${WHAT}: ${showValue(key)} has a field of its own`
			: keyProblem(WHAT, key, words),
	);
	const inside = Object.keys(known)
		.flatMap((key) => unknownIn(key, value[key], known[key]))
		.map(({ text, entered, words }) => {
			const meant = meantBy(entered, words);
			return meant && `${WHAT}: ${text} is not known: did you mean ${meant}?`;
		});
	return [...problems, ...inside].flatMap((problem) => problem ?? []);
}

/** Reads `enteredAdditional`, if there is any. Keys that the node fills itself are refused. */
export const additionalSchema = (known: KnownFields, promised: readonly string[] = []) =>
	schemaFor<FormFields | undefined>((value) => {
		if (isBlank(value)) return gives(undefined);
		if (!isPlainObject(value) || value instanceof Date) {
			return z.never({ message: `${WHAT} must be an object` });
		}
		return z.record(anyValue).transform((fields, context) => {
			for (const message of parameterProblems(value, known, promised)) {
				context.addIssue({ code: 'custom', message });
			}
			return Object.keys(fields).length > 0 ? fields : undefined;
		});
	});

/** The keys that a field of the panel has filled too. */
export const additionalProblems = (fields: FormFields, additional: FormFields = {}): string[] =>
	Object.entries(additional).flatMap(([key, value]) => {
		const filled = fields[key];
		if (filled === undefined) return [];
		if (isPlainObject(filled) && isPlainObject(value)) return additionalProblems(filled, value);
		return [`${WHAT}: ${showValue(key)} is filled by a field too`];
	});

/** Merges both. No key may be filled twice (`additionalProblems`). */
export const withAdditional = (fields: FormFields, additional: FormFields = {}): FormFields => ({
	...fields,
	...Object.fromEntries(
		Object.entries(additional).map(([key, value]) => {
			const filled = fields[key];
			const isBoth = isPlainObject(filled) && isPlainObject(value);
			return [key, isBoth ? withAdditional(filled, value) : value];
		}),
	),
});
