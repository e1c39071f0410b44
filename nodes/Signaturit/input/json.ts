// Reads the value of a JSON field, and refuses text that would lose something.

// Reads the values of JSON fields so that nothing of them is lost.

import { showUnseen, showValue } from '../transport/errors/shown';
import { isPlainObject } from '../transport/shapes';
import { bare, MAX_NAME } from '../transport/text';
import { lettersOf } from '../transport/same';
import { after, MAX_NESTING, scanJson } from './scanJson';
import { BrokenJson, Unfound } from './schemas';

/** Longest JSON that is read, in characters: no request can have more text than a file (docs/service.md#file-sizes). */
const MAX_JSON = 15 * 1024 * 1024;

/**
 * The value in a JSON field. Takes JSON as text, also in a code fence or as JSON in JSON, and any value that an
 * expression gives in its place. A value under the field's name, e.g. `{"recipients": […]}`, is taken out of it.
 *
 * @param displayName of the field, e.g. `Custom Data`. The value may stand under it or under `name`
 * @returns `null` for a blank, `Unfound` for text that is not JSON, or would lose something
 */
export function readJson(value: unknown, displayName: string, name = displayName): unknown {
	// JSON in JSON, as models and databases give it.
	const read = parsedText(parsedText(value, displayName), displayName);
	if (!isPlainObject(read)) return read ?? null;
	const keys = Object.keys(read);
	const [key = ''] = keys;
	const inner = read[key];
	if (keys.length > 1 || key.length > MAX_NAME || typeof inner !== 'object') return read;
	return [displayName, name].map(lettersOf).includes(lettersOf(key)) ? inner : read;
}

function parsedText(value: unknown, displayName: string): unknown {
	if (typeof value !== 'string') return value;
	const field = `${displayName} (JSON)`;
	if (value.length > MAX_JSON) {
		return new Unfound(
			`${field} has ${value.length} characters: at most ${MAX_JSON} are read`,
			TOO_LONG,
		);
	}
	const { json, start } = jsonIn(value);
	if (json === '') return null;
	const { brokenAt, tooDeepAt, repeated, rounded } = scanJson(json);
	const placeOf = (at: number) => `${lineOf(value, start + at)}, near ${wordsAt(json, at)}`;
	if (tooDeepAt !== undefined) {
		return new Unfound(`${field} is nested too deeply: ${placeOf(tooDeepAt)}`, TOO_DEEP);
	}
	if (brokenAt !== undefined) {
		return new BrokenJson(`${field} is not valid JSON: ${placeOf(brokenAt)}`, ADVICE);
	}
	if (repeated) {
		const { key, at } = repeated;
		return new Unfound(`${field} has the key ${showValue(key)} twice: ${placeOf(at)}`, REPEATED);
	}
	return JSON.parse(withDigits(json, rounded)) as unknown;
}

const TOO_LONG = 'Files go into the fields for files';

const TOO_DEEP = `At most ${MAX_NESTING} lists and objects may be in each other`;

const REPEATED =
	'Only one of the two values could be sent. Remove the other one, or give it another key';

/** The advice for JSON that an expression has made of texts. */
const ADVICE =
	'In an expression, valid JSON is written with {{ JSON.stringify(…) }}, e.g. {{ JSON.stringify($json.list) }}';

const FENCE = '```';

/** The line with which models begin a block of code. */
const FENCE_LINE = /^```[\w-]*[^\S\n]*\n$/;

/** The JSON in a text: without blanks and the code fence around it. `start`: its index in the text. */
function jsonIn(text: string): { json: string; start: number } {
	const whole = bareText(text);
	const line = whole.json.slice(0, MAX_NAME).indexOf('\n') + 1;
	const isFenced = whole.json.endsWith(FENCE) && FENCE_LINE.test(whole.json.slice(0, line));
	if (!isFenced) return whole;
	const inner = bareText(whole.json.slice(line, -FENCE.length));
	return { json: inner.json, start: whole.start + line + inner.start };
}

function bareText(text: string): { json: string; start: number } {
	// Blanks are many, and `trim` is the fastest.
	const json = bare(text.trim());
	// Nobody sees what is before it, so its first character is in no earlier place.
	const [first = ''] = json.slice(0, 2);
	return { json, start: text.indexOf(first) };
}

/** Numbers that `JSON.parse` rounds become text: what is sent is text, and has all their digits. */
function withDigits(json: string, rounded: ReadonlyArray<readonly [number, number]>): string {
	if (rounded.length === 0) return json;
	const pieces = rounded.map(([start, end], index) => {
		const [, before] = rounded[index - 1] ?? [0, 0];
		return `${json.slice(before, start)}"${json.slice(start, end)}"`;
	});
	const [, last] = rounded.at(-1) ?? [0, 0];
	return pieces.join('') + json.slice(last);
}

const LINE_ENDS = /\n*/y;

/** The place of a character, e.g. `line 2, column 14`. */
function lineOf(text: string, position: number): string {
	let [line, start] = [1, 0];
	for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', start)) {
		// Line ends may follow each other by the thousand.
		start = Math.min(position, after(LINE_ENDS, text, at));
		line += start - at;
	}
	return `line ${line}, column ${position - start + 1}`;
}

/** How many characters before and after a place are shown. */
const AROUND = 20;

/** The words around a place, e.g. `"x": "O"B`. The character there is shown by its number if it looks like a blank. */
function wordsAt(text: string, position: number): string {
	const before = text.slice(wholeFrom(text, position - AROUND), position);
	const later = text.slice(position + 1, wholeFrom(text, position + AROUND));
	const words = oneLine(before) + text.charAt(position) + oneLine(later);
	return showUnseen(words.replace(/^ | $/g, ''));
}

const oneLine = (text: string) => text.replace(/[ \n\r\t]+/g, ' ');

/** The index, or the one before if a character of two units has begun there. */
function wholeFrom(text: string, index: number): number {
	if (index <= 0) return 0;
	return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
