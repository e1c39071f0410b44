// Finds in a JSON text where it breaks, repeated keys, and numbers that would be rounded.

// Reads a text as JSON once, for what `JSON.parse` does not say: where the text stops being JSON, which key an object
// has twice, and which numbers it would round.

import { unitOf, isRounded } from './rounded';

/** Deepest nesting that is read. What the service takes has some six levels (docs/service.md#widgets). */
export const MAX_NESTING = 100;

/** What was found in a text. A place is the index of a character. */
interface JsonScan {
	/** Where the text stops being JSON; its length if it only lacks an end. */
	brokenAt?: number;
	/** Where a list or an object is inside `MAX_NESTING` others. The rest was not read. */
	tooDeepAt?: number;
	/** The first key that its object has already. */
	repeated?: { key: string; at: number };
	/** Where the numbers begin and end of which `JSON.parse` makes other numbers. */
	rounded: Array<readonly [start: number, end: number]>;
}

/** The functions go on at an index of the text, and give the index after what they have read, or `BROKEN`. */
interface TextReading extends JsonScan {
	readonly text: string;
	depth: number;
}

const BROKEN = -1;

/** Reads a text in linear time. Without `brokenAt` and `tooDeepAt`, it is JSON. */
export function scanJson(text: string): JsonScan {
	const reading: TextReading = { text, depth: 0, rounded: [] };
	const end = afterValue(reading, skipBlanks(text, 0));
	const rest = end === BROKEN ? text.length : skipBlanks(text, end);
	if (rest < text.length) broken(reading, rest);
	return reading;
}

function broken(reading: TextReading, at: number): typeof BROKEN {
	reading.brokenAt = at;
	return BROKEN;
}

// Characters are compared by their codes, and many of a kind are skipped by a pattern: other ways take twice the time.

const BLANK = unitOf(' ');
const QUOTE = unitOf('"');
const BACKSLASH = unitOf('\\');
const POINT = unitOf('.');
const LIST = unitOf('[');
const LIST_END = unitOf(']');
const OBJECT = unitOf('{');
const OBJECT_END = unitOf('}');
const COLON = unitOf(':');
const COMMA = unitOf(',');
const ZERO = unitOf('0');
const NINE = unitOf('9');
const E = unitOf('e');
const U = unitOf('u');

/** The difference between a capital and a small letter. */
const SMALL = 0x20;

const BLANKS = /[ \n\r\t]*/y;

