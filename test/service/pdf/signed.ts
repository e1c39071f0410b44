import { PDFDocument } from '@cantoo/pdf-lib';

import { timestamp } from '../domain/clock';
import type { Subject } from '../domain/documents';
import { newPdf, Sheet, stamp } from './layout';

/** The document as it was sent: PDFs byte by byte unless fields were filled, others as a PDF. */
export async function sentPdf({ document }: Subject): Promise<Uint8Array> {
	const bytes = await document.file.bytes();
	if (document.file.kind === 'pdf') return bytes;
	const pdf = await newPdf(document.file.name, document.createdAt);
	const sheet = await Sheet.on(pdf);
	sheet.heading(document.file.name);
	return await pdf.save();
}

/** The document with a signature page at its end. */
export async function signedPdf(subject: Subject): Promise<Uint8Array> {
	const { document, signer, request } = subject;
	const pdf = await PDFDocument.load(await sentPdf(subject), {
		ignoreEncryption: true,
		updateMetadata: false,
	});
	const signedAt = document.events.find((event) => event.type === 'document_completed')?.at;
	stamp(pdf, signedAt ?? document.createdAt);
	const sheet = await Sheet.on(pdf);
	sheet.heading(signer.role === 'validator' ? 'Validation page' : 'Signature page');
	sheet.line(`Document: ${document.file.name}`);
	sheet.line(
		`${signer.role === 'validator' ? 'Validated' : 'Signed'} by: ${signer.name} <${signer.email}>`,
	);
	sheet.line(`Completed at: ${timestamp(signedAt ?? document.createdAt)}`);
	sheet.line(`Signature type: ${request.signatureType}`);
	const filled = signer.widgets.filter((widget) => document.values[widget.id]);
	if (filled.length > 0) sheet.title('Filled in');
	for (const widget of filled) sheet.line(`${widget.label}: ${document.values[widget.id]}`);
	sheet.note(`Document ${document.id} of signature request ${request.id}`);
	return await pdf.save();
}
