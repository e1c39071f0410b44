// The texts, files and signature request fields that the recorder sends, which name nobody.

import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { strToU8, zipSync } from 'fflate';

import type { Fields, Upload } from './encode';

/** The texts that the recorder sends. They name nobody, so they are written down as they are. */
export const RECORDER = {
	name: 'n8n-nodes-signaturit test, please ignore',
	newName: 'n8n-nodes-signaturit test, renamed',
	signer: 'Recorder Test',
	subject: 'Test of n8n-nodes-signaturit, please ignore',
	text: 'This is a test of n8n-nodes-signaturit. It will be canceled.',
	reason: 'The test is over',
	pdf: 'first "tést".pdf',
	secondPdf: 'second.pdf',
	docx: 'third.docx',
	/** Stands in the PDF. */
	word: 'Signature',
	/** Keys of custom data. */
	mark: 'n8n_recorder',
	reference: 'n8n_reference',
	bracketKey: 'n8n[recorder]',
	value: 'recorder-value',
	wrongAddress: 'nobody-at-nowhere',
	wrongTemplate: '#n8n-recorder-none',
	unknownParameter: 'n8n_recorder_unknown',
	unknownId: '00000000-0000-4000-8000-000000000000',
} as const;

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The files that are sent. */
export interface RecorderFiles {
	/** Two pages. */
	pdf: Upload;
	/** One page. */
	secondPdf: Upload;
	docx: Upload;
}

/** Makes the files. Each says on every page that it is a test. */
export async function recorderFiles(): Promise<RecorderFiles> {
	const type = 'application/pdf';
	return {
		pdf: { field: 'files[0]', name: RECORDER.pdf, type, bytes: await signablePdf(2) },
		secondPdf: { field: 'files[1]', name: RECORDER.secondPdf, type, bytes: await signablePdf(1) },
		docx: { field: 'files[]', name: RECORDER.docx, type: DOCX_TYPE, bytes: docxOf(RECORDER.text) },
	};
}

/** Pages that each say that it is a test, and hold the word that a widget is anchored to. */
async function signablePdf(pages: number): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (let page = 0; page < pages; page++) {
		const sheet = pdf.addPage([595, 842]);
		sheet.drawText(RECORDER.text, { x: 60, y: 760, size: 12, font });
		sheet.drawText(RECORDER.word, { x: 60, y: 200, size: 12, font });
	}
	return await pdf.save();
}

/** The smallest package that word processors open. */
function docxOf(text: string): Uint8Array {
	const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
	const schemas = 'http://schemas.openxmlformats.org';
	const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
		'_rels/.rels': `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/document.xml': `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
	};
	return zipSync(
		Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)])),
	);
}

/** The fields of a recipient with the user's address. */
export const recipient = (email: string, more: Fields = {}): Fields => ({
	email,
	name: RECORDER.signer,
	...more,
});

/**
 * The fields of a request that sends nothing: anyone who sees it sees that it is a test.
 *
 * @param mark the value of custom data by which the requests of this run are found
 */
export const harmless = (mark: string, recipients: Fields[], more: Fields = {}): Fields => ({
	name: RECORDER.name,
	recipients,
	delivery_type: 'url',
	data: { [RECORDER.mark]: mark },
	...more,
});