/** The characters of a string that stand for themselves. */
const PLAIN = /[ !#-[\]-\uffff]*/y;

const DIGITS = /\d*/y;

const ESCAPES = /(?:\\["\\/bfnrt])*/y;

/** Up to so many characters are read one by one. */
const FEW = 8;

/** The index after the characters that a sticky pattern, which may take none, takes there. */
export function after(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	pattern.test(text);
	return pattern.lastIndex;
}

/** The next index at which there is none of the blanks that JSON may have. */
const skipBlanks = (text: string, at: number): number =>
	text.charCodeAt(at) > BLANK ? at : after(BLANKS, text, at);

function afterValue(reading: TextReading, at: number): number {
	const code = reading.text.charCodeAt(at);
	if (code === QUOTE) return afterText(reading, at);
	if (code === OBJECT) return afterNested(reading, at, afterObject);
	if (code === LIST) return afterNested(reading, at, afterList);
	const word = WORDS.get(code);
	return word === undefined ? afterNumber(reading, at) : afterWord(reading, at, word);
}

const WORDS = new Map(['true', 'false', 'null'].map((word) => [unitOf(word), word]));

function afterWord(reading: TextReading, start: number, word: string): number {
	const { text } = reading;
	let at = 0;
	while (at < word.length && text.charCodeAt(start + at) === word.charCodeAt(at)) at++;
	return at === word.length ? start + at : broken(reading, start + at);
}

function afterNested(reading: TextReading, at: number, afterIt: typeof afterList): number {
	if (reading.depth === MAX_NESTING) {
		reading.tooDeepAt = at;
		return BROKEN;
	}
	reading.depth++;
	const end = afterIt(reading, at + 1);
	reading.depth--;
	return end;
}

function afterList(reading: TextReading, start: number): number {
	const { text } = reading;
	let at = skipBlanks(text, start);
	if (text.charCodeAt(at) === LIST_END) return at + 1;
	for (;;) {
		at = afterValue(reading, at);
		if (at === BROKEN) return BROKEN;
		at = skipBlanks(text, at);
		if (text.charCodeAt(at) === LIST_END) return at + 1;
		if (text.charCodeAt(at) !== COMMA) return broken(reading, at);
		at = skipBlanks(text, at + 1);
	}
}

function afterObject(reading: TextReading, start: number): number {
	const { text } = reading;
	let at = skipBlanks(text, start);
	if (text.charCodeAt(at) === OBJECT_END) return at + 1;
	const keys = new Set<string>();
	for (;;) {
		if (text.charCodeAt(at) !== QUOTE) return broken(reading, at);
		const end = afterText(reading, at);
		if (end === BROKEN) return BROKEN;
		const key = keyIn(text.slice(at + 1, end - 1));
		if (keys.has(key)) reading.repeated ??= { key, at };
		keys.add(key);
		at = skipBlanks(text, end);
		if (text.charCodeAt(at) !== COLON) return broken(reading, at);
		at = afterValue(reading, skipBlanks(text, at + 1));
		if (at === BROKEN) return BROKEN;
		at = skipBlanks(text, at);
		if (text.charCodeAt(at) === OBJECT_END) return at + 1;
		if (text.charCodeAt(at) !== COMMA) return broken(reading, at);
		at = skipBlanks(text, at + 1);
	}
}

/** A key can be written in several ways, e.g. `a` and `\u0061`. */
const keyIn = (written: string) =>
	written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;

function afterText(reading: TextReading, start: number): number {
	const { text } = reading;
	let at = start + 1;
	for (let steps = 1; ; steps++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at + 1;
		const next = steps % FEW > 0 ? at : after(code === BACKSLASH ? ESCAPES : PLAIN, text, at);
		if (next > at) at = next;
		else if (code === BACKSLASH) {
			at = afterEscape(reading, at);
			if (at === BROKEN) return BROKEN;
		} else if (code >= BLANK) at++;
		else return broken(reading, at);
	}
}

/** By its code, whether a character may follow a backslash. */
const ESCAPED = Array.from({ length: 0x80 }, (_, code) =>
	'"\\/bfnrtu'.includes(String.fromCharCode(code)),
);

function afterEscape(reading: TextReading, start: number): number {
	const { text } = reading;
	const code = text.charCodeAt(start + 1);
	if (!ESCAPED[code]) return broken(reading, start + 1);
	const end = start + (code === U ? 6 : 2);
	for (let at = start + 2; at < end; at++) {
		if (!isHex(text.charCodeAt(at))) return broken(reading, at);
	}
	return end;
}

const isDigit = (code: number) => code >= ZERO && code <= NINE;

const isHex = (code: number) => isDigit(code) || ((code | SMALL) >= 0x61 && (code | SMALL) <= 0x66);

/** So short a number is always kept. */
const SHORT = 3;

function afterNumber(reading: TextReading, start: number): number {
	const { text } = reading;
	const firstDigit = text[start] === '-' ? start + 1 : start;
	const point =
		text.charCodeAt(firstDigit) === ZERO ? firstDigit + 1 : afterDigits(text, firstDigit);
	if (point === firstDigit) return broken(reading, point);
	let end = point;
	if (text.charCodeAt(point) === POINT) {
		end = afterDigits(text, point + 1);
		if (end === point + 1) return broken(reading, end);
	}
	let at = end;
	if ((text.charCodeAt(end) | SMALL) === E) {
		const sign = text[end + 1];
		const power = end + (sign === '+' || sign === '-' ? 2 : 1);
		at = afterDigits(text, power);
		if (at === power) return broken(reading, at);
	}
	if (at - start > SHORT && isRounded(text, { firstDigit, point, exponent: end, end: at })) {
		reading.rounded.push([start, at]);
	}
	return at;
}

function afterDigits(text: string, start: number): number {
	for (let at = start; at < start + FEW; at++) if (!isDigit(text.charCodeAt(at))) return at;
	return after(DIGITS, text, start);
}
