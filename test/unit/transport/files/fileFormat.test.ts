import fc from 'fast-check';
import { zipSync } from 'fflate';
import {
	type FileFormat,
	pdf,
	uploaded,
	watchFile,
	zip,
} from '../../../../nodes/Signaturit/transport/files/fileFormat';
import { pdfOf } from '../../../workflow/engine/fixtures';
import { docOf, docxOf } from '../../../workflow/engine/wordFiles';
import { propertyRuns } from '../../propertyRuns';

const watched = (format: FileFormat, bytes: Buffer, pieceSize = 1000) => {
	const watch = watchFile(format);
	for (let at = 0; at < bytes.length; at += pieceSize) {
		watch.take(bytes.subarray(at, at + pieceSize));
	}
	return watch;
};
const isWhole = (...args: Parameters<typeof watched>) => watched(...args).isWhole();
const isWholePdf = (text: string) => isWhole(pdf, Buffer.from(text, 'latin1'));

const END = '\nstartxref\n9\n%%EOF\n';
const inner = zipSync({ 'photo.jpg': Buffer.alloc(500, 7) });
const zipOf = (comment = '') => {
	const bytes = zipSync(
		{ 'photos/año.jpg': Buffer.alloc(3000, 1), 'more.zip': [inner, { level: 0 }] },
		{ level: 0 },
	);
	const whole = Buffer.concat([bytes, Buffer.from(comment)]);
	whole.writeUInt16LE(comment.length, bytes.length - 2);
	return whole;
};
const emptyZip = Buffer.from(zipSync({}));

const wholePdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}${END}`);

/** `needed`: bytes without which the file is not whole; a PDF may lack the line end after its mark. */
const examples = [
	{ format: pdf, whole: wholePdf, needed: wholePdf.lastIndexOf('%%EOF') + '%%EOF'.length },
	...[zipOf(), zipOf('c'.repeat(0xffff)), emptyZip].map((whole) => ({
		format: zip,
		whole,
		needed: whole.length,
	})),
];

describe.each(examples)('a whole $format.name', ({ format, whole, needed }) => {
	it('is recognised in pieces of any size', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: whole.length + 1 }), (size) => {
				const pieceSize = Math.max(size, Math.ceil(whole.length / 100));
				expect(isWhole(format, whole, pieceSize)).toBe(true);
			}),
		);
	});

	it('is recognised in pieces smaller than its marks', () => {
		const start = whole.subarray(0, 10);
		for (const size of [1, 2, 3, 4, 5]) {
			const watch = watchFile(format);
			for (let at = 0; at < start.length; at += size) {
				watch.take(start.subarray(at, at + size));
				expect(watch.isOther()).toBe(false);
			}
			watch.take(whole.subarray(start.length));
			expect(watch.isWhole()).toBe(true);
		}
	});

	it('is not whole when it is cut off at any point', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: needed - 1 }), (length) => {
				expect(isWhole(format, whole.subarray(0, length))).toBe(false);
			}),
			{ numRuns: propertyRuns(200) },
		);
	});

	it.each([
		['an empty file', ''],
		['a web page', '<html>%%EOF PK\u0005\u0006</html>'],
		['a web page around the marks', '<html>%PDF- startxref 9 %%EOF</html>'],
		['a web page that ends with the marks', `<html>%PDF-1.7 PK\u0003\u0004${END}`],
	])('is not %s', (_, content) => {
		expect(isWhole(format, Buffer.from(content))).toBe(false);
	});
});

describe.each([
	{ format: pdf, name: 'PDF', mimeType: 'application/pdf' },
	{ format: zip, name: 'ZIP', mimeType: 'application/zip' },
	{ format: uploaded, name: 'document', mimeType: 'application/octet-stream' },
])('the format $name', ({ format, name, mimeType }) => {
	it('has its usual name and media type', () => {
		expect(format).toMatchObject({ name, mimeType });
	});

	it('is told from others by the first kilobyte, or by a whole file that is shorter', () => {
		const watch = watchFile(format);
		watch.take(Buffer.from('<'.repeat(1023)));
		expect(watch.isOther()).toBe(false);
		expect(watch.isOther(true)).toBe(true);
		watch.take(Buffer.from('<'));
		expect(watch.isOther()).toBe(true);
	});
});

describe('a PDF', () => {
	it.each([
		['nothing', '', true],
		['a byte order mark', '\u00ef\u00bb\u00bf', true],
		['white space of all kinds', '\0\t\n\f\r ', true],
		['as much white space as readers accept', ' '.repeat(1024 - '%PDF-'.length), true],
		['more white space', ' '.repeat(1025 - '%PDF-'.length), false],
		['a letter', 'x', true],
		['as many bytes as readers accept', 'x'.repeat(1024 - '%PDF-'.length), true],
		['more bytes', 'x'.repeat(1025 - '%PDF-'.length), false],
		['a line of headers', 'Content-Type: application/pdf\r\n\r\n', true],
		['a warning of a web server', '<br />\n<b>Notice</b>: here\n', true],
		['a tag in its line', '<html>', false],
		['the beginning of JSON', '{"file":"', false],
		['the beginning of a ZIP', 'PK\u0003\u0004contract.pdf', false],
		['the beginning of a signed file', '0\u0082\u0001\u0000', false],
	])('may have before its first mark: %s (%j, %s)', (_, before, accepted) => {
		expect(isWholePdf(`${before}%PDF-1.7\n${'x'.repeat(3000)}${END}`)).toBe(accepted);
	});

	it.each([
		['nothing', '', true],
		['a line end', '\r\n', true],
		['white space of all kinds', '\0\t\n\f\r ', true],
		['a letter', 'x', true],
		['as many bytes as readers accept', 'x'.repeat(1024 - '%%EOF\n'.length), true],
		['more bytes', 'x'.repeat(1025 - '%%EOF\n'.length), false],
		['any number of zeros', '\0'.repeat(20_000), true],
		['as many bytes, then zeros', 'x'.repeat(1024 - '%%EOF\n'.length) + '\0'.repeat(20_000), true],
		['the beginning of a change', '9 0 obj\n<<', false],
	])('may have after its last mark: %s (%j, %s)', (_, after, accepted) => {
		expect(isWholePdf(`%PDF-1.7\n${'x'.repeat(3000)}${END}${after}`)).toBe(accepted);
	});

	it.each([
		['startxref\n9\n%%EOF', true],
		['startxref\n0\n%%EOF', true],
		['startxref\n99999\n%%EOF', true],
		['%%EOF', true],
		['%%EOF\nstartxref\n9\n', false],
		['startxref\n9\n', false],
		['%%\0EOF', false],
	])('that ends with %j is whole, as readers take it: %s', (end, expected) => {
		expect(isWholePdf(`%PDF-1.7\n${'x'.repeat(3000)}\n${end}`)).toBe(expected);
	});

	it('that says its length is not whole when it is cut off after its first part', () => {
		const linearized = (length: number) =>
			`%PDF-1.7\n1 0 obj\n<< /Linearized 1 /L ${String(length).padStart(5)} /N 3 >>\nendobj${END}`;
		const { length } = linearized(999);
		expect(isWholePdf(linearized(999))).toBe(false);
		expect(isWholePdf(`%PDF-1.7\n<</Linearized 1/L 99999>>${END}`)).toBe(false);
		expect(isWholePdf(linearized(length + 1))).toBe(false);
		expect(isWholePdf(linearized(length))).toBe(true);
		// What is appended later, such as a signature, does not change the length in it.
		expect(isWholePdf(`${linearized(length)}more${END}`)).toBe(true);
	});

	it('is not judged by its length when it is linearized and does not say it', () => {
		expect(isWholePdf(`%PDF-1.7\n<< /Linearized 1 /N 99999 >>${END}`)).toBe(true);
	});

	it('is not judged by lengths in a file that is not linearized', () => {
		expect(isWholePdf(`%PDF-1.7\n<< /L 99999 >>${END}`)).toBe(true);
	});
});

describe('a ZIP', () => {
	it('is whole without files, with a comment and without', () => {
		expect(emptyZip).toHaveLength(22);
		expect(isWhole(zip, emptyZip)).toBe(true);
		const commented = Buffer.concat([emptyZip, Buffer.from('nothing')]);
		commented.writeUInt16LE('nothing'.length, 20);
		expect(isWhole(zip, commented)).toBe(true);
	});

	it('may have as much around it as a PDF', () => {
		const around = (before: number, after: number) =>
			isWhole(zip, Buffer.concat([Buffer.alloc(before, 1), zipOf(), Buffer.alloc(after, 1)]));
		expect([around(1020, 1024), around(1021, 0), around(0, 1025)]).toEqual([true, false, false]);
	});

	it('is not whole when it does not begin with an entry', () => {
		const whole = zipOf();
		whole.write('html', 'latin1');
		expect(isWhole(zip, whole)).toBe(false);
	});

	it('is not whole without its directory when it is too short for a ZIP64 locator', () => {
		const record = zipOf().subarray(-22);
		for (const between of ['', 'x', 'PK\u0006\u0007']) {
			const bytes = Buffer.concat([Buffer.from(`PK\u0003\u0004${between}`), record]);
			expect(isWhole(zip, bytes)).toBe(false);
		}
	});

	it('is not whole when it is cut off after the end of a ZIP inside it', () => {
		const whole = zipOf();
		const end = whole.lastIndexOf(Buffer.from(inner).subarray(-22)) + 22;
		expect(whole.subarray(0, end).subarray(-22)).toEqual(Buffer.from(inner).subarray(-22));
		expect(isWhole(zip, whole.subarray(0, end))).toBe(false);
	});
});

describe('watchFile', () => {
	it('knows how many bytes have passed, and keeps the beginning only', () => {
		const watch = watchFile(pdf);
		expect([watch.seen.size, watch.seen.head.length]).toEqual([0, 0]);
		for (const piece of ['%PDF-1.7\n', 'x'.repeat(2000), 'end']) watch.take(Buffer.from(piece));
		expect(watch.seen.size).toBe(2012);
		expect(watch.seen.head.toString()).toBe(`%PDF-1.7\n${'x'.repeat(1015)}`);
	});

	it('keeps its own copy of the bytes, whose memory may be used again', () => {
		const watch = watchFile(pdf);
		const piece = Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF');
		watch.take(piece);
		piece.fill(0);
		expect(watch.isWhole()).toBe(true);
	});

	it('takes no part of a byte order mark for another format', () => {
		const watch = watchFile(pdf);
		for (const byte of Buffer.from('efbbbf255044462d', 'hex')) {
			watch.take(Buffer.of(byte));
			expect(watch.isOther()).toBe(false);
		}
		watch.take(Buffer.from('1.7\nstartxref\n9\n%%EOF'));
		expect(watch.isWhole()).toBe(true);
	});

	it('knows the only format without looking at the bytes', () => {
		const watch = watchFile(pdf);
		watch.take(Buffer.from('<html>'));
		expect(watch.format()).toBe(pdf);
	});
});

describe('an uploaded file', () => {
	it.each([
		['PDF', async () => await pdfOf('A contract')],
		['DOC', async () => docOf()],
		['DOCX', async () => docxOf('A contract'.repeat(500))],
	])('that is a %s is whole, and is not when it is cut off at any point', async (name, make) => {
		const whole = await make();
		expect(watched(uploaded, whole).format()).toMatchObject({ name });
		expect(isWhole(uploaded, whole)).toBe(true);
		const needed =
			{ DOC: whole.length - 511, DOCX: whole.length, PDF: whole.lastIndexOf('%%EOF') + 5 }[name] ??
			0;
		fc.assert(
			fc.property(fc.integer({ min: 0, max: needed - 1 }), (length) => {
				expect(isWhole(uploaded, whole.subarray(0, length))).toBe(false);
			}),
			{ numRuns: propertyRuns(100) },
		);
	});

	it.each([
		['a web page', '<html>%PDF-1.7 %%EOF</html>'],
		['JSON', '{"message":"%PDF-1.7 %%EOF"}'],
		['JSON after white space', '\n ["%PDF-1.7 %%EOF"]'],
	])('is something else when it is %s', (_, text) => {
		expect(watched(uploaded, Buffer.from(text)).isOther(true)).toBe(true);
		expect(isWhole(uploaded, Buffer.from(text))).toBe(false);
	});

	it('has no format of its own before its first bytes', () => {
		expect(watchFile(uploaded).format()).toBe(uploaded);
		expect(watchFile(uploaded).isWhole()).toBe(false);
	});
});

/** Where the header of a DOC names sectors: the directory, two more tables, and the first and last of 109 tables. */
const SECTOR_FIELDS = [48, 60, 68, 76, 508];

describe('an uploaded DOC', () => {
	const naming = (field: number, sector: number) => {
		const file = docOf(8);
		file.writeUInt32LE(sector, field);
		return isWhole(uploaded, file);
	};

	it.each(SECTOR_FIELDS)('is whole when the sector named at byte %d of it is there', (field) => {
		expect(naming(field, 7)).toBe(true);
		expect(naming(field, 8)).toBe(false);
	});

	it.each(SECTOR_FIELDS)('is whole when byte %d of it says that there is no sector', (field) => {
		expect(naming(field, 0xfffffffa)).toBe(true);
		expect(naming(field, 0xffffffff)).toBe(true);
		expect(naming(field, 0xfffffff9)).toBe(false);
	});

	it('is whole with the first byte of its last sector, and not without it', () => {
		const file = docOf(8);
		const start = file.length - 512;
		expect(isWhole(uploaded, file.subarray(0, start + 1))).toBe(true);
		expect(isWhole(uploaded, file.subarray(0, start))).toBe(false);
	});

	it('has a whole header', () => {
		const header = docOf(8).subarray(0, 512);
		for (const field of SECTOR_FIELDS) header.writeUInt32LE(0xffffffff, field);
		expect(isWhole(uploaded, header)).toBe(true);
		expect(isWhole(uploaded, header.subarray(0, 511))).toBe(false);
	});
});
