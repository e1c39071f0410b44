// Makes a PDF larger by a wanted number of bytes.

import { Readable } from 'node:stream';

const LINE = Buffer.from(`%${'-'.repeat(1022)}\n`);

/**
 * A PDF with at least `bytes` more bytes, as a stream. Comments are put before its cross-reference
 * table, and the offset of the table is corrected.
 *
 * @returns the stream and its length in bytes.
 */
export function padded(pdf: Uint8Array, bytes: number): { stream: Readable; length: number } {
	const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
	const tail = whole.lastIndexOf('startxref');
	const table = Number(/startxref\s+(\d+)/.exec(whole.subarray(tail).toString('latin1'))?.[1]);
	const lines = Math.ceil(bytes / LINE.length);
	const padding = lines * LINE.length;
	const end = Buffer.from(`startxref\n${table + padding}\n%%EOF\n`);
	const start = whole.subarray(0, table);
	const contents = whole.subarray(table, tail);
	const block = Buffer.concat(Array.from({ length: 64 }, () => LINE));

	function* parts() {
		yield start;
		for (let left = lines; left > 0; left -= 64) {
			yield left >= 64 ? block : block.subarray(0, left * LINE.length);
		}
		yield contents;
		yield end;
	}
	const length = start.length + padding + contents.length + end.length;
	return { stream: Readable.from(parts(), { objectMode: false }), length };
}
