import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { pdfPages } from '../../../nodes/Signaturit/input/pdf/pdfPages';
import { pdfOf, pdfOfObjects } from '../../service/specs/support/pdf';

const saved = async (pdf: PDFDocument, useObjectStreams: boolean) =>
	Buffer.from(await pdf.save({ useObjectStreams }));

/** A PDF with this many pages, each with text. */
async function pdfOfPages(count: number, useObjectStreams: boolean): Promise<Buffer> {
	const texts = Array.from({ length: count }, (_, page) => `Page ${page + 1}`);
	return await saved(await PDFDocument.load(await pdfOf(...texts)), useObjectStreams);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGE = '<< /Type /Page /Parent 2 0 R >>';
const tree = (count: number | string, ...kids: number[]) =>
	`<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;

describe('the pages of a PDF', () => {
	it.each([
		[1, true],
		[1, false],
		[3, true],
		[3, false],
		[250, true],
		[250, false],
	])('are counted when there are %d (object streams: %s)', async (pages, useObjectStreams) => {
		expect(await pdfPages(await pdfOfPages(pages, useObjectStreams))).toBe(pages);
	});

	it.each([true, false])(
		'are counted as the newest revision has them (object streams: %s)',
		async (useObjectStreams) => {
			const first = await pdfOfPages(2, useObjectStreams);
			const pdf = await PDFDocument.load(first, { forIncrementalUpdate: true });
			pdf.addPage().drawText('One more');
			const second = Buffer.from(await pdf.save({ useObjectStreams }));
			expect(second.subarray(0, first.length).equals(first)).toBe(true);
			expect(await pdfPages(second)).toBe(3);
		},
	);

	it('are counted in a tree of several levels, with a count that is an object of its own', async () => {
		const objects = [CATALOG, tree('6 0 R', 3, 4), PAGE, tree(2, 5, 7), PAGE, '3', PAGE];
		expect(await pdfPages(pdfOfObjects(objects))).toBe(3);
	});

	it('are counted with what pages inherit, and with names that have escapes', async () => {
		const root = '<< /Type /Pages /Count 2 /Kids 4 0 R /MediaBox [0 0 595 842] /Rotate 90 >>';
		const page = '<< /Type /Page /Parent 2 0 R /A#20B /C#2fD /Contents [] >>';
		expect(await pdfPages(pdfOfObjects([CATALOG, root, page, '[ 3 0 R 5 0 R ]', page]))).toBe(2);
	});

	it.each([
		[16, 1],
		[17, undefined],
	])('with a count behind %d references from object to object are %s', async (length, pages) => {
		const references = Array.from({ length }, (_, index) => `${index + 5} 0 R`);
		const file = pdfOfObjects([CATALOG, tree('4 0 R', 3), PAGE, ...references, '1']);
		expect(await pdfPages(file)).toBe(pages);
	});

	it('are counted although strings and comments hold marks of the syntax', async () => {
		const catalog =
			'<< /Title (a \\) >> [ (b) ]) /Id <0aF> % >> ]\n /Type /Catalog /Pages 2 0 R >>';
		expect(await pdfPages(pdfOfObjects([catalog, tree(1, 3), PAGE]))).toBe(1);
	});

	it.each<[string, Buffer]>([
		['the count differs from the pages', pdfOfObjects([CATALOG, tree(2, 3), PAGE])],
		['there is no page', pdfOfObjects([CATALOG, tree(0)])],
		['the tree is a circle', pdfOfObjects([CATALOG, tree(1, 2)])],
		['a page is listed twice', pdfOfObjects([CATALOG, tree(2, 3, 3), PAGE])],
		['an entry of the tree is no page', pdfOfObjects([CATALOG, tree(1, 3), '<< /Type /Font >>'])],
		[
			'an entry of the tree has no type',
			pdfOfObjects([CATALOG, tree(1, 3), '<< /Parent 2 0 R >>']),
		],
		['the tree has no type', pdfOfObjects([CATALOG, '<< /Count 1 /Kids [3 0 R] >>', PAGE])],
		['the tree has no count', pdfOfObjects([CATALOG, '<< /Type /Pages /Kids [3 0 R] >>', PAGE])],
		['an entry of the tree is missing', pdfOfObjects([CATALOG, tree(1, 9)])],
		['references lead in a circle', pdfOfObjects(['2 0 R', '1 0 R'])],
		['the file is encrypted', pdfOfObjects([CATALOG, tree(1, 3), PAGE], '/Encrypt 4 0 R')],
		['the tables lead to a damaged one', pdfOfObjects([CATALOG, tree(1, 3), PAGE], '/Prev 3')],
		['it is nested too deeply', pdfOfObjects(['['.repeat(10_000)])],
		['it is text', Buffer.from('%PDF-1.7 nothing')],
		['it is empty', Buffer.alloc(0)],
	])('are unknown when %s', async (_, file) => {
		expect(await pdfPages(file)).toBeUndefined();
	});

	it('are unknown when a byte before the tables is missing', async () => {
		const whole = await pdfOfPages(3, false);
		const cut = Buffer.concat([whole.subarray(0, 20), whole.subarray(21)]);
		expect(await pdfPages(cut)).toBeUndefined();
	});

	it('are a number of pages or unknown for arbitrary bytes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
				expect(await pdfPages(Buffer.from(bytes))).toBeUndefined();
			}),
		);
	});

	it.each([true, false])(
		'are a number of pages or unknown for a damaged file (object streams: %s)',
		async (useObjectStreams) => {
			const whole = await pdfOfPages(3, useObjectStreams);
			const damage = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
			await fc.assert(
				fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 20 }), async (changes) => {
					const damaged = Buffer.from(whole);
					for (const [position, byte] of changes) damaged[position] = byte;
					const pages = await pdfPages(damaged);
					expect(pages === undefined || (Number.isInteger(pages) && pages > 0)).toBe(true);
				}),
			);
		},
	);
});
