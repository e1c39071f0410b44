// What each file in this folder is, made by programs that people use.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFormat } from '../../../nodes/Signaturit/transport/files/fileFormat';

/** A file of a program that people use. `make.sh` makes it. */
interface RealFile {
	/** Its format, if it may be signed, or is a ZIP as far as we look; of other programs otherwise. */
	format?: FileFormat['name'];
	/** Of a PDF. */
	pages?: number;
	/** Whether it is encrypted. */
	isProtected?: boolean;
	mimeType: string;
}

const pdf = (pages: number, isProtected = false): RealFile => ({
	format: 'PDF',
	pages,
	isProtected,
	mimeType: 'application/pdf',
});
const office = 'application/vnd.openxmlformats-officedocument';
const docx: RealFile = { format: 'DOCX', mimeType: `${office}.wordprocessingml.document` };

/** What each file in this folder is, by its name. */
export const realFiles: Readonly<Record<string, RealFile>> = {
	'chromium.pdf': pdf(4),
	'docxJs.docx': docx,
	'ghostscript.pdf': pdf(5),
	'libreOffice.doc': { format: 'DOC', mimeType: 'application/msword' },
	'libreOffice.docx': docx,
	'libreOffice.odt': { format: 'ZIP', mimeType: 'application/vnd.oasis.opendocument.text' },
	'libreOffice.pdf': pdf(5),
	'libreOffice.pptx': { format: 'ZIP', mimeType: `${office}.presentationml.presentation` },
	// A document of Word is embedded in it.
	'libreOffice.xls': { mimeType: 'application/vnd.ms-excel' },
	'libreOffice.xlsx': { format: 'ZIP', mimeType: `${office}.spreadsheetml.sheet` },
	'linearized.pdf': pdf(5),
	'longContract.docx': docx,
	'longContract.pdf': pdf(200),
	'objectStreams.pdf': pdf(5),
	'ownerPassword.pdf': pdf(5, true),
	'pythonDocx.docx': docx,
	'scan.pdf': pdf(3),
	'scanWithText.pdf': pdf(3),
	'userPassword.pdf': pdf(5, true),
};

export const realFile = (name: string) => readFileSync(join(__dirname, name));
