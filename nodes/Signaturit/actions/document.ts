import { z } from 'zod';
import { emailSchema, text, validated } from '../input/schemas';
import { documentLocator, locatorValue, signatureLocator } from '../input/locators';
import { endpoints } from '../transport/endpoints';
import { withShape } from '../transport/expected';
import { type ServiceFile, serviceFiles } from '../transport/files/deliveryFiles';
import { read, write } from '../transport/request';
import { smsStatusSchema } from '../transport/shapes';
import { writes } from '../transport/writes';
import { fileDownload } from './fileDownload';
import type { Operation, Resource } from './operation';

/** An operation that downloads one of a document's files. */
function documentDownload(
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
	file: ServiceFile,
): Operation {
	return fileDownload(texts, {
		kind: 'signature',
		locators: [signatureLocator, documentLocator],
		file,
	});
}

/** GET /v3/signatures/{id}/documents/{id}/download/signed; available from `document_completed` on. */
const downloadSigned = documentDownload(
	{
		name: 'Download Signed',
		action: 'Download a signed document',
		description: 'Download the signed PDF of a completed document',
	},
	serviceFiles.signed,
);

/** GET /v3/signatures/{id}/documents/{id}/download/sent; of a DOC or DOCX file, the PDF that was made from it. */
const downloadSent = documentDownload(
	{
		name: 'Download Sent',
		action: 'Download a document as it was sent',
		description: 'Download the PDF as it was sent to the signer',
	},
	serviceFiles.sent,
);

/** GET /v3/signatures/{id}/documents/{id}/download/audit_trail; available from `audit_trail_completed` on. */
const downloadAuditTrail = documentDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a document',
		description: 'Download the PDF that proves who did what and when with a document',
	},
	serviceFiles.auditTrail,
);

/** GET /v3/signatures/{id}/documents/{id}/download/attachments; a ZIP file with a folder for each kind of attachment. */
const downloadAttachments = documentDownload(
	{
		name: 'Download Attachments',
		action: 'Download the attachments of a document',
		description:
			'Download a ZIP file with what the signer attached, such as photos and identity documents',
	},
	serviceFiles.attachments,
);

const inputSchema = z.object({ email: emailSchema, name: text('Name') });

/**
 * POST /v3/signatures/{id}/documents/{id}/signer; answers the id of the document that replaces the
 * one with the wrong email address.
 */
const changeSigner: Operation = {
	name: 'Change Signer',
	action: 'Change the signer of an undelivered document',
	description:
		'Send a document to another email address after the email could not be delivered; the document gets a new ID',
	fields: [
		signatureLocator,
		documentLocator,
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. ada@example.com',
			description: 'Address of the signer from now on',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ada Lovelace',
			description: 'Name of the signer from now on; it stays as it is when left empty',
		},
	],
	async run(item) {
		const signatureId = locatorValue.call(this, signatureLocator, item);
		const documentId = locatorValue.call(this, documentLocator, item);
		const fields = validated(inputSchema, {
			email: this.getNodeParameter('email', item),
			name: this.getNodeParameter('name', item),
		});
		const { id } = await write.call(this, writes.changeSigner(signatureId, documentId), { fields });
		return [{ json: { signatureId, documentId: id } }];
	},
};

/** GET /v3/signatures/{id}/documents/{id}/sms_status.json; answers `{sms_status, phone_number}`. */
const getSmsStatus: Operation = {
	name: 'Get SMS Status',
	action: 'Get the SMS status of a document',
	description: 'Get what became of the text message that was sent for a document',
	reads: true,
	fields: [signatureLocator, documentLocator],
	async run(item) {
		const signatureId = locatorValue.call(this, signatureLocator, item);
		const documentId = locatorValue.call(this, documentLocator, item);
		const path = endpoints.signature.smsStatus(signatureId, documentId);
		const expected = withShape('the status of an SMS', smsStatusSchema);
		const answer = await read.call(this, path, {}, { expected });
		return [{ json: { signatureId, documentId, ...answer } }];
	},
};

export const document: Resource = {
	name: 'Document',
	value: 'document',
	operations: {
		downloadSigned,
		downloadSent,
		downloadAuditTrail,
		downloadAttachments,
		changeSigner,
		getSmsStatus,
	},
};
