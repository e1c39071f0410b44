import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { newReference } from '../../events/tracking';
import { brandingIdField, customDataFields } from '../../input/commonFields';
import { listSchema, readRows, readRowsOrJson } from '../../input/lists';
import { smsCertificateLocator, smsLocator } from '../../input/locators';
import { readFiles } from '../../input/readFiles';

import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { simplifiedCertified, simplifiedItems, simplifyOption } from '../outcome';
import { eventsOptions, eventsUrl } from '../reporting/eventsUrl';

import type { Operation, Resource } from '../operation';
import { withTracking } from '../reporting/tracking';
import { withCandidates } from './candidates';
import {
	attachmentsField,
	certifiedForm,
	certifiedRows,
	certifiedShape,
	checkAttachments,
	certifiedReads,
	recipientsOf,
	typeField,
} from './common';
import { z } from 'zod';
import { filledText, phoneSchema, strictObject, validated } from '../../input/schemas';
import type { FormFields, FormFile } from '../../transport/form';

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
const create: Operation = {
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
			data: readRowsOrJson(options, 'data', 'pair'),
			eventsUrl: eventsUrl.call(this, item, 'certifiedSms'),
		});
		const fields = await withTracking.call(
			this,
			item,
			'certifiedSms',
			content.fields,
			newReference(),
		);
		const send = async () => await write(this, writes.createSms, { ...content, fields });
		const created = await withCandidates.call(this, content.phones, send);
		return simplifiedItems.call(this, created, simplifiedCertified('certifiedSms'), item);
	},
};

const { get, getMany, count, downloadAuditTrail } = certifiedReads({
	kind: 'certifiedSms',
	one: 'certified SMS',
	many: 'certified SMS',
	locators: [smsLocator, smsCertificateLocator],
	filters: ['since'],
});

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

/** Longest text, in characters (docs/service.md#text-lengths). */
const MAX_BODY_LENGTH = 120;

const recipientSchema = strictObject('A recipient', {
	name: filledText('Name'),
	phone: phoneSchema.refine((phone) => phone !== undefined, { message: 'Phone is empty' }),
});

const smsShape = (type: unknown) =>
	z.object({
		...certifiedShape(type),
		recipients: listSchema('Recipients', recipientSchema, '[{ "name": "…", "phone": "…" }]'),
		body: filledText('SMS Body').refine(
			(body) => String(body).length <= MAX_BODY_LENGTH,
			(body) => ({
				message: `SMS Body is ${String(body).length} characters long: an SMS takes at most ${MAX_BODY_LENGTH}`,
			}),
		),
	});

const inputSchema = (type: unknown) =>
	smsShape(type)
		.superRefine(checkAttachments)
		.refine(({ type, attachments }) => type !== 'delivery' || attachments.length === 0, {
			message:
				'Attachments: they need one of the types that track opening, as an SMS holds text only',
		});

/** The panel's values, not validated yet. */
type SmsInput = Readonly<Partial<Record<keyof z.input<ReturnType<typeof smsShape>>, unknown>>>;

/**
 * The body of `POST /v3/sms.json` (docs/service.md#certified-sms).
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function smsForm(input: SmsInput): {
	fields: FormFields;
	files: FormFile[];
	phones: string[];
} {
	const sms = validated(inputSchema(input.type), input, certifiedRows);
	const { fields, files } = certifiedForm(sms);
	return {
		fields: { recipients: sms.recipients, body: sms.body, ...fields },
		files,
		phones: sms.recipients.flatMap(({ phone }) => phone ?? []),
	};
}
