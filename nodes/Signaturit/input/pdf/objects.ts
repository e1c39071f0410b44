import { decoded } from './streams';
import { isDictionary, matchAt, readValue, skipSpace, type Dictionary, type Value } from './syntax';

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
