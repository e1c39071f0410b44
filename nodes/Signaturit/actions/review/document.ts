import { escapeHtml } from '../../embedded/page';
import { showHidden } from '../../transport/errors/shown';

/** A line of the document. What has no text is a heading; what has no name is text alone. */
export type Line = readonly [name: string | undefined, text?: string];

/** In twentieths of a point. */
const INDENT = 567;

/**
 * A DOCX of these lines. Every character of a text can be seen in it, and none is taken for markup. What comes after a
 * line end in a text is indented, so that it does not look like another line.
 */
export function documentOf(title: string, lines: readonly Line[]): Buffer {
	const body = lines.flatMap(([name, text]) => {
		if (text === undefined) return [paragraph(INDENT, [bold, name ?? ''])];
		const [first = '', ...more] = showHidden(text).split('\n');
		const following = more.map((line) => paragraph(0, ['', line]));
		if (name === undefined) return [paragraph(0, ['', first]), ...following];
		const label = `${showHidden(name).replaceAll('\n', 'U+000A')}: `;
		return [paragraph(INDENT, [bold, label], ['', first]), ...following];
	});
	const document = [paragraph(INDENT, [bold + large, title]), ...body].join('');
	return zipOf({
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${WORD_TYPE}"/></Types>`,
		'_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/document.xml': `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${document}</w:body></w:document>`,
	});
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org';
const WORD_TYPE =
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const bold = '<w:b/>';
const large = '<w:sz w:val="32"/>';

/** @param hanging how far its first line stands before the others */
function paragraph(hanging: number, ...runs: ReadonlyArray<[format: string, text: string]>) {
	const texts = runs.map(
		([format, text]) =>
			`<w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${escapeHtml(text)}</w:t></w:r>`,
	);
	const indent = `<w:ind w:left="${INDENT}" w:hanging="${hanging}"/>`;
	return `<w:p><w:pPr>${indent}</w:pPr>${texts.join('')}</w:p>`;
}

/** A ZIP of these texts, not compressed (APPNOTE.TXT, 4.3). */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [path, text] of Object.entries(files)) {
		const [name, content] = [Buffer.from(path), Buffer.from(text)];
		// Version 2.0, no flags, stored, the first of January 1980.
		const common = Buffer.concat([
			numbers(2, 20, 0, 0, 0, 0x21),
			numbers(4, crc32(content), content.length, content.length),
			numbers(2, name.length, 0),
		]);
		const part = [Buffer.from('PK\u0003\u0004'), common, name, content];
		parts.push(...part);
		const place = [numbers(2, 0, 0, 0), numbers(4, 0, offset), name];
		directory.push(Buffer.from('PK\u0001\u0002'), numbers(2, 20), common, ...place);
		offset += Buffer.concat(part).length;
	}
	const count = Object.keys(files).length;
	const end = [numbers(2, 0, 0, count, count), numbers(4, Buffer.concat(directory).length, offset)];
	return Buffer.concat([
		...parts,
		...directory,
		Buffer.from('PK\u0005\u0006'),
		...end,
		numbers(2, 0),
	]);
}

function numbers(bytes: 2 | 4, ...values: readonly number[]): Buffer {
	const buffer = Buffer.alloc(bytes * values.length);
	for (const [index, value] of values.entries()) buffer.writeUIntLE(value, bytes * index, bytes);
	return buffer;
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
	return value;
});

/** Of the bytes, as ZIP wants it. n8n's linter forbids node:zlib, which has it. */
const crc32 = (content: Buffer): number =>
	~content.reduce((crc, byte) => (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0), -1) >>> 0;
