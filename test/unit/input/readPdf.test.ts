import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { readPdf } from '../../../nodes/Signaturit/input/readPdf';
import { pdfFiles } from '../../files/pdf';
import { pdfOf } from '../../service/specs/support/pdf';

const countOf = async (text: string) => (await readPdf(Buffer.from(text, 'latin1'))).pages;

const written = async (count: number, useObjectStreams: boolean) => {
	const texts = Array.from({ length: count }, (_, page) => `Page ${page + 1}`);
	const pdf = await PDFDocument.load(await pdfOf(...texts));
	return Buffer.from(await pdf.save({ useObjectStreams }));
};

describe('the pages of a PDF', () => {
	it.each(Object.entries(pdfFiles).map(([what, [text, pages]]) => ({ what, text, pages })))(
		'that $what are $pages',
		async ({ text, pages }) => {
			expect(await countOf(text)).toBe(pages);
		},
	);

	it.each([
		[1, true],
		[1, false],
		[250, true],
		[250, false],
	])('of a program are counted when there are %d (object streams: %s)', async (count, packed) => {
		expect((await readPdf(await written(count, packed))).pages).toBe(count);
	});

	it.each([true, false])(
		'are counted as the newest revision has them (object streams: %s)',
		async (useObjectStreams) => {
			const pdf = await PDFDocument.load(await written(2, useObjectStreams), {
				forIncrementalUpdate: true,
			});
			pdf.addPage().drawText('One more');
			expect((await readPdf(Buffer.from(await pdf.save({ useObjectStreams })))).pages).toBe(3);
		},
	);

	it('are unknown for arbitrary bytes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
				expect((await readPdf(Buffer.from(bytes))).pages).toBeUndefined();
			}),
		);
	});
});

describe('a PDF', () => {
	it.each([
		['/Encrypt 9 0 R', true],
		['/Encrypt << /Filter /Standard >>', true],
		['', false],
	])('whose trailer has %j is protected: %s', async (entry, isProtected) => {
		const file = `%PDF-1.7\ntrailer\n<< /Root 1 0 R ${entry} >>\n%%EOF`;
		expect((await readPdf(Buffer.from(file))).isProtected).toBe(isProtected);
	});
});
