// Words and fields that the nodes do not know: sent with a hint, or refused as misspelled.

import { isSafeObjectProperty } from 'n8n-workflow';
import { z } from 'zod';
import { BoundedMap } from '../transport/concurrency';
import { showValue } from '../transport/errors/shown';
import type { FormValue } from '../transport/form';
import { lettersOf } from '../transport/same';
import { isPlainObject } from '../transport/shapes';
import { choice, filledText, spellingsOf, type Choice } from './doors';
import { gives, isBlank, refusal, schemaFor, type FieldSchema } from './schemas';

// The service has more words and fields than its documentation. Unknown ones are sent as they are, with one hint. One
// that is a known one with a mistake or two is refused: the service may ignore it, and send another contract.

/** How many mistakes make one word of another: a letter left out, added or changed, or two neighbours swapped. */
function mistakesIn(a: string, b: string): number {
	let earlier: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 0; i < a.length; i++) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j++) {
			const isSwapped = a[i] !== b[j] && a[i] === b[j - 1] && a[i - 1] === b[j];
			const swapped = isSwapped ? (earlier[j - 1] ?? 0) + 1 : Infinity;
			const changed = (row[j] ?? 0) + Number(a[i] !== b[j]);
			next.push(Math.min(swapped, changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		[earlier, row] = [row, next];
	}
	return row[b.length] ?? 0;
}

/** A longer text is no word with a mistake. It may be a stranger's, so it is not compared. */
const LONGEST = 50;

/** Whether so many mistakes are few enough, by the letters of the word that was entered and of the known one. */
type IsNear = (mistakes: number, entered: string, known: string) => boolean;

/** The letters of known words: rows from a table compare all their keys with them. */
const knownLetters = new BoundedMap<string>(1_000);

function lettersOfKnown(word: string): string {
	const kept = knownLetters.get(word);
	if (kept !== undefined) return kept;
	const letters = lettersOf(word);
	knownLetters.set(word, letters);
	return letters;
}

/** The known word with the fewest mistakes in another one. There are at least as many as letters are missing. */
function nearest(entered: string, words: readonly string[], isNear: IsNear): string | undefined {
	if (entered.length > LONGEST) return undefined;
	const letters = lettersOf(entered);
	const [first] = words
		.map((word) => ({ word, known: lettersOfKnown(word) }))
		.filter(({ known }) => isNear(Math.abs(known.length - letters.length), letters, known))
		.map(({ word, known }) => ({ word, known, mistakes: mistakesIn(letters, known) }))
		.filter(({ mistakes, known }) => isNear(mistakes, letters, known))
		.sort((a, b) => a.mistakes - b.mistakes);
	return first?.word;
}

/** One other letter makes another word of a short one, as mms of sms: in three letters, only two swapped ones count. */
const isMisspelt: IsNear = (mistakes, entered, known) => {
	if (entered.length <= 3) return mistakes <= 1 && isOfSameLetters(entered, known);
	return mistakes <= (Math.min(entered.length, known.length) < 6 ? 1 : 2);
};

const isOfSameLetters = (one: string, other: string) =>
	one.length === 3 && [...one].sort().join() === [...other].sort().join();

/** The known word that is meant by one with a mistake or two. */
export const meantBy = (entered: string, words: readonly string[]): string | undefined =>
	nearest(entered, words, isMisspelt);

/** As `choice`, but takes any other text that is not misspelt, for the service may know it. */
export const openWord = (name: string, choices: ReadonlyArray<Choice<string>>) =>
	schemaFor<string>((value) => {
		const known = choice(name, choices).safeParse(value);
		if (known.success) return gives(known.data);
		const meant = meantBy(String(value), choices.flatMap(spellingsOf));
		if (meant === undefined) return filledText(name).transform((word) => word.trim());
		return z.never({ message: refusal(name, value, `is not known: did you mean ${meant}?`) });
	});

/** A JSON value as it is sent, without missing values. */
export const anyValue: FieldSchema<FormValue> = z.unknown().transform((value) => {
	const text = JSON.stringify(value, (_, one: unknown) => one ?? undefined) as string | undefined;
	return text === undefined ? undefined : (JSON.parse(text) as FormValue);
});

/** The problem with a key that cannot be sent or is misspelt; `undefined` if there is none. */
export function keyProblem(
	what: string,
	key: string,
	known: readonly string[],
): string | undefined {
	if (known.includes(key)) return undefined;
	const none = `${what} has no field ${showValue(key)}`;
	if (!isSafeObjectProperty(key) || /[[\]]/.test(key) || isBlank(key)) return none;
	const meant = meantBy(key, known);
	return meant === undefined ? undefined : `${none}: did you mean ${meant}?`;
}

/** What n8n's Google Sheets node adds to each row. The service may refuse it (docs/service.md#words-that-no-page-has). */
const ROW_NUMBER = 'row_number';

const holdsRowNumber = (value: unknown): boolean =>
	Array.isArray(value)
		? value.some(holdsRowNumber)
		: isPlainObject(value) &&
			(Object.hasOwn(value, ROW_NUMBER) || Object.values(value).some(holdsRowNumber));

/** A hint that `openObject` has left out a key in one of these values, which are not validated yet. */
export const leftOutHint = (...entered: unknown[]): string[] =>
	holdsRowNumber(entered)
		? [
				`"${ROW_NUMBER}", which n8n's Google Sheets node adds to each row, was not sent to Signaturit`,
			]
		: [];

/**
 * An object in a JSON field, which may have unknown fields. `leftOutHint` tells of the one that is left out.
 *
 * @param example as JSON, for the message
 */
export const openObject = <Shape extends z.ZodRawShape>(
	what: string,
	shape: Shape,
	example = '',
) => {
	const wanted = `must be an object${example && ` such as ${example}`}`;
	const object = z
		.object(shape, { errorMap: () => ({ message: `${what} ${wanted}` }) })
		.catchall(anyValue);
	// The keys as entered: zod leaves `__proto__` out of its output.
	return z.preprocess((value, context) => {
		if (!isPlainObject(value)) return value;
		const known = Object.keys(shape);
		for (const key of Object.keys(value)) {
			const message = keyProblem(what, key, known);
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}
		return Object.fromEntries(Object.entries(value).filter(([key]) => key !== ROW_NUMBER));
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

/** The words of several objects of one kind: what one of them may have is known in all. */
export function mergedWords(all: readonly KnownFields[]): KnownFields {
	const fields: Record<string, KnownWords> = {};
	for (const [key, words] of all.flatMap((one) => Object.entries(one))) {
		fields[key] = Object.hasOwn(fields, key) ? bothOf(fields[key], words) : words;
	}
	return fields;
}

function bothOf(one: KnownWords, other: KnownWords): KnownWords {
	if (!one || !other) return undefined;
	const words = [...one, ...other];
	const objects = words.filter((word) => typeof word !== 'string');
	const merged = objects.length > 0 ? [mergedWords(objects)] : [];
	return [...words.filter((word) => typeof word === 'string'), ...merged];
}

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

/** Most unknown keys and words that are named in a hint. */
const MOST_NAMED = 100;

/** One hint about all unknown keys and words that were sent. It names a known word that is like each. */
export function unknownHint(unknown: readonly Unknown[]): string[] {
	const texts = unknown.slice(0, MOST_NAMED).map(({ text, entered, words }) => {
		const near = nearest(entered, words, (mistakes, { length }) => mistakes <= length / 2);
		return near === undefined ? text : `${text} (did you mean ${near}?)`;
	});
	const more = unknown.length - texts.length;
	const all = [...new Set(texts), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
	return all === '' ? [] : [`Signaturit's documentation does not have ${all}: sent as it is`];
}
