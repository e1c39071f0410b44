// The resource Document: the files, the signer, the SMS status and the audit trail of one document.

import { textField } from '../../input/fields';
import { documentLocator, signatureLocator } from '../../input/locators';
import { serviceFiles } from '../../events/deliveryFiles';
import { writes } from '../../transport/writes';
import { generateDocumentTrail } from '../auditTrails';
import { fileDownload, smsStatusRead } from '../records';
import type { Resource, Texts } from '../operation';
import { plainForm } from '../plainForm';
import { asksRequest } from '../refused';
import { sendOnce } from '../sending/reservation';

const locators = [signatureLocator, documentLocator] as const;

/** GET /v3/signatures/{id}/documents/{id}/download/{file} (docs/service.md#downloads). */
const download = (file: keyof typeof serviceFiles, texts: Texts) =>
	fileDownload('signature', locators, serviceFiles[file], texts);

const ONLY_UNDELIVERED =
	'A signer can be changed only after the email came back. Otherwise end the request by the operation Cancel, and send a new one by Create.';

/** POST /v3/signatures/{id}/documents/{id}/signer; answers the id of the document in place of the undelivered one. */
const changeSigner = plainForm(writes.changeSigner, locators, {
	name: 'Change Signer',
	action: 'Change the signer of an undelivered document',
	asked: asksRequest('The signer cannot be changed', {
		in_queue: ONLY_UNDELIVERED,
		ready: ONLY_UNDELIVERED,
		bounced: '',
	}),
	sends: sendOnce,
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
	give: ({ answer: { id }, ids: [signatureId] }) => [{ json: { signatureId, documentId: id } }],
});

/** GET /v3/signatures/{id}/documents/{id}/sms_status.json */
const getSmsStatus = smsStatusRead('signature', locators, {
	name: 'Get SMS Status',
	action: 'Get the delivery status of the SMS of a document',
	description: 'Get the delivery status of the text message that was sent for a document',
});

export const document: Resource = {
	name: 'Document',
	value: 'document',
	operations: {
		downloadSigned: download('signed', {
			name: 'Download Signed',
			action: 'Download a signed document',
			description: 'Download the signed PDF of a completed document',
		}),
		downloadAuditTrail: download('auditTrail', {
			name: 'Download Audit Trail',
			action: 'Download the audit trail of a document',
			description: 'Download the PDF that proves who did what and when with a document',
		}),
		downloadAttachments: download('attachments', {
			name: 'Download Attachments',
			action: 'Download the attachments of a document',
			description:
				'Download a ZIP file with what the signer attached, such as photos and identity documents',
		}),
		changeSigner,
		downloadSent: download('sent', {
			name: 'Download Sent',
			action: 'Download a document as it was sent',
			description: 'Download the PDF as it was sent to the signer',
		}),
		downloadUploaded: download('uploaded', {
			name: 'Download Uploaded',
			action: 'Download a document as it was uploaded',
			description: 'Download the original file of a document: a PDF, DOC or DOCX file',
		}),
		getSmsStatus,
		generateDocumentTrail: generateDocumentTrail({
			name: 'Generate Audit Trail',
			action: 'Generate the audit trail of a document',
			description:
				'Start making the audit trail PDF of one document; it can be downloaded after the event Audit Trail Completed',
		}),
	},
};
