import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { SourceFile } from '../domain/files/sourceFile';
import type { Widget } from '../domain/signatures/model';

/** A word of a PDF: its page from 1, and its top-left corner in points from the page's bottom. */
export interface Word {
	text: string;
	page: number;
	x: number;
	top: number;
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
	const bytes = Uint8Array.from(await file.bytes());
	const worker = new Worker(join(__dirname, 'wordsWorker.mjs'), { workerData: bytes });
	try {
		return await new Promise<Word[]>((resolve, reject) => {
			worker.once('message', resolve);
			worker.once('error', reject);
		});
	} finally {
		await worker.terminate();
	}
}

/** The words of a file that a widget is anchored to. */
export async function occurrences(file: SourceFile, widget: Widget): Promise<Word[]> {
	return (await wordsOf(file)).filter((word) => word.text === widget.wordAnchor);
}
