// Writes text and drawn signatures on PDF pages, and marks them as no real signature.

import {
	LineCapStyle,
	PDFDocument,
	StandardFonts,
	rgb,
	type PDFFont,
	type PDFPage,
} from '@cantoo/pdf-lib';

import { DRAWING } from '../domain/fields/drawing';
import { drawOnShown, shownPage } from './shown';

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 56;
/** The size of drawn signatures in points. */
const DRAWN = { width: 150, height: 60 };
const INK = rgb(0.12, 0.14, 0.2);
const QUIET = rgb(0.38, 0.42, 0.5);
const ACCENT = rgb(0.1, 0.35, 0.75);
const WARNING = rgb(0.72, 0.1, 0.1);

/** Writes headings and lines on A4 pages, and adds a page when one is full. */
export class Sheet {
	private page: PDFPage;
	private y: number;

	private constructor(
		private readonly pdf: PDFDocument,
		private readonly regular: PDFFont,
		private readonly bold: PDFFont,
	) {
		this.page = pdf.addPage(A4);
		this.y = A4[1] - MARGIN;
	}

	static async on(pdf: PDFDocument): Promise<Sheet> {
		return new Sheet(
			pdf,
			await pdf.embedFont(StandardFonts.Helvetica),
			await pdf.embedFont(StandardFonts.HelveticaBold),
		);
	}

	heading(text: string): void {
		this.write(text, this.bold, 20, INK);
		this.y -= 9;
		this.page.drawLine({
			start: { x: MARGIN, y: this.y },
			end: { x: A4[0] - MARGIN, y: this.y },
			thickness: 1.5,
			color: ACCENT,
		});
		this.y -= 9;
	}

	title(text: string): void {
		this.y -= 8;
		this.write(text, this.bold, 12, INK);
	}

	line(text: string): void {
		this.write(text, this.regular, 10.5, INK);
	}

	note(text: string): void {
		this.write(text, this.regular, 9, QUIET);
	}

	/** A drawn signature. */
	drawing(path: string): void {
		const { width, height } = DRAWN;
		this.makeRoom(height);
		this.y -= 4;
		drawStrokes(this.page, path, { x: MARGIN, top: this.y, width, height });
		this.y -= height;
	}

	private makeRoom(height: number): void {
		if (this.y >= MARGIN + height) return;
		this.page = this.pdf.addPage(A4);
		this.y = A4[1] - MARGIN;
	}

	private write(text: string, font: PDFFont, size: number, color: typeof INK): void {
		for (const line of wrap(printable(text), font, size, A4[0] - 2 * MARGIN)) {
			this.makeRoom(size);
			this.y -= size * 1.45;
			this.page.drawText(line, { x: MARGIN, y: this.y, size, font, color });
		}
	}
}

/** Draws a signature (domain/fields/drawing.ts) as large as it fits into a box, at its top left. */
export function drawStrokes(
	page: PDFPage,
	path: string,
	{ x, top, width, height }: { x: number; top: number; width: number; height: number },
): void {
	const scale = Math.min(width / DRAWING.width, height / DRAWING.height);
	page.drawSvgPath(path, {
		x,
		y: top,
		scale,
		borderWidth: DRAWING.line,
		borderLineCap: LineCapStyle.Round,
	});
}

/** Text with `?` in the place of characters that the standard fonts do not have. */
export function printable(text: string): string {
	return text
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.replace(/[^\x20-\x7e\xa1-\xff]/g, '?');
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ').flatMap((item) => broken(item, font, size, width))) {
		const longer = line ? `${line} ${word}` : word;
		if (line && font.widthOfTextAtSize(longer, size) > width) {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}
	return [...lines, line];
}

/** The parts of a word that is wider than a line; a word that fits is its only part. */
function broken(word: string, font: PDFFont, size: number, width: number): string[] {
	const parts: string[] = [];
	let part = '';
	let used = 0;
	for (const letter of word) {
		const more = font.widthOfTextAtSize(letter, size);
		if (used + more > width) {
			parts.push(part);
			part = '';
			used = 0;
		}
		part += letter;
		used += more;
	}
	return [...parts, part];
}

/** A new PDF. Equal content gives equal bytes. */
export async function newPdf(title: string, date: Date): Promise<PDFDocument> {
	const pdf = await PDFDocument.create();
	stamp(pdf, date);
	pdf.setTitle(title);
	return pdf;
}

/** Sets the dates, which would otherwise be the current time. */
export function stamp(pdf: PDFDocument, date: Date): void {
	pdf.setCreationDate(date);
	pdf.setModificationDate(date);
	pdf.setProducer('Local signature service');
}

/** What every page of what this service makes says. */
export const NO_SIGNATURE =
	'Test document of a local service: this is no signature and proves nothing.';

/** Writes `NO_SIGNATURE` at the lower edge of every page. */
export async function markAsTest(pdf: PDFDocument): Promise<void> {
	const font = await pdf.embedFont(StandardFonts.HelveticaBold);
	for (const page of pdf.getPages()) {
		const { width } = shownPage(page);
		const size = Math.min(8, (8 * width) / (font.widthOfTextAtSize(NO_SIGNATURE, 8) + 16));
		drawOnShown(page, () => {
			page.drawText(NO_SIGNATURE, { x: 8, y: 5, size, font, color: WARNING });
		});
	}
}
