import { isSafeObjectProperty } from 'n8n-workflow';
import { z } from 'zod';
import { isPlainObject } from '../transport/errors/problem';
import { showValue } from '../transport/errors/shown';
import type { FormFields, FormValue } from '../transport/form';
import { choice, filledText, lettersOf, type Choice } from './doors';
import { jsonFieldFor } from './fields';
import { gives, isBlank, refusal, schemaFor, type FieldSchema } from './schemas';

// The service has more words and fields than its documentation. What nobody knows is sent as it is, with one hint. What
// is a known word but for one or two letters is refused: the service may ignore it, and send another contract.

/** How many letters two words differ by (Levenshtein), read row by row. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, letter] of [...a].entries()) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j++) {
			const changed = (row[j] ?? 0) + Number(letter !== b[j]);
			next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

/** Shorter words are another one after a change of one letter, as mms is of sms. */
const SHORTEST = 4;

/** The known word that is meant by one with a mistake in one or two letters. */
export function meantBy(entered: string, words: readonly string[]): string | undefined {
	const letters = lettersOf(entered).slice(0, 50);
	if (letters.length < SHORTEST) return undefined;
	const most = letters.length > SHORTEST ? 2 : 1;
	return words.find((word) => distance(letters, lettersOf(word)) <= most);
}

const wordOf = (one: Choice<string>) => (typeof one === 'string' ? one : String(one.value));

/** As `choice`, but takes any other text that is no mistake, for the service may know it. */
export const openWord = (name: string, choices: ReadonlyArray<Choice<string>>) =>
	schemaFor<string>((value) => {
		const known = choice(name, choices).safeParse(value);
		if (known.success) return gives(known.data);
		const meant = meantBy(String(value), choices.map(wordOf));
		if (meant === undefined) return filledText(name).transform((word) => word.trim());
		return z.never({ message: refusal(name, value, `is not known: did you mean ${meant}?`) });
	});

/** A value of JSON as it is sent: what is missing is left out. */
const anyValue: FieldSchema<FormValue> = z.unknown().transform((value) => {
	const text = JSON.stringify(value, (_, one: unknown) => one ?? undefined) as string | undefined;
	return text === undefined ? undefined : (JSON.parse(text) as FormValue);
});

/** Why such a key cannot be sent, or is not what is meant. */
function keyProblem(what: string, key: string, known: readonly string[]): string | undefined {
	if (known.includes(key)) return undefined;
	const none = `${what} has no field ${showValue(key)}`;
	if (!isSafeObjectProperty(key) || /[[\]]/.test(key) || isBlank(key)) return none;
	const meant = meantBy(key, known);
	return meant === undefined ? undefined : `${none}: did you mean ${meant}?`;
}

/** An object in a JSON field, which may have fields that nobody knows. */
export const openObject = <Shape extends z.ZodRawShape>(what: string, shape: Shape) => {
	const object = z
		.object(shape, { errorMap: () => ({ message: `${what} must be an object` }) })
		.catchall(anyValue);
	// The keys as entered: zod leaves `__proto__` out of what it gives.
	return z.preprocess((value, context) => {
		for (const key of isPlainObject(value) ? Object.keys(value) : []) {
			const message = keyProblem(what, key, Object.keys(shape));
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}
		return value;
	}, object);
};

/** The one hint about everything that was sent although nobody knows it. */
export const unknownHint = (unknown: readonly string[]): string[] =>
	unknown.length === 0
		? []
		: [
				`Signaturit's documentation does not have ${[...new Set(unknown)].join(', ')}: sent as it is`,
			];

/** What is sent under keys that are not known, and words that are not, in words for the hint. */
export function unknownIn(
	where: string,
	values: Readonly<Record<string, unknown>>,
	words: Readonly<Record<string, readonly string[] | undefined>>,
): string[] {
	return Object.entries(values).flatMap(([key, value]) => {
		if (!Object.hasOwn(words, key)) return [`${where}${showValue(key)}`];
		const isUnknown = words[key]?.includes(String(value)) === false && value !== undefined;
		return isUnknown ? [`${where}${key} ${showValue(value)}`] : [];
	});
}

/** The option for what the panel has no field for. */
export const additionalOption = jsonFieldFor(
	{ displayName: 'Additional Parameters', name: 'additionalParameters' },
	{
		typeOptions: { rows: 4 },
		default: '{}',
		description: "Further parameters in the words of Signaturit's API, for which there is no field",
		hint: 'An object, e.g. { "locale": "es" }',
	},
);

/** What the promises of the node rest on. */
const PROMISED = ['data', 'recipients', 'files', 'attachments', 'templates', 'events_url'];

/** What `additionalOption` holds, read as JSON. Keys that the node fills itself are refused. */
export const additionalSchema = (known: readonly string[]) =>
	schemaFor<FormFields>((value) => {
		const what = 'Additional Parameters (JSON)';
		const words = [...known, ...PROMISED];
		if (isBlank(value)) return gives({});
		if (!isPlainObject(value) || value instanceof Date) {
			return z.never({ message: `${what} must be an object` });
		}
		return z.record(anyValue).superRefine((_, context) => {
			for (const key of Object.keys(value)) {
				const message = PROMISED.includes(key)
					? `${what}: ${showValue(key)} has a field of its own`
					: keyProblem(what, key, words);
				if (message !== undefined) context.addIssue({ code: 'custom', message });
			}
		});
	});

/** The keys that a field of the panel has filled too. */
export const filledTwice = (fields: FormFields, additional: FormFields = {}): string[] =>
	Object.keys(additional)
		.filter((key) => fields[key] !== undefined)
		.map((key) => `Additional Parameters (JSON): ${showValue(key)} is filled by a field too`);
