import { PDFDocument } from '@cantoo/pdf-lib';

import { timestamp } from '../domain/clock';
import { fieldsOf } from '../domain/fields/fields';
import type { Subject } from '../domain/signatures/documents';
import { paragraphsOf } from './docx';
import { newPdf, Sheet, stamp } from './layout';
import { fillForm, isConfigured, stampWidgets } from './stamps';

/** The document as it was sent: a PDF byte by byte unless something was filled or stamped. */
export async function sentPdf(subject: Subject): Promise<Uint8Array> {
	const { file } = subject.document;
	if (file.kind === 'pdf' && !isConfigured(subject)) return await file.bytes();
	return await (await configured(subject, false)).save();
}

/** The document with what the signer filled and a signature page at its end. */
export async function signedPdf(subject: Subject): Promise<Uint8Array> {
	const { document, signer, request } = subject;
	const pdf = await configured(subject, true);
	const at = document.events.find((event) => event.type === 'document_completed')?.at;
	const done = signer.role === 'validator' ? 'Validated' : 'Signed';
	const sheet = await Sheet.on(pdf);
	sheet.heading(signer.role === 'validator' ? 'Validation page' : 'Signature page');
	sheet.line(`Document: ${document.file.name}`);
	sheet.line(`${done} by: ${signer.name} <${signer.email}>`);
	sheet.line(`Completed at: ${timestamp(at ?? document.createdAt)}`);
	sheet.line(`Signature type: ${request.signatureType}`);
	const filled = fieldsOf(signer, [subject]).filter((field) => document.values[field.name]);
	if (filled.length > 0) sheet.title('Filled in');
	for (const field of filled) sheet.line(`${field.label}: ${document.values[field.name]}`);
	sheet.note(`Document ${document.id} of signature request ${request.id}`);
	stamp(pdf, at ?? document.createdAt);
	return await pdf.save({ useObjectStreams: false });
}

async function configured(subject: Subject, signed: boolean): Promise<PDFDocument> {
	const pdf = await openPdf(subject);
	fillForm(pdf, subject);
	await stampWidgets(pdf, subject, signed);
	stamp(pdf, subject.document.createdAt);
	return pdf;
}

/** The file that the document was made of, as a PDF. */
export async function openPdf({ document }: Subject): Promise<PDFDocument> {
	const { file, createdAt } = document;
	if (file.kind === 'pdf') {
		return await PDFDocument.load(await file.bytes(), {
			ignoreEncryption: true,
			updateMetadata: false,
		});
	}
	const pdf = await newPdf(file.name, createdAt);
	const sheet = await Sheet.on(pdf);
	sheet.heading(file.name);
	for (const paragraph of await paragraphsOf(file)) sheet.line(paragraph);
	return pdf;
}
