// PDFs built piece by piece, whole or damaged, and how many pages each has.

import { deflateSync, constants } from 'node:zlib';

export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
export const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>';
export const tree = (count: number | string, ...kids: number[]) =>
	`<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;

export const object = (number: number, value: string) => `${number} 0 obj\n${value}\nendobj\n`;

/** A stream with these entries in its dictionary; its length first, unless the entries have another one. */
export const stream = (number: number, entries: string, content: Buffer | string) => {
	const body = Buffer.isBuffer(content) ? content.toString('latin1') : content;
	const length = entries.includes('/Length') ? '' : `/Length ${body.length} `;
	return object(number, `<< ${length}${entries} >>\nstream\n${body}\nendstream`);
};

/** An object stream of these objects; `pack` makes its bytes, and `entries` say how. */
export function objectStream(
	number: number,
	objects: readonly (readonly [number, string])[],
	entries = '/Filter /FlateDecode',
	pack: (content: Buffer) => Buffer = deflateSync,
): string {
	let values = '';
	const head = objects.flatMap(([member, value]) => {
		const offset = values.length;
		values += `${value} `;
		return [member, offset];
	});
	const begin = `${head.join(' ')}\n`;
	const content = Buffer.from(begin + values, 'latin1');
	const dictionary = `/Type /ObjStm /N ${objects.length} /First ${begin.length} ${entries}`;
	return stream(number, dictionary, pack(content));
}

/** A table of the objects in a text, as far as they stand in it, and the end of the file. */
export function end(text: string, trailer = '/Root 1 0 R', { shift = 0, startxref = -1 } = {}) {
	const rows = [...text.matchAll(/(?<=^|\n)(\d+) 0 obj/g)].map(
		({ 1: number, index }) => `${number} 1\n${String(index + shift).padStart(10, '0')} 00000 n \n`,
	);
	const at = startxref < 0 ? text.length : startxref;
	return `xref\n${rows.join('')}trailer\n<< /Size 99 ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
}

export const HEADER = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';

/** A file with this text between header and end. */
export const pdfWith = (body: string, ...rest: [trailer?: string, changes?: object]) =>
	HEADER + body + end(HEADER + body, ...rest);

/** The objects of a document with this many pages. */
export const pages = (count: number) => {
	const kids = Array.from({ length: count }, (_, index) => index + 3);
	return (
		object(1, CATALOG) +
		object(2, tree(count, ...kids)) +
		kids.map((kid) => object(kid, PAGE)).join('')
	);
};

const twoPages = pages(2);
const packedTwo: [number, string][] = [
	[1, CATALOG],
	[2, tree(2, 3, 4)],
	[3, PAGE],
	[4, PAGE],
];
const threeLater = object(5, PAGE) + object(2, tree(3, 3, 4, 5));
const attached = pdfWith(pages(7));
const xrefStream = (body: string) =>
	`${body}${stream(90, '/Type /XRef /Root 1 0 R /W [1 2 1] /Size 1', '\0\0\0\0')}startxref\n0\n%%EOF\n`;

