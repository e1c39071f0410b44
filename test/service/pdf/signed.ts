// The PDF of a document as it was sent, and as it was signed.

import { PDFDocument } from '@cantoo/pdf-lib';

import { timestamp } from '../domain/clock';
import { fieldsOf } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import { paragraphsOf } from './docx';
import { markAsTest, newPdf, Sheet, stamp } from './layout';
import { fillForm, isConfigured, stampWidgets } from './stamps';

/**
 * The document as it was sent: the uploaded bytes, unless something is filled in or stamped. What the service has
 * made says on every page that it is a test.
 */
export async function sentPdf(item: SigningItem): Promise<Uint8Array> {
	const { file } = item.document;
	if (file.kind === 'pdf' && !isConfigured(item)) return await file.bytes();
	const pdf = await configured(item, false);
	await markAsTest(pdf);
	return await pdf.save();
}

/** The document with what the signer filled in, and a signature page at its end. Every page says that it is a test. */
export async function signedPdf(item: SigningItem): Promise<Uint8Array> {
	const { document, signer, request } = item;
	const pdf = await configured(item, true);
	const at = document.events.find((event) => event.type === 'document_completed')?.at;
	const done = signer.role === 'validator' ? 'Validated' : 'Signed';
	const sheet = await Sheet.on(pdf);
	sheet.heading(signer.role === 'validator' ? 'Validation page' : 'Signature page');
	sheet.line(`Document: ${document.file.name}`);
	sheet.line(`${done} by: ${signer.name} <${signer.email}>`);
	sheet.line(`Completed at: ${timestamp(at ?? document.createdAt)}`);
	sheet.line(`Signature type: ${request.signatureType}`);
	const { values, drawings } = document;
	const filled = fieldsOf(signer, [item]).filter(
		({ name }) => Boolean(values[name]) || name in drawings,
	);
	if (filled.length > 0) sheet.title('Filled in');
	for (const { label, name } of filled) {
		sheet.line(`${label}: ${values[name]}`);
		if (drawings[name]) sheet.drawing(drawings[name]);
	}
	sheet.note(`Document ${document.id} of signature request ${request.id}`);
	await markAsTest(pdf);
	stamp(pdf, at ?? document.createdAt);
	return await pdf.save({ useObjectStreams: false });
}

async function configured(item: SigningItem, signed: boolean): Promise<PDFDocument> {
	const pdf = await openPdf(item);
	fillForm(pdf, item);
	await stampWidgets(pdf, item, signed);
	stamp(pdf, item.document.createdAt);
	return pdf;
}

/** The file that the document was made of, as a PDF. */
export async function openPdf({ document }: SigningItem): Promise<PDFDocument> {
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
