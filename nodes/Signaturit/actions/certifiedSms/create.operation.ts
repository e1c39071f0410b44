import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { newReference } from '../../events/tracking';
import { brandingIdField, customDataFields } from '../../input/commonFields';
import { readRows } from '../../input/lists';
import { readFiles } from '../../input/readFiles';
import { readTwofold } from '../../input/twofold';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { attachmentsField, recipientsOf, typeField } from '../certified/certified.fields';
import { simplifiedItems } from '../deliveryItems';
import { eventsOptions, eventsUrl } from '../eventsUrl';
import type { Operation } from '../operation';
import { simplifiedCertified, simplifyOption } from '../simplify';
import { withTracking } from '../tracking';
import { withCandidates } from './candidates';
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
