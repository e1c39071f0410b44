// The words of a PDF with their places, and those that a widget is anchored to.

import { PDFDocument, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import { join } from 'node:path';

import type { SourceFile } from '../domain/files/sourceFile';
import type { Widget } from '../domain/signatures/model';
import { printable } from './layout';
import { ReadingThread } from './readingThread';

/** A word of a PDF: its page from 1, and its top-left corner in points from the bottom left of the page as it is shown. */
export interface Word {
	text: string;
	page: number;
	x: number;
	top: number;
}

/** Text that the document writes in one go. */
interface Run extends Word {
	/** In points. */
	width: number;
	/** Where it goes on the page as it is shown, e.g. `[1, 0]` to the right, as a vector of the length 1. */
	direction: [number, number];
}

const known = new WeakMap<SourceFile, Promise<Word[]>>();

/** The words of a PDF, read once per file; none for other files. */
export function wordsOf(file: SourceFile): Promise<Word[]> {
	if (file.kind !== 'pdf') return Promise.resolve([]);
	const words = known.get(file) ?? readWords(file);
	known.set(file, words);
	// What could not be read on a busy machine can be read later.
	words.catch(() => known.delete(file));
	return words;
}

async function readWords(file: SourceFile): Promise<Word[]> {
	const runs = await reader.read(Uint8Array.from(await file.bytes()));
	const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
	return runs.flatMap((run) => wordsIn(run, font));
}

const reader = new ReadingThread<Run[]>(join(__dirname, 'wordsWorker.mjs'));

/** The words of a run. Its letters share its width as those of a common font would. */
function wordsIn({ text, page, x, top, width, direction }: Run, font: PDFFont): Word[] {
	const [right, up] = direction;
	const share = width / font.widthOfTextAtSize(printable(text), 1);
	return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => {
		const before = share * font.widthOfTextAtSize(printable(text.slice(0, match.index)), 1);
		return { text: match[0], page, x: x + before * right, top: top + before * up };
	});
}

/** The words of a file that a widget is anchored to. */
export async function occurrences(file: SourceFile, widget: Widget): Promise<Word[]> {
	return (await wordsOf(file)).filter((word) => word.text === widget.wordAnchor);
}
