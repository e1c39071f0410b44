// The doors: what each kind of field takes, gives and refuses.

import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { cut, showValue } from '../transport/errors/shown';
import { lettersOf } from '../transport/same';
import { bare, bareOf, isUnreadable, MAX_NAME } from '../transport/text';
import { field, gives, isBlank, optional, refusal, schemaFor, type FieldSchema } from './schemas';
import { urlOf } from '../transport/hosts';
import { Refusal } from '../transport/errors/refusal';

// Each kind of field has one door. Only there do entries of people, spreadsheets, databases and models become values to
// send. A blank, null or undefined is a missing value. A refusal is one sentence: the field's name as in the panel, the
// value (`showValue`), and what to enter.

/**
 * The longest text that a field takes, in characters, without the blanks around it. It is tried before anything else
 * looks at the text, because that may be a stranger's.
 */
const MOST = { number: 64, word: 200, url: 8_000, entries: 20_000 };

/** The longest address (RFC 5321), in characters. */
export const MAX_EMAIL = 320;

/** Text without the blanks around it, of at most `most` characters. */
const shortLine = (most: number) => z.string().transform(bare).pipe(z.string().max(most));

const ENCODING =
	'was read in the wrong encoding, or cut off inside a character: choose the right one where the file is read, e.g. the option Encoding of Extract from File';

/** Text, or a number in its place. */
export const anyText = z.union([z.string(), z.number().finite()]).transform(String);

const textDoor = (name: string) =>
	schemaFor<string>((value) => {
		const given = Number.isFinite(value) ? String(value) : value;
		if (typeof given !== 'string') {
			return z.never({ message: refusal(name, value, 'must be text') });
		}
		return isUnreadable(given)
			? z.never({ message: refusal(name, value, ENCODING) })
			: gives(given);
	});

/** Text: takes text and numbers, unchanged. Refuses other values, and text that was not read whole (`isUnreadable`). */
export const text = (name: string) => optional(textDoor(name));

/** Where the service puts the address of the document into an SMS. */
export const URL_TAG = '{{url}}';

/** As `text`, with `URL_TAG` for each `[url]`, which people write because n8n would evaluate `{{url}}`. */
export const textWithUrl = (name: string) =>
	text(name).transform((body) => body?.replaceAll('[url]', URL_TAG));

/** As `text`, but it must not be missing. */
export const filledText = (name: string) => filled(name, textDoor(name));

const filled = (name: string, door: FieldSchema<string>) =>
	schemaFor((value) => (isBlank(value) ? z.never({ message: `${name} is empty` }) : door));

/** As `text`, of at most `max` characters. `taker`: who takes no more, for the message. */
export const shortText = (name: string, max: number, taker: string) =>
	limited(text(name), name, max, taker);

/** The door for text of at most `max` characters. A longer one that is blank is missing all the same. */
const limited = <Text extends string | undefined>(
	door: FieldSchema<Text>,
	name: string,
	max: number,
	taker: string,
) =>
	schemaFor<Text>((value) => {
		const length = typeof value === 'string' ? lengthOf(value, max) : 0;
		const message = `${name} is ${length} characters long: ${taker} takes at most ${max}`;
		return length > max && !isBlank(value) ? z.never({ message }) : door;
	});

/** The number of characters. One that is far beyond `max` counts an emoji as two, for it is not read. */
const lengthOf = (value: string, max: number) =>
	value.length > 2 * max ? value.length : [...value].length;

/** A name, which must not be missing: as `filledText`, of at most 1,000 characters, without the blanks around it. */
export const filledName = (name: string): FieldSchema<string> =>
	z.preprocess(
		(value) => (typeof value === 'string' ? bare(value) : value),
		limited(filledText(name), name, MAX_NAME, 'this node'),
	);

