import { textField } from '../input/fields';
import { documentLocator, signatureLocator } from '../input/locators';
import { endpoints } from '../transport/endpoints';
import { withShape } from '../transport/expected';
import { serviceFiles } from '../transport/files/deliveryFiles';
import { smsStatusSchema } from '../transport/shapes';
import { writes } from '../transport/writes';
import { fileDownload } from './fileDownload';
import { plainRead, plainWrite, resource } from './operation';

const locators = [signatureLocator, documentLocator] as const;

/** What the downloads of a document's files have in common. */
const ofDocument = { kind: 'signature', locators } as const;

/** GET /v3/signatures/{id}/documents/{id}/download/signed; available from `document_completed` on. */
const downloadSigned = fileDownload({
	...ofDocument,
	action: 'Download a signed document',
	description: 'Download the signed PDF of a completed document',
	file: serviceFiles.signed,
});

/** GET /v3/signatures/{id}/documents/{id}/download/sent; of a DOC or DOCX file, the PDF that was made from it. */
const downloadSent = fileDownload({
	...ofDocument,
	action: 'Download a document as it was sent',
	description: 'Download the PDF as it was sent to the signer',
	file: serviceFiles.sent,
});

/** GET /v3/documents/{id}/download/uploaded; the file itself, also of a DOC or DOCX file. */
const downloadUploaded = fileDownload({
	...ofDocument,
	action: 'Download a document as it was uploaded',
	description: 'Download the original file of a document: a PDF, DOC or DOCX file',
	file: serviceFiles.uploaded,
});

/** GET /v3/signatures/{id}/documents/{id}/download/audit_trail; available from `audit_trail_completed` on. */
const downloadAuditTrail = fileDownload({
	...ofDocument,
	action: 'Download the audit trail of a document',
	description: 'Download the PDF that proves who did what and when with a document',
	file: serviceFiles.auditTrail,
});

/** GET /v3/signatures/{id}/documents/{id}/download/attachments; a ZIP file with a folder for each kind of attachment. */
const downloadAttachments = fileDownload({
	...ofDocument,
	action: 'Download the attachments of a document',
	description:
		'Download a ZIP file with what the signer attached, such as photos and identity documents',
	file: serviceFiles.attachments,
});

/**
 * POST /v3/signatures/{id}/documents/{id}/signer; answers the id of the document that replaces the
 * one with the wrong email address.
 */
const changeSigner = plainWrite(writes.changeSigner, locators, {
	action: 'Change the signer of an undelivered document',
	description:
		'Send a document to another email address after the email could not be delivered; the document gets a new ID',
	fields: [
		textField('Email', 'email', {
			required: true,
			placeholder: 'e.g. ada@example.com',
			description: 'Address of the signer from now on',
		}),
		textField('Name', 'name', {
			placeholder: 'e.g. Ada Lovelace',
			description: 'Name of the signer from now on; it stays as it is when left empty',
		}),
	],
	give: ({ id }, [signatureId]) => [{ json: { signatureId, documentId: id } }],
});

/** GET /v3/signatures/{id}/documents/{id}/sms_status.json; answers `{sms_status, phone_number}`. */
const getSmsStatus = plainRead(endpoints.signature.smsStatus, locators, {
	name: 'Get SMS Status',
	action: 'Get the SMS status of a document',
	description: 'Get what became of the text message that was sent for a document',
	expected: () => withShape('the status of an SMS', smsStatusSchema),
	give: (answer, [signatureId, documentId]) => [{ json: { signatureId, documentId, ...answer } }],
});

export const document = resource('Document', 'document', {
	downloadSigned,
	downloadSent,
	downloadAuditTrail,
	downloadAttachments,
	changeSigner,
	getSmsStatus,
	downloadUploaded,
});
