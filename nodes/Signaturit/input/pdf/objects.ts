import { type Dictionary, isDictionary, matchAt, readValue, skipSpace, type Value } from './syntax';

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

/** Undoes the PNG predictors: each row begins with the number of the function it was made with (RFC 2083, 6). */
function unpredicted(bytes: Buffer, parameters: Dictionary): Buffer {
	const predictor = numberOf(parameters, 'Predictor', 1);
	if (predictor === 1) return bytes;
	const columns = numberOf(parameters, 'Columns', 1);
	const isPlain = numberOf(parameters, 'Colors', 1) === 1;
	if (predictor < 10 || columns < 1 || !isPlain) throw new Error('another predictor');

	const rows = Math.floor(bytes.length / (columns + 1));
	const plain = Buffer.alloc(rows * columns);
	for (let row = 0; row < rows; row++) {
		const method = bytes[row * (columns + 1)] ?? 0;
		for (let column = 0; column < columns; column++) {
			const at = row * columns + column;
			const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
			const above = row > 0 ? (plain[at - columns] ?? 0) : 0;
			const corner = row > 0 && column > 0 ? (plain[at - columns - 1] ?? 0) : 0;
			const difference = bytes[at + row + 1] ?? 0;
			plain[at] = (difference + predicted(method, left, above, corner)) & 0xff;
		}
	}
	return plain;
}

function predicted(method: number, left: number, above: number, corner: number): number {
	switch (method) {
		case 0:
			return 0;
		case 1:
			return left;
		case 2:
			return above;
		case 3:
			return Math.floor((left + above) / 2);
		case 4:
			return paeth(left, above, corner);
		default:
			throw new Error('no such function');
	}
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
