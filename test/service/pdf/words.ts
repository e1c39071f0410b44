import { PDFDocument, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { MessageChannel, Worker } from 'node:worker_threads';

import type { SourceFile } from '../domain/files/sourceFile';
import type { Widget } from '../domain/signatures/model';
import { printable } from './layout';

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
	return words;
}

async function readWords(file: SourceFile): Promise<Word[]> {
	const runs = await readRuns(Uint8Array.from(await file.bytes()));
	const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
	return runs.flatMap((run) => wordsIn(run, font));
}

/** How long the thread that reads PDFs waits for another one, in milliseconds. A process ends faster without it. */
const IDLE = 3_000;

let reader: Worker | undefined;
let reading = 0;
let idle: NodeJS.Timeout | undefined;

/** The thread that reads PDFs. There is one for all of them, because starting it takes longer than reading. */
function readingThread(): Worker {
	if (reader) return reader;
	const thread = new Worker(join(__dirname, 'wordsWorker.mjs'));
	thread.unref();
	// Who waits for it learns it from the port. Without a listener, the error would end the whole process.
	thread.once('error', () => undefined);
	thread.once('exit', () => {
		if (reader === thread) reader = undefined;
	});
	reader = thread;
	return thread;
}

function endIdleThread(): void {
	const thread = reader;
	if (reading > 0 || !thread) return;
	reader = undefined;
	void thread.terminate();
}

/** @throws what the reader throws, e.g. at a file that is no PDF */
async function readRuns(bytes: Uint8Array): Promise<Run[]> {
	const { port1, port2 } = new MessageChannel();
	clearTimeout(idle);
	reading++;
	try {
		const answered = new Promise<{ runs: Run[] } | { error: string }>((resolve, reject) => {
			port1.once('message', resolve);
			port1.once('close', () => reject(new Error('The thread that reads PDFs has ended')));
		});
		readingThread().postMessage({ bytes, port: port2 }, [bytes.buffer as ArrayBuffer, port2]);
		const answer = await answered;
		if ('error' in answer) throw new Error(answer.error);
		return answer.runs;
	} finally {
		port1.close();
		reading--;
		idle = setTimeout(endIdleThread, IDLE).unref();
	}
}

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
