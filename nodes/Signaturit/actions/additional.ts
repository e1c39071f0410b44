// The rules for additional parameters, which the panel has no field for, and for undocumented words.

import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { schemaOf, type Rules } from '../input/fieldDoors';
import { additionalProblems, additionalSchema, withAdditional } from '../input/parameters';
import { unknownHint, unknownIn, type KnownFields } from '../input/words';
import { validated, withRules } from '../input/schemas';
import type { Call } from '../transport/call';
import type { RequestContent } from '../transport/exchange';
import type { FormFields } from '../transport/form';

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