const EMAIL =
	/^[^\s@<>(),;:\p{C}]+@[^\s@.<>(),;:?"'/\\\p{C}\u2010-\u201f]+(\.[^\s@.<>(),;:?"'/\\\p{C}\u2010-\u201f]+)+$/u;

/** What means nothing around an address: quotes of text programs, and the marks of links and lists. */
const QUOTES = '‘’‚‛“”„‟«»‹›';
const BEFORE = `<${QUOTES}`;
const BEHIND = `.,;>${QUOTES}`;

/** An address alone, without invisible characters if the rest is plain ASCII. */
function bareAddress(short: string): string {
	const text = bareOf(bareOf(short, BEFORE, BEHIND).replace(/^mailto:/i, ''), BEFORE, '');
	const seen = text.replace(/\p{Cf}/gu, '');
	return /^[\x21-\x7e]*$/.test(seen) ? seen : text;
}

/**
 * An address on the internet, which must not be missing: the service refuses others without naming the field. Takes
 * text, also as in links (`mailto:`), lists (`ada@example.com;`) and documents (invisible characters).
 */
export const email = (name: string) =>
	filled(
		name,
		field(shortLine(MAX_EMAIL).transform(bareAddress).pipe(z.string().regex(EMAIL)), (value) =>
			refusal(name, value, 'is not an email address'),
		),
	);

export const emailSchema = email('Email');

/** A web address: takes text that begins with http:// or https://. */
export const webUrl = (name: string) =>
	field(
		shortLine(MOST.url).pipe(
			z.string().refine((url) => /^https?:\/\//i.test(url) && urlOf(url) !== undefined),
		),
		(value) => refusal(name, value, 'must start with http:// or https://'),
	);

const anyNumber = z.union([
	z.number().finite(),
	shortLine(MOST.number)
		.pipe(z.string().regex(/^-?\d+(\.\d+)?$/))
		.transform(Number),
]);

/** Numbers from `min` to `max`, both included: takes numbers, also as text. */
const ranged =
	(what: string, schema: z.ZodNumber) =>
	(name: string, min: number, max = Number.MAX_SAFE_INTEGER) => {
		const range =
			max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` between ${min} and ${max}`;
		return field<number>(anyNumber.pipe(schema.min(min).max(max)), (value) =>
			refusal(name, value, `must be ${what}${range}`),
		);
	};

export const numberFrom = ranged('a number', z.number());
export const wholeNumber = ranged('a whole number', z.number().int());

/** The words that spreadsheets and people write, in English and Spanish. */
const SWITCH = new Map(
	[
		[true, 'true', '1', 'yes', 'y', 'on', 'sí', 'verdadero'],
		[false, 'false', '0', 'no', 'n', 'off', 'falso'],
	].flatMap(([is, ...words]) => words.map((word) => [lettersOf(String(word)), is === true])),
);

const wordSchema = shortLine(MOST.word);

/** The letters of what may be a word; `undefined` for a long text and other values. */
function wordOf(value: unknown): string | undefined {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
	const { data } = wordSchema.safeParse(String(value));
	return data && lettersOf(data);
}

/** A switch: takes booleans, 1 and 0, and words for them in any case, e.g. `TRUE`, `Yes`. */
export const flag = (name: string): FieldSchema<boolean> =>
	schemaFor((value) => {
		const is = SWITCH.get(wordOf(value) ?? '');
		return is === undefined
			? z.never({ message: refusal(name, value, 'must be true or false') })
			: gives(is);
	});

/** One of the service's words, or an entry of a dropdown with the name that the panel shows. */
export type Choice<Word extends string> = Word | Pick<INodePropertyOptions, 'name' | 'value'>;

/** A word, and the panel's name for it. */
export const spellingsOf = (one: Choice<string>): [word: string, shownName: string] =>
	typeof one === 'string' ? [one, one] : [String(one.value), one.name];

/** One of the service's words: takes them and the panel's names for them, in any case. Gives the word. */
export const choice = <Word extends string>(
	name: string,
	choices: ReadonlyArray<Choice<Word>>,
): FieldSchema<Word> =>
	schemaFor((value) => {
		const pairs = choices.map(spellingsOf);
		const wanted = wordOf(value);
		const [word] =
			pairs.find(([one]) => one === value) ??
			pairs.find((pair) => pair.map(lettersOf).includes(wanted ?? '\n')) ??
			[];
		if (word !== undefined) return gives(word as Word);
		const words = pairs.map(([one, shownName]) => one || shownName).join(', ');
		return z.never({ message: refusal(name, value, `must be one of: ${cut(words, MAX_WORDS)}`) });
	});

/** Longest list of words in a message, in characters. */
const MAX_WORDS = 300;

/** As `choice`, where the service may have more words than the panel: any other text is given as it is. */
export const openChoice = (name: string, choices: ReadonlyArray<Choice<string>>) =>
	filledName(name).transform((word) => choice(name, choices).safeParse(word).data ?? word);

const filledEntries = (value: unknown): unknown => {
	const entries = entriesOf(value ?? []);
	return Array.isArray(entries) ? entries.filter((entry) => !isBlank(entry)) : entries;
};

/** A list whose entries have a door: takes lists, and text as `entriesOf` reads it. A missing one has no entries. */
export const listOfEntries = <Entry>(name: string, entry: FieldSchema<Entry>) =>
	schemaFor<Entry[]>((value) => {
		const message = refusal(name, value, 'must be a list, or text with commas');
		const entries = filledEntries(value);
		if (Array.isArray(entries) && entries.length > MOST.entries) {
			return z.never({ message: `${name} has more than ${MOST.entries} entries` });
		}
		return z.preprocess(() => entries, z.array(entry, { message }));
	});

/** The entries of a list: takes a list, or text that separates them by commas, semicolons or line ends. */
export const entriesOf = (value: unknown): unknown =>
	typeof value === 'string' ? value.split(/[,;\n]/, MOST.entries + 1).map(bare) : value;

/** A slash, or dots alone, would lead to another path. No id has control characters, or is an object as text. */
const idSchema = anyText.pipe(
	shortLine(MAX_NAME).pipe(z.string().regex(/^(?!\.+$|\[object )[^/\\\p{C}]+$/u)),
);

/**
 * Reads the id of something at the service, as text that can be a segment of a path.
 *
 * @param name of the field in the panel
 * @param example of such an id, for the message
 * @throws UserError when it is empty or not an id: the request would go to another address than the one meant
 */
export function idFrom(value: unknown, name: string, example: string): string {
	const { data: id } = idSchema.safeParse(value);
	if (id !== undefined) return id;
	const isEmpty = isBlank(value);
	const problem = isEmpty ? 'is empty' : 'does not hold an ID';
	const advice = isEmpty
		? 'Select one from the list or enter its ID. If it holds an expression, it has no value for this item.'
		: `An ID is text without a slash, e.g. ${example}. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.`;
	const entered = isEmpty ? '' : `: ${showValue(value)}`;
	throw new Refusal(`The field "${name}" ${problem}${entered}`, 'model', { unsent: true, advice });
}
