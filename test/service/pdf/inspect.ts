// Finds the kind, pages and form fields of an uploaded file by its content.

import { unzipSync } from 'fflate';
import { join } from 'node:path';

import type { SourceFileKind, SourceFile } from '../domain/files/sourceFile';
import type { UploadedFile } from '../domain/files/uploadedFile';
import { invalid, type Refusal } from '../domain/refusal';
import { ReadingThread } from './readingThread';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** The kind of a file by its content; its name and media type may be wrong. */
function kindOf(bytes: Buffer): SourceFileKind | undefined {
	if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
	if (bytes.subarray(0, 8).equals(OLE)) return 'doc';
	if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return undefined;
	let isDocx = false;
	try {
		unzipSync(bytes, {
			filter: ({ name }) => {
				isDocx ||= name.startsWith('word/');
				return false;
			},
		});
	} catch {
		return undefined;
	}
	return isDocx ? 'docx' : undefined;
}

const unreadable = (file: UploadedFile): Refusal =>
	invalid('Invalid pdf', [`${file.name}: only PDF, DOC and DOCX files are accepted`]);

/** Reads an uploaded document. @throws Refusal invalid unless it is PDF, DOC or DOCX. */
export async function inspectUpload(file: UploadedFile): Promise<SourceFile> {
	const kind = kindOf(file.bytes);
	if (!kind) throw unreadable(file);
	const source = { name: file.name, kind, size: file.size, bytes: async () => file.bytes };
	if (kind !== 'pdf') return { ...source, fieldNames: [] };
	try {
		return { ...source, ...(await reader.read(Uint8Array.from(file.bytes))) };
	} catch {
		throw unreadable(file);
	}
}

/** What the thread reads of a PDF. */
const reader = new ReadingThread<{ pages: number; fieldNames: string[] }>(
	join(__dirname, 'inspectWorker.mjs'),
);

/** The number of pages of a PDF; undefined for other files. */
export async function pagesOf(bytes: Buffer): Promise<number | undefined> {
	if (kindOf(bytes) !== 'pdf') return undefined;
	try {
		return (await reader.read(Uint8Array.from(bytes))).pages;
	} catch {
		return undefined;
	}
}
