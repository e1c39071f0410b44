// The rules for additional parameters, which the panel has no field for, and for undocumented words.

import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { schemaOf, type Rules } from '../input/fieldDoors';
import { jsonFieldFor } from '../input/fields';
import { readJson } from '../input/json';
import {
	anyValue,
	keyProblem,
	meantBy,
	unknownHint,
	unknownIn,
	type KnownFields,
} from '../input/words';
import { gives, isBlank, schemaFor, validated, withRules } from '../input/schemas';
import type { Call } from '../transport/call';
import type { RequestContent } from '../transport/exchange';
import { showValue } from '../transport/errors/shown';
import type { FormFields } from '../transport/form';
import { isPlainObject } from '../transport/shapes';

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

/** The known values of these fields: any value, or the words of a dropdown. */
export const knownBy = (fields: readonly INodeProperties[]): KnownFields =>
	Object.fromEntries(
		fields.map(({ name, type, options = [] }) => [
			name,
			/^(multiO|o)ptions$/.test(type)
				? options.map((one) => ('value' in one ? String(one.value) : ''))
				: undefined,
		]),
	);

/** Shows one hint that names the undocumented words of these fields; they are sent all the same. */
export function hintAtWords(call: Call, sent: object, known: KnownFields): void {
	const values = sent as Readonly<Record<string, unknown>>;
	const unknown = Object.entries(known).map(([name, words]) =>
		unknownIn(name, values[name], words),
	);
	call.hint('warning', ...unknownHint(unknown.flat()));
}

/** The schema of fields of the panel and of `additional`. No parameter may be given in both. */
export const withAdditionalRule = (
	fields: readonly INodeProperties[],
	rules: Rules | undefined,
	known: KnownFields,
	problems: (values: FormFields) => string[],
) =>
	withRules(
		z.intersection(schemaOf(fields, rules), z.object({ additional: additionalSchema(known) })),
		({ additional, ...values }) => [
			...problems({ ...values, additional }),
			...additionalProblems(values as FormFields, additional),
		],
	);

/** A request with additional parameters. Throws a UserError when a field or a file gives one of them already. */
export function withParameters(made: RequestContent, additional: FormFields | undefined) {
	const { fields = {}, files = [] } = made;
	if (additional === undefined) return { ...made, fields };
	const filled = { ...Object.fromEntries(files.map(({ field }) => [field, field])), ...fields };
	const problems = () => additionalProblems(filled, additional);
	validated(withRules(z.unknown(), problems), undefined);
	return { ...made, fields: withAdditional(fields, additional) };
}
