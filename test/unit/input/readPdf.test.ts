import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { readPdf } from '../../../nodes/Signaturit/input/readPdf';
import { HEADER, object, PAGE, pages, pdfFiles, pdfWith, stream } from '../../files/pdf';
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
	const standard = '/Filter /Standard /V 2 /R 3 /P -44';
	const filters = '/Filter /Standard /V 4 /R 4 /CF << /StdCF << /CFM /AESV2 >> >>';
	const isProtected = async (text: string) =>
		(await readPdf(Buffer.from(text, 'latin1'))).isProtected;
	const file = (entries: string, rest = '') =>
		`${pdfWith(`${pages(1)}${object(9, `<< ${standard} >>`)}`, `/Root 1 0 R ${entries}`)}${rest}`;
	const later = (entries: string) => `${object(5, PAGE)}trailer\n<< ${entries} >>\n%%EOF\n`;

	it.each([
		['names the dictionary of it', file('/Encrypt 9 0 R')],
		['has the dictionary of it', file(`/Encrypt << ${standard} >>`)],
		['writes its name with a code', file('/#45ncrypt 9 0 R')],
		['has filters for streams', file(`/Encrypt << ${filters} /StmF /StdCF >>`)],
		['has filters for texts', file(`/Encrypt << ${filters} /StrF /StdCF /StmF /Identity >>`)],
		['says it with the first page', file('/Encrypt 9 0 R', later('/Size 9'))],
		[
			'says it in a stream',
			`${HEADER}${pages(1)}${object(9, `<< ${standard} >>`)}${stream(90, '/Type /XRef /Root 1 0 R /Encrypt 9 0 R /W [1 2 1] /Size 1', '\0\0\0\0')}%%EOF`,
		],
	])('is protected when it %s', async (_, text) => {
		expect(await isProtected(text)).toBe(true);
	});

	it.each([
		['says nothing of it', file('')],
		['names an object that is not there', file('/Encrypt 99 0 R')],
		['names an object that is no dictionary', file('/Encrypt 2 0 R').replace(/<< .*Kids.*/, '[9]')],
		['has null in its place', file('/Encrypt null')],
		['encrypts attached files only', file(`/Encrypt << ${filters} /EFF /StdCF >>`)],
		[
			'encrypts attached files only, and says what it does not',
			file(`/Encrypt << ${filters} /EFF /StdCF /StmF /Identity /StrF /Identity >>`),
		],
		['says it in an older revision only', file('/Encrypt 9 0 R', later('/Root 1 0 R /Prev 9'))],
		['has the words in a text', file('/Title (trailer << /Root 1 0 R /Encrypt 9 0 R >>)')],
		['has the words in a comment', file('', '% trailer << /Root 1 0 R /Encrypt 9 0 R >>\n')],
		[
			'has a protected PDF attached',
			pdfWith(pages(1) + stream(7, '/Type /EmbeddedFile', file('/Encrypt 9 0 R'))),
		],
	])('is not protected when it %s', async (_, text) => {
		expect(await isProtected(text)).toBe(false);
	});
});
