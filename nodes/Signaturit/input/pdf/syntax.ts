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

/** Tables and object streams are small; more than this many bytes is a trap or nothing to wait for. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The bytes of a stream without its filter (ISO 32000-1, 7.4). Only Flate is known, which is what tables
 * and object streams use.
 *
 * @throws Error for other filters, and for damaged or too many bytes
 */
export async function decoded(bytes: Buffer, dictionary: Dictionary): Promise<Buffer> {
	const filter = onlyOf(dictionary.get('Filter'));
	if (filter === undefined) return bytes;
	if (filter !== '/FlateDecode') throw new Error('another filter');
	const parameters = onlyOf(dictionary.get('DecodeParms'));
	const plain = await inflated(bytes);
	return isDictionary(parameters) ? unpredicted(plain, parameters) : plain;
}

async function inflated(bytes: Buffer): Promise<Buffer> {
	const reader = new Blob([Uint8Array.from(bytes)])
		.stream()
		.pipeThrough(new DecompressionStream('deflate'))
		.getReader();
	const chunks: Uint8Array[] = [];
	let size = 0;
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		chunks.push(read.value);
		size += read.value.length;
		if (size > MAX_BYTES) throw new Error('too many bytes');
	}
	return Buffer.concat(chunks);
}

/** What a byte is guessed from: the one to the left, the one above, and the one above that to the left. */
type Predict = (left: number, above: number, corner: number) => number;

/** The PNG predictors by their numbers (RFC 2083, 6). */
const predictors: readonly Predict[] = [
	() => 0,
	(left) => left,
	(_, above) => above,
	(left, above) => Math.floor((left + above) / 2),
	paeth,
];

/** Undoes the PNG predictors: each row begins with the number of the one it was made with. */
function unpredicted(bytes: Buffer, parameters: Dictionary): Buffer {
	const predictor = numberOf(parameters, 'Predictor', 1);
	if (predictor === 1) return bytes;
	const columns = numberOf(parameters, 'Columns', 1);
	const isPlain = numberOf(parameters, 'Colors', 1) === 1;
	if (predictor < 10 || columns < 1 || !isPlain) throw new Error('another predictor');

	const rows = Math.floor(bytes.length / (columns + 1));
	const plain = Buffer.alloc(rows * columns);
	for (let row = 0; row < rows; row++) {
		const predict = predictors[bytes[row * (columns + 1)] ?? 0];
		if (!predict) throw new Error('no such function');
		for (let column = 0; column < columns; column++) {
			const at = row * columns + column;
			const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
			const above = row > 0 ? (plain[at - columns] ?? 0) : 0;
			const corner = row > 0 && column > 0 ? (plain[at - columns - 1] ?? 0) : 0;
			const difference = bytes[at + row + 1] ?? 0;
			plain[at] = (difference + predict(left, above, corner)) & 0xff;
		}
	}
	return plain;
}

/** Whichever of the three is nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
	const estimate = left + above - corner;
	const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) =>
		Math.abs(estimate - value),
	) as [number, number, number];
	if (toLeft <= toAbove && toLeft <= toCorner) return left;
	return toAbove <= toCorner ? above : corner;
}

/** A number of a dictionary; the default if it is missing. */
function numberOf(dictionary: Dictionary, key: string, otherwise: number): number {
	const value = dictionary.get(key) ?? otherwise;
	if (typeof value !== 'number') throw new Error('no number');
	return value;
}

/** Filters and their parameters may be a list; one of them is enough here. */
function onlyOf(value: Value | undefined): Value | undefined {
	if (!Array.isArray(value)) return value;
	const [first, ...others] = value as readonly Value[];
	if (others.length > 0) throw new Error('more than one filter');
	return first;
}

/** A PDF file, as bytes and as text of the same length. */
export interface Pdf {
	bytes: Buffer;
	text: string;
}

/** Turns values into those that they refer to. */
export type Resolve = (value: Value | undefined) => Promise<Value>;

const HEADER = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/y;
const STREAM = /stream(?:\r\n|\n)/y;

/**
 * The object at this position (ISO 32000-1, 7.3.10), and where its value ends.
 *
 * @throws Error when there is none
 */
export function objectAt({ text }: Pdf, position: number) {
	const start = skipSpace(text, position);
	const [header, number] = matchAt(HEADER, text, start) ?? [];
	if (header === undefined) throw new Error('no object');
	return { number: Number(number), ...readValue(text, start + header.length) };
}

/**
 * The stream at this position: its dictionary and its bytes without their filter.
 *
 * @throws Error when there is none, or it is not as long as it says
 */
export async function streamAt(
	pdf: Pdf,
	position: number,
	resolve: Resolve,
): Promise<{ dictionary: Dictionary; bytes: Buffer }> {
	const { value, end } = objectAt(pdf, position);
	if (!isDictionary(value)) throw new Error('no stream');
	const keyword = skipSpace(pdf.text, end);
	const [opening] = matchAt(STREAM, pdf.text, keyword) ?? [];
	const length = await resolve(value.get('Length'));
	if (opening === undefined || typeof length !== 'number') throw new Error('no stream');

	const start = keyword + opening.length;
	const bytes = pdf.bytes.subarray(start, start + length);
	if (!pdf.text.startsWith('endstream', skipSpace(pdf.text, start + length))) {
		throw new Error('another length');
	}
	return { dictionary: value, bytes: await decoded(bytes, value) };
}
