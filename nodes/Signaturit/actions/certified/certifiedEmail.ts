// The resource Certified Email, with the fields for its recipients and its operations.

import { referenceField } from '../../input/fields';
import { emailCertificateLocator, emailLocator } from '../../input/locators';
import { fieldsExcept } from '../../input/parameters';
import type { ExecuteCall } from '../../transport/call';
import { createdItems } from '../deliveries';
import type { Operation, Resource } from '../operation';
import { createOnce } from '../sending/once';
import { emailForm } from './certifiedForms';
import { attachmentsField, certifiedFields, certifiedReads, readCertified } from './common';
import { emailRecipientTable, emailTable } from './tables';

const { recipientsField, sharedOptions } = certifiedFields(
	'email',
	emailRecipientTable,
	'Pairs stored with the email, by which it can be found again',
);

const describe = async (call: ExecuteCall, item: number) =>
	await readCertified(call, item, 'certifiedEmail', emailRecipientTable, emailForm);

/** POST /v3/emails.json; answers the certified email, or the one that exists (`createOnce`). */
const createEmail: Operation = {
	name: 'Create',
	action: 'Send a certified email to people now',
	description:
		'Send an email and get proof of its content, its delivery and, if wanted, its opening',
	isSlow: true,
	creates: true,
	fields: [recipientsField, emailTable.subject.field, emailTable.body.field, attachmentsField],
	options: [
		...sharedOptions,
		...fieldsExcept(emailTable, 'subject', 'body', 'events_url'),
		referenceField('email'),
	],
	describe,
	async prepare(call, item) {
		const read = await describe(call, item);
		return async (note) => {
			const created = await createOnce(call, item, note, read);
			return createdItems(call, 'certifiedEmail', created, item);
		};
	},
};

const { get, getMany, count, downloadAuditTrail } = certifiedReads(
	'certifiedEmail',
	'certified emails',
	[emailLocator, emailCertificateLocator],
	{
		get: {
			name: 'Get',
			action: 'Get a certified email',
			description:
				'Get a certified email with its certificates, one for each recipient, and their status',
		},
		getMany: {
			name: 'Get Many',
			action: 'Get many certified emails',
			description:
				'List certified emails, the newest first, with their certificates and what became of them',
		},
		count: {
			name: 'Count',
			action: 'Count the certified emails',
			description: 'Count certified emails by status or time of creation',
		},
		downloadAuditTrail: {
			name: 'Download Audit Trail',
			action: 'Download the audit trail of a certified email',
			description: 'Download the PDF that proves what one recipient was sent and did with it',
		},
	},
);

export const certifiedEmail: Resource = {
	name: 'Certified Email',
	value: 'certifiedEmail',
	operations: {
		createEmail,
		getEmail: get,
		getManyEmails: getMany,
		countEmails: count,
		downloadEmailAuditTrail: downloadAuditTrail,
	},
};
