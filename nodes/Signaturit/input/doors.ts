import { UserError, type INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { cut, showValue } from '../transport/errors/shown';
import { lettersOf } from '../transport/same';
import { bare } from '../transport/text';
import { field, gives, isBlank, optional, refusal, schemaFor, type FieldSchema } from './schemas';

// Each kind of field has one door. Only there do entries of people, spreadsheets, databases and models become values to
// send. A blank, null or undefined is a missing value. A refusal is one sentence: the field's name as in the panel, the
// value (`showValue`), and what to enter.

const bareText = z.string().transform(bare);

/** Decoders put it in the place of a character that they could not read (U+FFFD). */
const UNREADABLE = '\ufffd';

const ENCODING =
	'was read in the wrong encoding: choose the right one where the file is read, e.g. the option Encoding of Extract from File';

/** Text, or a number in its place. */
export const anyText = z.union([z.string(), z.number().finite()]).transform(String);

const textDoor = (name: string) =>
	schemaFor((value) =>
		typeof value === 'string' && value.includes(UNREADABLE)
			? z.never({ message: refusal(name, value, ENCODING) })
			: field(anyText, (given) => refusal(name, given, 'must be text')),
	);

/** Text: takes text and numbers, unchanged. Refuses other values, and text read in the wrong encoding (U+FFFD). */
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
	text(name).refine(
		(value) => lengthOf(value) <= max,
		(value) => ({
			message: `${name} is ${lengthOf(value)} characters long: ${taker} takes at most ${max}`,
		}),
	);

const lengthOf = (value: unknown) => [...String(value ?? '')].length;

const EMAIL =
	/^[^\s@<>(),;:\p{C}]+@[^\s@.<>(),;:?"'/\\\p{C}\u2010-\u201f]+(\.[^\s@.<>(),;:?"'/\\\p{C}\u2010-\u201f]+)+$/u;

/** Text around an address that means nothing: blanks, quotes of text programs, and the marks of links and lists. */
const AROUND =
	/^[\s\p{Cf}]*(mailto:)?[\s\p{Cf}<\u2018-\u201f«‹]*|[\s\p{Cf}.,;>\u2018-\u201f»›]+$/giu;

/** An address alone, without invisible characters if the rest is plain ASCII. */
function bareAddress(entered: string): string {
	const text = entered.replace(AROUND, '');
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
		field(z.string().transform(bareAddress).pipe(z.string().regex(EMAIL)), (value) =>
			refusal(name, value, 'is not an email address'),
		),
	);

export const emailSchema = email('Email');

/** A web address: takes text that begins with http:// or https://. */
export const webUrl = (name: string) =>
	field(
		bareText.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url)),
		(value) => refusal(name, value, 'must start with http:// or https://'),
	);

const anyNumber = z.union([
	z.number().finite(),
	bareText.pipe(z.string().regex(/^-?\d+(\.\d+)?$/)).transform(Number),
]);

/** Numbers from `min` to `max`, both included: takes numbers, also as text. */
const ranged =
	(what: string, schema: z.ZodNumber) =>
	(name: string, min: number, max = Number.MAX_SAFE_INTEGER) => {
		const range =
			max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` between ${min} and ${max}`;
		return field(anyNumber.pipe(schema.min(min).max(max)), (value) =>
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

/** A switch: takes booleans, 1 and 0, and words for them in any case, e.g. `TRUE`, `Yes`. */
export const flag = (name: string): FieldSchema<boolean> =>
	schemaFor((value) => {
		const isWord = ['string', 'number', 'boolean'].includes(typeof value);
		const is = isWord ? SWITCH.get(lettersOf(String(value))) : undefined;
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
		const wanted = lettersOf(String(value));
		const [word] =
			pairs.find(([one]) => one === value) ??
			pairs.find((pair) => pair.map(lettersOf).includes(wanted)) ??
			[];
		if (word !== undefined) return gives(word as Word);
		const words = pairs.map(([one, shownName]) => one || shownName).join(', ');
		return z.never({ message: refusal(name, value, `must be one of: ${cut(words, MAX_WORDS)}`) });
	});

/** Longest list of words in a message, in characters. */
const MAX_WORDS = 300;

/** As `choice`, where the service may have more words than the panel: any other text is given as it is. */
export const openChoice = (name: string, choices: ReadonlyArray<Choice<string>>) =>
	filledText(name).transform((word) => choice(name, choices).safeParse(word).data ?? word.trim());

const filledEntries = (value: unknown): unknown => {
	const entries = entriesOf(value ?? []);
	return Array.isArray(entries) ? entries.filter((entry) => !isBlank(entry)) : entries;
};

/** A list whose entries have a door: takes lists, and text as `entriesOf` reads it. A missing one has no entries. */
export const listOfEntries = <Entry>(name: string, entry: FieldSchema<Entry>) =>
	schemaFor<Entry[]>((value) => {
		const message = refusal(name, value, 'must be a list, or text with commas');
		return z.preprocess(filledEntries, z.array(entry, { message }));
	});

/** The entries of a list: takes a list, or text that separates them by commas, semicolons or line ends. */
export const entriesOf = (value: unknown): unknown =>
	typeof value === 'string' ? value.split(/[,;\n]/).map(bare) : value;

/** A slash, or dots alone, would lead to another path. No id has control characters, or is an object as text. */
const idSchema = anyText.pipe(
	z
		.string()
		.trim()
		.regex(/^(?!\.+$|\[object )[^/\\\p{C}]+$/u),
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
	const problem = isBlank(value) ? 'is empty' : 'does not hold an ID';
	const advice = isBlank(value)
		? 'Select one from the list or enter its ID. If it holds an expression, it has no value for this item.'
		: `An ID is text without a slash, e.g. ${example}. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.`;
	const entered = isBlank(value) ? '' : `: ${showValue(value)}`;
	throw new UserError(`The field "${name}" ${problem}${entered}`, {
		description: `Nothing was sent to Signaturit. ${advice}`,
	});
}
