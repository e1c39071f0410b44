// The PDF that tells everything that happened to a document or a certificate.

import type { CertificateItem } from '../domain/certified/model';
import { timestamp } from '../domain/clock';
import type { ServiceEvent } from '../domain/history';
import type { SigningItem } from '../domain/signatures/documents';
import { markAsTest, newPdf, Sheet } from './layout';

/** The audit trail of one document: its facts, and every event with its time. */
export async function auditTrailPdf({
	request,
	document,
	signer,
}: SigningItem): Promise<Uint8Array> {
	return await trailPdf(
		'Audit trail',
		[
			`Signature request: ${request.id}`,
			`Document: ${document.id}`,
			`File: ${document.file.name} (${document.file.size} bytes)`,
			`${signer.role === 'validator' ? 'Validator' : 'Signer'}: ${signer.name} <${signer.email}>`,
			`Status: ${document.status}`,
			...(document.declineReason ? [`Reason of the decline: ${document.declineReason}`] : []),
			...(document.cancelReason ? [`Reason of the cancellation: ${document.cancelReason}`] : []),
		],
		document.events,
	);
}

/** The audit trail of one recipient's certified email or SMS. */
export async function certificatePdf({
	certified,
	certificate,
}: CertificateItem): Promise<Uint8Array> {
	return await trailPdf(
		certified.channel === 'email' ? 'Certified email' : 'Certified SMS',
		[
			`${certified.channel === 'email' ? 'Email' : 'SMS'}: ${certified.id}`,
			`Certificate: ${certificate.id}`,
			`Recipient: ${certificate.name} <${certificate.email || certificate.phone}>`,
			`Type: ${certified.type}`,
			...(certified.subject ? [`Subject: ${certified.subject}`] : []),
			...certified.attachments.map((file) => `Attachment: ${file.name} (${file.size} bytes)`),
		],
		certificate.events,
	);
}

/** A page of facts followed by a list of events. */
async function trailPdf(
	title: string,
	facts: string[],
	events: ServiceEvent[],
): Promise<Uint8Array> {
	const pdf = await newPdf(title, events.at(-1)?.at ?? new Date(0));
	const sheet = await Sheet.on(pdf);
	sheet.heading(title);
	for (const fact of facts) sheet.line(fact);
	sheet.title('Events');
	for (const event of events) sheet.line(`${timestamp(event.at)}  ${event.type}`);
	await markAsTest(pdf);
	return await pdf.save();
}
