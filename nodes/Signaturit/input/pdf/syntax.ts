/** A reference to an object of the file, `12 0 R`. */
export class Reference {
	constructor(readonly number: number) {}
}

/** A dictionary, by the names of its entries without the slash. */
export type Dictionary = ReadonlyMap<string, Value>;

/** A value of a PDF file. Strings, names, booleans and `null` are text: nobody here needs to tell them apart. */
export type Value = number | string | Reference | Dictionary | readonly Value[];

/** Deeper nesting is not a sensible file; it would only exhaust the stack. */
const MAX_DEPTH = 64;

/** White space and comments (ISO 32000-1, 7.2.3). */
const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
/** A name, a word, a number, or a string of hexadecimal digits. */
const TOKEN = /\/?[^\0\t\n\f\r ()<>[\]{}/%]+|\/|<[\da-fA-F\0\t\n\f\r ]*>/y;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const HEADER = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/y;
const STREAM = /stream(?:\r\n|\n)/y;

/** Reads a file from a position on, each time what is behind white space and comments. */
export class Reader {
	/** Throws when the file has no such position. */
	constructor(
		private readonly text: string,
		public position: number,
	) {
		if (!(position >= 0 && position <= text.length)) throw new Error('no such position');
	}

	/** Reads the text that a sticky expression finds here; `undefined` if it finds none. */
	take(pattern: RegExp): string[] | undefined {
		this.match(SPACE);
		return this.match(pattern);
	}

	/** As `take`. Throws when the expression finds nothing here. */
	expect(pattern: RegExp): string[] {
		const found = this.take(pattern);
		if (!found) throw new Error(`no ${pattern.source}`);
		return found;
	}

	private match(pattern: RegExp): string[] | undefined {
		pattern.lastIndex = this.position;
		const found = pattern.exec(this.text) ?? undefined;
		this.position += found?.[0].length ?? 0;
		return found;
	}

	/** Reads the value here (ISO 32000-1, 7.3). Throws when there is none. */
	readValue(depth = 0): Value {
		if (depth > MAX_DEPTH) throw new Error('nested too deeply');
		if (this.take(/<</y)) return this.readDictionary(depth);
		if (this.take(/\[/y)) return this.readList(depth);
		if (this.take(/\(/y)) return this.readString();
		const [, number] = this.take(REFERENCE) ?? [];
		if (number !== undefined) return new Reference(Number(number));
		const [token = ''] = this.expect(TOKEN);
		return NUMBER.test(token) ? Number(token) : token;
	}

	private readDictionary(depth: number): Dictionary {
		const entries = new Map<string, Value>();
		while (!this.take(/>>/y)) {
			const key = this.readValue(depth + 1);
			if (typeof key !== 'string' || !key.startsWith('/')) throw new Error('no key');
			entries.set(key.slice(1), this.readValue(depth + 1));
		}
		return entries;
	}

	private readList(depth: number): Value[] {
		const list: Value[] = [];
		while (!this.take(/\]/y)) list.push(this.readValue(depth + 1));
		return list;
	}

	/** Text in parentheses. It may hold balanced parentheses, and any after a backslash. */
	private readString(): string {
		const start = this.position;
		for (let open = 1; open > 0; this.position++) {
			const character = this.text[this.position];
			if (character === undefined) throw new Error('a string without an end');
			if (character === '\\') this.position++;
			if (character === '(') open++;
			if (character === ')') open--;
		}
		return this.text.slice(start, this.position - 1);
	}

	/** Reads the object here (ISO 32000-1, 7.3.10), up to the end of its value. Throws when there is none. */
	readObject(): { number: number; value: Value } {
		const [, number] = this.expect(HEADER);
		return { number: Number(number), value: this.readValue() };
	}
}

// Each throws an Error when the value is another one.

export function dictionaryOf(value: Value | undefined): Dictionary {
	if (!(value instanceof Map)) throw new Error('no dictionary');
	return value;
}

export function listOf(value: Value | undefined): readonly Value[] {
	if (!Array.isArray(value)) throw new Error('no list');
	return value as readonly Value[];
}

export function numberOf(value: Value | undefined): number {
	if (typeof value !== 'number') throw new Error('no number');
	return value;
}

/** A stream: its dictionary, and its bytes without their filter. */
export interface Stream {
	dictionary: Dictionary;
	bytes: Buffer;
}

/**
 * The stream at this position of the file, whose text has a character for each byte. Throws when there is none, or it
 * is not as long as it says.
 *
 * @param resolve turns its length, which may be a reference, into the value
 */
export async function streamAt(
	text: string,
	position: number,
	resolve: (value: Value | undefined) => Value | undefined,
): Promise<Stream> {
	const reader = new Reader(text, position);
	const dictionary = dictionaryOf(reader.readObject().value);
	reader.expect(STREAM);
	const start = reader.position;
	const end = start + numberOf(resolve(dictionary.get('Length')));
	new Reader(text, end).expect(/endstream/y);
	const bytes = Buffer.from(text.slice(start, end), 'latin1');
	return { dictionary, bytes: await decoded(bytes, dictionary) };
}

/** Tables and object streams are small; more than this many bytes is a trap or nothing to wait for. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The bytes without their filter (ISO 32000-1, 7.4). Throws for others than Flate, which tables and streams use. */
export async function decoded(bytes: Buffer, dictionary: Dictionary): Promise<Buffer> {
	const filter = onlyOf(dictionary.get('Filter'));
	if (filter === undefined) return bytes;
	if (filter !== '/FlateDecode') throw new Error('another filter');
	const parameters = onlyOf(dictionary.get('DecodeParms'));
	const plain = await inflated(bytes);
	return parameters instanceof Map ? unpredicted(plain, parameters) : plain;
}

/** Filters and their parameters may be a list; one of them is enough here. */
function onlyOf(value: Value | undefined): Value | undefined {
	if (!Array.isArray(value)) return value;
	const [first, ...others] = value as readonly Value[];
	if (others.length > 0) throw new Error('more than one filter');
	return first;
}

async function inflated(bytes: Buffer): Promise<Buffer> {
	const stream = new Blob([Uint8Array.from(bytes)]).stream();
	const reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader();
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
	(left, above, corner) => {
		const distance = (value: number) => Math.abs(left + above - corner - value);
		if (distance(left) <= Math.min(distance(above), distance(corner))) return left;
		return distance(above) <= distance(corner) ? above : corner;
	},
];

/** Undoes the PNG predictors: each row begins with the number of the one it was made with. */
function unpredicted(bytes: Buffer, parameters: Dictionary): Buffer {
	const predictor = numberOf(parameters.get('Predictor') ?? 1);
	if (predictor === 1) return bytes;
	const columns = numberOf(parameters.get('Columns') ?? 1);
	const isPlain = numberOf(parameters.get('Colors') ?? 1) === 1;
	if (predictor < 10 || columns < 1 || !isPlain) throw new Error('another predictor');

	const plain = Buffer.alloc(Math.floor(bytes.length / (columns + 1)) * columns);
	for (let at = 0; at < plain.length; at++) {
		const row = Math.floor(at / columns);
		const predict = predictors[bytes[row * (columns + 1)] ?? 0];
		if (!predict) throw new Error('no such function');
		const isFirst = at % columns === 0;
		const left = isFirst ? 0 : (plain[at - 1] ?? 0);
		const corner = isFirst ? 0 : (plain[at - columns - 1] ?? 0);
		plain[at] = (bytes[at + row + 1] ?? 0) + predict(left, plain[at - columns] ?? 0, corner);
	}
	return plain;
}
