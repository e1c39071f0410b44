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
		const needed = name === 'DOC' ? whole.length - 511 : whole.length - 2;
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

	it('is not whole when a linearized PDF ends behind its first part', () => {
		const text = `%PDF-1.7\n<</Linearized 1/L 99999>>\nstartxref\n0\n%%EOF\n`;
		expect(watched(Buffer.from(text)).isWhole()).toBe(false);
	});

	it.each([
		['a web page', '<html>%PDF-1.7 %%EOF</html>'],
		['JSON', '{"message":"%PDF-1.7 %%EOF"}'],
		['JSON after white space', '\n ["%PDF-1.7 %%EOF"]'],
	])('is something else when it is %s', (_, text) => {
		expect(watched(Buffer.from(text)).isOther()).toBe(true);
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
