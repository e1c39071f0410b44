import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { newReference } from '../../events/tracking';
import { brandingIdField, customDataFields } from '../../input/commonFields';
import { readRows, readTwofold } from '../../input/lists';
import { smsCertificateLocator, smsLocator } from '../../input/locators';
import { readFiles } from '../../input/readFiles';
import { serviceFiles } from '../../transport/files/deliveryFiles';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { simplifiedCertified, simplifiedItems, simplifyOption } from '../outputItem';
import { eventsOptions, eventsUrl } from '../eventsUrl';
import { fileDownload } from '../fileDownload';
import type { Operation, Resource } from '../operation';
import { withTracking } from '../tracking';
import { withCandidates } from './candidates';
import { attachmentsField, recipientsOf, typeField } from './input';
import { countOf, getManyOf, getOf, sms } from './reading';
import { smsForm } from './smsForm';

const recipientFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Ada Lovelace',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 34600000000',
		description: 'Number with its country code',
	},
];

const recipients = recipientsOf('SMS', recipientFields);

/**
 * POST /v3/sms.json; answers the certified SMS. It is sent once and never repeated. Their list cannot be searched
 * by custom data (docs/service.md#filters), so one whose answer was lost cannot be told from others.
 */
export const create: Operation = {
	name: 'Create',
	action: 'Create a certified SMS and send it',
	description: 'Send an SMS and get proof of its content, its delivery and, if wanted, its opening',
	isSlow: true,
	fields: [
		recipients.field,
		{
			displayName: 'SMS Body',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 2 },
			required: true,
			default: '',
			description: 'Text of the SMS, 120 characters at most',
		},
		typeField,
		{
			...attachmentsField,
			displayOptions: { hide: { type: ['delivery'] } },
		},
	],
	options: [
		brandingIdField,
		...customDataFields('Pairs stored with the SMS'),
		...eventsOptions,
		recipients.jsonOption,
		simplifyOption,
	],
	async run(item) {
		const names = this.getNodeParameter('binaryPropertyNames', item, '');
		const options = this.getNodeParameter('options', item) as IDataObject;
		const content = smsForm({
			recipients: readRows.call(this, 'recipients', 'recipient', item),
			body: this.getNodeParameter('body', item),
			type: this.getNodeParameter('type', item),
			attachments: await readFiles.call(this, names, item),
			brandingId: options.brandingId,
			data: readTwofold(options, 'data', 'pair'),
			eventsUrl: eventsUrl.call(this, item, 'certifiedSms'),
		});
		const fields = await withTracking.call(
			this,
			item,
			'certifiedSms',
			content.fields,
			newReference(),
		);
		const send = async () => await write.call(this, writes.createSms, { ...content, fields });
		const created = await withCandidates.call(this, content.phones, send);
		return simplifiedItems.call(this, created, simplifiedCertified('certifiedSms'), item);
	},
};

/** GET /v3/sms/{id}.json. */
const get = getOf(sms);

/** GET /v3/sms.json. */
const getMany = getManyOf(sms);

/** GET /v3/sms/count.json. */
const count = countOf(sms);

/** GET /v3/sms/{id}/certificates/{id}/download/audit_trail; available from `certification_completed` on. */
const downloadAuditTrail = fileDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a certified SMS',
		description: 'Download the PDF that proves what one recipient was sent and did with it',
	},
	{
		kind: 'certifiedSms',
		locators: [smsLocator, smsCertificateLocator],
		file: serviceFiles.auditTrail,
	},
);

export const certifiedSms: Resource = {
	name: 'Certified SMS',
	value: 'certifiedSms',
	operations: {
		createSms: create,
		getSms: get,
		getManySms: getMany,
		countSms: count,
		downloadSmsAuditTrail: downloadAuditTrail,
	},
};
