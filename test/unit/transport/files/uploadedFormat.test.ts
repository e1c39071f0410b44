import fc from 'fast-check';
import { uploaded, watchFile } from '../../../../nodes/Signaturit/transport/files/fileFormat';
import { pdfOf } from '../../../workflow/engine/fixtures';
import { docOf, docxOf } from '../../../workflow/engine/wordFiles';
import { propertyRuns } from '../../propertyRuns';

const watched = (bytes: Buffer) => {
	const watch = watchFile(uploaded);
	for (let at = 0; at < bytes.length; at += 1000) watch.take(bytes.subarray(at, at + 1000));
	return watch;
};

const PDF = '%PDF-1.7\nstartxref\n9\n%%EOF';

describe('an uploaded file', () => {
	it.each([
		['PDF', async () => await pdfOf('A contract')],
		['DOC', async () => docOf()],
		['DOCX', async () => docxOf('A contract'.repeat(500))],
	])('that is a %s is whole, and is not when it is cut off at any point', async (name, make) => {
		const whole = await make();
		expect(watched(whole).format()).toMatchObject({ name });
		expect(watched(whole).isWhole()).toBe(true);
		const needed =
			{ DOC: whole.length - 511, DOCX: whole.length, PDF: whole.lastIndexOf('%%EOF') + 5 }[name] ??
			0;
		fc.assert(
			fc.property(fc.integer({ min: 0, max: needed - 1 }), (length) => {
				expect(watched(whole.subarray(0, length)).isWhole()).toBe(false);
			}),
			{ numRuns: propertyRuns(100) },
		);
	});

	it.each([
		['zeros behind its end', PDF + '\0'.repeat(5000)],
		['some other bytes behind its end', `${PDF}\n% from the archive`],
		['other bytes before its beginning', `\r\nfrom a fax\r\n${PDF}`],
	])('is whole when it is a PDF with %s, as Create takes it', (_, text) => {
		expect(watched(Buffer.from(text, 'latin1')).isWhole()).toBe(true);
	});

	it('is whole when it is a PDF whose end marker is in its last kilobyte', () => {
		const endsWith = (after: string) => Buffer.from(PDF + after, 'latin1');
		const most = 1024 - '%%EOF'.length;
		expect(watched(endsWith('x'.repeat(most))).isWhole()).toBe(true);
		expect(watched(endsWith('x'.repeat(most + 1))).isWhole()).toBe(false);
		expect(watched(endsWith(`${'x'.repeat(most)} \r\n\0`)).isWhole()).toBe(true);
	});

	it('is not whole when zeros are in the end marker of a PDF', () => {
		expect(watched(Buffer.from('%PDF-1.7\nstartxref\n9\n%%\0EOF')).isWhole()).toBe(false);
	});

	it('is a document of unknown type for messages as long as its format is not known', () => {
		expect(uploaded).toMatchObject({ name: 'document', mimeType: 'application/octet-stream' });
	});

	it('is not whole when a linearized PDF ends behind its first part', () => {
		const text = `%PDF-1.7\n<</Linearized 1/L 99999>>\nstartxref\n0\n%%EOF\n`;
		expect(watched(Buffer.from(text)).isWhole()).toBe(false);
	});

	it.each([
		['a web page', '<html>%PDF-1.7 %%EOF</html>'],
		['JSON', '{"message":"%PDF-1.7 %%EOF"}'],
		['JSON after white space', '\n ["%PDF-1.7 %%EOF"]'],
	])('is something else when it is %s', (_, text) => {
		expect(watched(Buffer.from(text)).isOther(true)).toBe(true);
		expect(watched(Buffer.from(text)).isWhole()).toBe(false);
	});

	it('is something else when no mark is among its first kilobyte', () => {
		expect(watched(Buffer.from('x'.repeat(1023))).isOther()).toBe(false);
		expect(watched(Buffer.from('x'.repeat(1024))).isOther()).toBe(true);
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
		return watched(file).isWhole();
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
		expect(watched(file.subarray(0, start + 1)).isWhole()).toBe(true);
		expect(watched(file.subarray(0, start)).isWhole()).toBe(false);
	});

	it('has a whole header', () => {
		const header = docOf(8).subarray(0, 512);
		for (const field of SECTOR_FIELDS) header.writeUInt32LE(0xffffffff, field);
		expect(watched(header).isWhole()).toBe(true);
		expect(watched(header.subarray(0, 511)).isWhole()).toBe(false);
	});
});
