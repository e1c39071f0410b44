// PDFs made to cost a reader far more work than their size suggests, and a plain one.

import { deflateSync } from 'node:zlib';
import { end, HEADER, object, objectStream, pages, stream } from './pdf';

const MEGABYTE = 1024 * 1024;
/** A text of about so many megabytes. */
const filled = (piece: string, megabytes: number) =>
	piece.repeat(Math.ceil((megabytes * MEGABYTE) / piece.length));
const onePage = HEADER + pages(1);
const around = (body: string) => Buffer.from(onePage + body + end(''), 'latin1');
const packedZeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MEGABYTE));
const OBJECTS = '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode';

/** An object stream that names one long list many times. */
function listNamedOften(times: number): string {
	const head = Array.from({ length: times }, (_, index) => `${index + 10} 0 `).join('');
	const content = Buffer.from(`${head}[${'1 '.repeat(30 * times)}]`);
	const entries = `/Type /ObjStm /N ${times} /First ${head.length} /Filter /FlateDecode`;
	return stream(9, entries, deflateSync(content));
}

/** PDFs that make a reader work far more than their size lets expect, in the size 1, 4 or 14. */
export const attacks: Record<string, (size: number) => Buffer> = {
	'a table of zeros': (size) =>
		around(stream(9, '/Type /XRef /W [0 0 1] /Filter /FlateDecode', packedZeros(4 * size))),
	'an object stream of zeros': (size) => around(stream(9, OBJECTS, packedZeros(10 * size))),
	'many object streams of zeros': (size) =>
		around(stream(9, OBJECTS, packedZeros(1)).repeat(10 * size)),
	'many small object streams': (size) => around(filled(objectStream(9, [[8, '<<>>']]), size)),
	'many damaged object streams': (size) => around(filled(stream(9, OBJECTS, 'no Flate'), size)),
	'a list that is named often': (size) => around(listNamedOften(300 * size)),
	'sections that all lead to one table': (size) =>
		around(filled('xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Prev 9 >>\n', size)),
	'many objects': (size) =>
		around(Array.from({ length: 80_000 * size }, (_, index) => `${index + 9} 0 obj `).join('')),
	'many trailers that do not end': (size) => around(filled('trailer<</A[', size)),
	'trailers before a string that does not end': (size) =>
		around(`${'trailer<</A['.repeat(50 * size)}(${filled('x', size)}`),
	'trailers before blanks': (size) =>
		around(`${'trailer<</A['.repeat(50 * size)}${filled(' ', size)})`),
	'many streams that do not end': (size) => around(filled('9 0 obj<<>>stream\n', size)),
	'many streams without a length': (size) => around(filled('9 0 obj<<>>stream\nendstream ', size)),
	'strings that do not end': (size) => around(filled('(', size)),
	'many strings': (size) => around(filled('()', size)),
	'many comments': (size) => around(filled('%\n', size)),
	'a deep list': (size) => around(`9 0 obj<</A ${filled('[', size)}>>stream\nendstream`),
	'a long dictionary': (size) => around(object(9, `<<${filled('/A 1 ', size)}>>stream\nendstream`)),
	'pages that are a circle': (size) =>
		around(filled(object(2, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'), size)),
};

/** A PDF of the same size that makes no more work than others. */
export const plain = (size: number) => around(stream(9, '', filled('x', size)));

export const SIZES = [1, 4, 14];
