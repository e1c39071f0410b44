import { PDFDocument } from '@cantoo/pdf-lib';
import { unzipSync } from 'fflate';

import type { SourceFileKind, SourceFile } from '../domain/files/sourceFile';
import type { UploadedFile } from '../domain/files/uploadedFile';
import { invalid, type Refusal } from '../domain/refusal';

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
				isDocx ||= name === 'word/document.xml';
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
		const pdf = await PDFDocument.load(file.bytes, {
			ignoreEncryption: true,
			updateMetadata: false,
		});
		return {
			...source,
			pages: pdf.getPageCount(),
			fieldNames: pdf
				.getForm()
				.getFields()
				.map((field) => field.getName()),
		};
	} catch {
		throw unreadable(file);
	}
}

/** The number of pages of a PDF; undefined for other files. */
export async function pagesOf(bytes: Buffer): Promise<number | undefined> {
	if (kindOf(bytes) !== 'pdf') return undefined;
	try {
		const pdf = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
		return pdf.getPageCount();
	} catch {
		return undefined;
	}
}
