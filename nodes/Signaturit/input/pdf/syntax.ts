/** A reference to an object of the file, `12 0 R`. */
export class Reference {
	constructor(readonly number: number) {}
}

/** A dictionary, by the names of its entries without the slash. */
export type Dictionary = ReadonlyMap<string, Value>;

/** A value of a PDF file. Strings, names, booleans and `null` are text: nobody here needs to tell them apart. */
export type Value = number | string | Reference | Dictionary | readonly Value[];

/** A value that was read, and the position behind it. */
interface Read {
	value: Value;
	end: number;
}

/** Deeper nesting is not a sensible file; it would only exhaust the stack. */
const MAX_DEPTH = 64;

/** White space and comments (ISO 32000-1, 7.2.3). */
const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const TOKEN = /\/?[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const HEX_STRING = /<[\da-fA-F\0\t\n\f\r ]*>/y;

/** The text that a sticky expression finds at this position; `undefined` if there is none. */
export function matchAt(pattern: RegExp, text: string, position: number): string[] | undefined {
	pattern.lastIndex = position;
	return pattern.exec(text) ?? undefined;
}

/** The position after white space and comments. */
export function skipSpace(text: string, position: number): number {
	return position + (matchAt(SPACE, text, position)?.[0]?.length ?? 0);
}

/**
 * Reads the value at this position (ISO 32000-1, 7.3).
 *
 * @throws Error when there is none
 */
export function readValue(text: string, position: number, depth = 0): Read {
	if (depth > MAX_DEPTH) throw new Error('nested too deeply');
	const start = skipSpace(text, position);
	if (text.startsWith('<<', start)) return readDictionary(text, start + 2, depth);
	if (text[start] === '[') return readList(text, start + 1, depth);
	if (text[start] === '(') return readString(text, start);
	const [hex] = matchAt(HEX_STRING, text, start) ?? [];
	if (hex !== undefined) return { value: hex, end: start + hex.length };

	const [reference, number] = matchAt(REFERENCE, text, start) ?? [];
	if (reference !== undefined) {
		return { value: new Reference(Number(number)), end: start + reference.length };
	}
	const [token = ''] = matchAt(TOKEN, text, start) ?? [];
	if (token === '') throw new Error('no value');
	return { value: NUMBER.test(token) ? Number(token) : token, end: start + token.length };
}

function readDictionary(text: string, position: number, depth: number): Read {
	const entries = new Map<string, Value>();
	let at = skipSpace(text, position);
	while (!text.startsWith('>>', at)) {
		const key = readValue(text, at, depth + 1);
		if (typeof key.value !== 'string' || !key.value.startsWith('/')) throw new Error('no key');
		const { value, end } = readValue(text, key.end, depth + 1);
		entries.set(key.value.slice(1), value);
		at = skipSpace(text, end);
	}
	return { value: entries, end: at + 2 };
}

function readList(text: string, position: number, depth: number): Read {
	const list: Value[] = [];
	let at = skipSpace(text, position);
	while (text[at] !== ']') {
		const { value, end } = readValue(text, at, depth + 1);
		list.push(value);
		at = skipSpace(text, end);
	}
	return { value: list, end: at + 1 };
}

/** Text in parentheses. It may hold balanced parentheses, and any after a backslash. */
function readString(text: string, start: number): Read {
	let open = 0;
	for (let at = start; at < text.length; at++) {
		const character = text[at];
		if (character === '\\') at++;
		if (character === '(') open++;
		if (character === ')') open--;
		if (open === 0) return { value: text.slice(start, at + 1), end: at + 1 };
	}
	throw new Error('a string without an end');
}

/** Whether a value is a dictionary. */
export function isDictionary(value: Value | undefined): value is Dictionary {
	return value instanceof Map;
}
