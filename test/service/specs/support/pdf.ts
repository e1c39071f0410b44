// Makes small PDFs for tests, also turned ones, and reads the words of a PDF.

import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

import type { SourceFile } from '../../domain/files/sourceFile';
import { wordsOf, type Word } from '../../pdf/words';

/** A PDF with one page per text. */
export async function pdfOf(...pages: string[]): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (const text of pages) {
		pdf.addPage([400, 500]).drawText(text, { x: 40, y: 400, size: 14, font });
	}
	return Buffer.from(await pdf.save());
}

/** A PDF of these objects, from number 1 on, with a table; `trailer` is added to the trailer. */
export function pdfOfObjects(objects: string[], trailer = ''): Buffer {
	let file = '%PDF-1.4\n';
	const rows = objects.map((object, index) => {
		const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return row;
	});
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
	const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(`${file}${table}${end}`, 'latin1');
}

/** A quarter turn of a page for display, clockwise, and where text begins that stands upright then. */
export const TURNS = [
	{ angle: 0, x: 40, y: 400 },
	{ angle: 90, x: 100, y: 40 },
	{ angle: 180, x: 360, y: 100 },
	{ angle: 270, x: 300, y: 460 },
];

/** A page of 400 × 500 points that is turned, whose text stands upright 40 points from the left and 100 from above. */
export async function turnedPdf(
	{ angle, x, y }: (typeof TURNS)[number],
	text: string,
): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	const page = pdf.addPage([400, 500]);
	page.setRotation(degrees(angle));
	page.drawText(text, { x, y, size: 14, font, rotate: degrees(angle) });
	return Buffer.from(await pdf.save());
}

/** The words of a PDF in order. */
export const wordsIn = async (bytes: Uint8Array): Promise<string[]> =>
	(await placedWordsIn(bytes)).map(({ text }) => text);

/** The same with their places. */
export async function placedWordsIn(bytes: Uint8Array): Promise<Word[]> {
	const file: SourceFile = {
		name: '',
		kind: 'pdf',
		size: bytes.length,
		bytes: async () => bytes,
		fieldNames: [],
	};
	return await wordsOf(file);
}
