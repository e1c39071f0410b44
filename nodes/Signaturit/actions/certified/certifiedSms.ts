// The resource Certified SMS, with the fields for its recipients and its operations.

import { referenceField } from '../../input/fields';
import { smsCertificateLocator, smsLocator } from '../../input/locators';
import { fieldsExcept } from '../../input/parameters';
import type { ExecuteCall } from '../../transport/call';
import { createdItems } from '../deliveries';
import type { Operation, Resource } from '../operation';
import { smsStatusRead } from '../records';
import { createOnce } from '../sending/once';
import { smsForm } from './certifiedForms';
import { attachmentsField, certifiedFields, certifiedReads, readCertified } from './common';
import { smsRecipientTable, smsTable } from './tables';

const { recipientsField, sharedOptions } = certifiedFields(
	'SMS',
	smsRecipientTable,
	'Pairs stored with the SMS, by which it can be found again if Signaturit shows them',
);

const describe = async (call: ExecuteCall, item: number) =>
	await readCertified(call, item, 'certifiedSms', smsRecipientTable, smsForm);

/** POST /v3/sms.json; answers the certified SMS, or the one that exists (`createOnce`). */
const createSms: Operation = {
	name: 'Create',
	action: 'Send a certified SMS to people now',
	description: 'Send an SMS and get proof of its content, its delivery and, if wanted, its opening',
	isSlow: true,
	creates: true,
	fields: [
		recipientsField,
		smsTable.body.field,
		smsTable.type.field,
		{ ...attachmentsField, displayOptions: { hide: { type: ['delivery'] } } },
	],
	options: [
		...sharedOptions,
		...fieldsExcept(smsTable, 'body', 'type', 'events_url'),
		referenceField('SMS'),
	],
	describe,
	async prepare(call, item) {
		const read = await describe(call, item);
		return async (note) => {
			const created = await createOnce(call, item, note, read);
			return createdItems(call, 'certifiedSms', created, item);
		};
	},
};

const locators = [smsLocator, smsCertificateLocator] as const;

const { get, getMany, count, downloadAuditTrail } = certifiedReads(
	'certifiedSms',
	'certified SMS',
	locators,
	{
		get: {
			name: 'Get',
			action: 'Get a certified SMS',
			description:
				'Get a certified SMS with its certificates, one for each recipient, and their status',
		},
		getMany: {
			name: 'Get Many',
			action: 'Get many certified SMS',
			description:
				'List certified SMS, the newest first, with their certificates and what became of them',
		},
		count: {
			name: 'Count',
			action: 'Count the certified SMS',
			description: 'Count certified SMS by status or time of creation',
		},
		downloadAuditTrail: {
			name: 'Download Audit Trail',
			action: 'Download the audit trail of a certified SMS',
			description: 'Download the PDF that proves what one recipient was sent and did with it',
		},
	},
);

/** GET /v3/sms/{id}/certificates/{id}/sms_status.json */
const getCertifiedSmsStatus = smsStatusRead('certifiedSms', locators, {
	name: 'Get SMS Status',
	action: 'Get the delivery status of a certified SMS',
	description: 'Get what became of the text message to one recipient of a certified SMS',
});

export const certifiedSms: Resource = {
	name: 'Certified SMS',
	value: 'certifiedSms',
	operations: {
		createSms,
		getSms: get,
		getManySms: getMany,
		countSms: count,
		downloadSmsAuditTrail: downloadAuditTrail,
		getCertifiedSmsStatus,
	},
};