/** Files as programs write them, or as they are damaged on their way, and how many pages they have; or nobody can say. */
export const pdfFiles: Record<string, [text: string, pages?: number]> = {
	'is plain': [pdfWith(twoPages), 2],
	'has an object stream': [xrefStream(HEADER + objectStream(9, packedTwo)), 2],
	'has an object stream without a filter': [
		xrefStream(HEADER + objectStream(9, packedTwo, '', (content) => content)),
		2,
	],
	'has a filter in a list': [
		xrefStream(HEADER + objectStream(9, packedTwo, '/Filter [/FlateDecode]')),
		2,
	],
	'was changed': [pdfWith(twoPages) + threeLater + end(''), 3],
	'was changed behind its end mark in the same line': [
		pdfWith(twoPages).trimEnd() + threeLater + end(''),
		3,
	],
	'was changed by an object stream': [
		pdfWith(twoPages) + objectStream(9, [[2, tree(3, 3, 4, 5)]]) + object(5, PAGE) + end(''),
		3,
	],
	'was changed by a plain object': [
		xrefStream(HEADER + objectStream(9, packedTwo)) + threeLater + end(''),
		3,
	],
	'has a table that is off by 3': [pdfWith(twoPages, undefined, { shift: 3 }), 2],
	'has a table that is off by 5': [pdfWith(twoPages, undefined, { shift: -5 }), 2],
	'names no table': [pdfWith(twoPages, undefined, { startxref: 0 }), 2],
	'names a table beyond its end': [pdfWith(twoPages, undefined, { startxref: 99_999 }), 2],
	'has a previous table at 0': [pdfWith(twoPages, '/Root 1 0 R /Prev 0'), 2],
	'has no startxref': [pdfWith(twoPages).replace(/startxref\n\d+\n/, ''), 2],
	'has CRLF for LF': [pdfWith(twoPages).replaceAll('\n', '\r\n'), 2],
	'has CR for LF': [pdfWith(twoPages).replaceAll('\n', '\r'), 2],
	'has bytes before': [`(${'x'.repeat(200)}\r\n${pdfWith(twoPages)}`, 2],
	'has bytes behind': [`${pdfWith(twoPages)}<!-- ( -->`, 2],
	'begins at byte 1,018': ['x'.repeat(1018) + pdfWith(twoPages), 2],
	'has names with codes': [pdfWith(twoPages.replace('/Pages 2', '/P#61ges 2')), 2],
	'has a count that is an object': [
		pdfWith(object(1, CATALOG) + object(2, tree('9 0 R', 3)) + object(3, PAGE) + object(9, '1')),
		1,
	],
	'has a stream whose length stands behind it': [
		pdfWith(`${twoPages}${stream(7, '/Length 8 0 R', 'q Q')}${object(8, '3')}`),
		2,
	],
	'has a stream with a wrong length': [pdfWith(twoPages + stream(7, '/Length 99', 'q Q')), 2],
	'is protected': [pdfWith(twoPages, '/Root 1 0 R /Encrypt 9 0 R'), 2],
	'holds an object in the text of a note': [
		pdfWith(`${twoPages}${object(7, '<< /Contents (see 2 0 obj << /Count 9 /Kids [] >>) >>')}`),
		2,
	],
	'holds an object in a comment': [pdfWith(`${twoPages}% 2 0 obj << /Count 9 /Kids [] >>\n`), 2],
	'has a PDF attached': [pdfWith(twoPages + stream(7, '/Type /EmbeddedFile', attached)), 2],
	'has a PDF attached whose length stands behind it': [
		pdfWith(
			`${twoPages}${stream(7, '/Length 8 0 R', attached)}${object(8, String(attached.length))}`,
		),
	],
	'has a note attached whose length stands behind it': [
		pdfWith(
			`${twoPages}${stream(7, '/Length 8 0 R', 'endstream 2 0 obj << /Count 9 /Kids [] >>')}${object(8, '41')}`,
		),
	],
	'was changed by an object stream with another filter': [
		pdfWith(twoPages) +
			objectStream(9, [[2, tree(3, 3, 4, 5)]], '/Filter /ASCII85Decode', (content) => content) +
			end(''),
	],
	'was changed by an object stream with a predictor': [
		pdfWith(twoPages) +
			objectStream(9, [[2, tree(3, 3)]], '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>') +
			end(''),
	],
	'was changed by a damaged object stream': [
		pdfWith(twoPages) +
			objectStream(9, [[2, tree(3, 3)]], undefined, (content) =>
				deflateSync(content).subarray(0, 12),
			) +
			end(''),
	],
	'was changed by an object stream that was flushed, not finished': [
		pdfWith(twoPages) +
			objectStream(9, [[2, tree(3, 3)]], undefined, (content) =>
				deflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH }),
			) +
			end(''),
	],
	'was changed by a stream whose dictionary is damaged': [
		pdfWith(twoPages) + object(9, '<< /Length 3 >\nstream\nq Q\nendstream') + end(''),
	],
	'has a string without an end before a change': [`${pdfWith(twoPages)}(${threeLater}${end('')}`],
	'has a stream without an end': [
		`${HEADER}${twoPages}7 0 obj\n<< /Length 9 >>\nstream\nq Q\n${threeLater}${end('')}`,
	],
	'has no count': [
		pdfWith(object(1, CATALOG) + object(2, '<< /Kids [3 0 R] >>') + object(3, PAGE)),
	],
	'has a negative count': [pdfWith(object(1, CATALOG) + object(2, tree(-1, 3)) + object(3, PAGE))],
	'counts more pages than it has objects': [
		pdfWith(object(1, CATALOG) + object(2, tree(9, 3)) + object(3, PAGE)),
	],
	'has no page': [pdfWith(object(1, CATALOG) + object(2, tree(0)))],
	'has no catalog': [pdfWith(twoPages, '')],
	'is a circle': [pdfWith(object(1, '1 0 R'))],
	'is empty': [''],
};
