import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

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
