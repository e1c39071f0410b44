import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { request } from '../../transport/request';
import { customDataField, customDataPairs } from '../customData';
import { eventsFields, eventsUrl } from '../eventsUrl';
import { readFiles } from '../files';
import type { Operation } from '../operation';
import { signatureItems } from './answer';
import { signatureForm } from './signatureForm';

const recipientFields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. ada@example.com',
		description: 'Where the request is sent',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Ada Lovelace',
		description: "The signer's name as it appears in the signature",
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. 34600000000',
		description: 'Number with its country code; needed when Delivery Type is SMS',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Signer', value: 'signer', description: 'Signs the documents' },
			{
				name: 'Validator',
				value: 'validator',
				description: 'Approves the documents in their turn and sees what was signed before',
			},
		],
		default: 'signer',
		description: 'What the recipient is asked to do',
	},
];

const additionalFields: INodeProperties[] = [
	{
		displayName: 'Body',
		name: 'body',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		// [url] is written as people type it.
		// eslint-disable-next-line n8n-nodes-base/node-param-description-miscased-url
		description:
			'Text of the email, HTML allowed. For SMS at most 120 characters, with [url] where the link goes.',
	},
	customDataField(
		'Pairs stored with the request, by which it can be found again. A key that is the name of a PDF form field fills that field.',
	),
	{
		displayName: 'Delivery Type',
		name: 'deliveryType',
		type: 'options',
		options: [
			{ name: 'Email', value: 'email', description: 'Signers get an email with a link' },
			{ name: 'SMS', value: 'sms', description: 'Signers get a text message with a link' },
			{
				name: 'URL',
				value: 'url',
				description: 'Nothing is sent; the output holds the URL to open for signing',
			},
		],
		default: 'email',
		description: 'How the request reaches the recipients',
	},
	{
		displayName: 'Signing Mode',
		name: 'signingMode',
		type: 'options',
		options: [
			{
				name: 'Parallel',
				value: 'parallel',
				description: 'Everyone gets the request at once',
			},
			{
				name: 'Sequential',
				value: 'sequential',
				description: 'Each recipient gets the request after the previous one has signed',
			},
		],
		default: 'sequential',
		description: 'In which order the recipients sign',
	},
	{
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your employment contract',
		description: 'Subject of the email',
	},
];

/**
 * POST /v3/signatures.json; answers the new signature request. It is sent once and never repeated:
 * the service has no key by which it could tell a repetition from a second request.
 */
export const create: Operation = {
	name: 'Create',
	action: 'Create a signature request',
	description: 'Send one or more files to recipients for signature',
	fields: [
		{
			displayName: 'Input Binary Field(s)',
			name: 'binaryPropertyNames',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. contract,annex',
			hint: 'The names of the input fields that hold the files to sign, separated by commas',
			description: 'PDF, DOC or DOCX files of up to 15 MB each',
		},
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			required: true,
			default: {},
			placeholder: 'Add Recipient',
			description: 'Who signs or validates the files',
			options: [{ displayName: 'Recipient', name: 'recipient', values: recipientFields }],
		},
		{
			displayName: 'Request Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit',
		},
		...eventsFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: additionalFields,
		},
	],
	async run(item) {
		const names = this.getNodeParameter('binaryPropertyNames', item) as string;
		const { data, ...more } = this.getNodeParameter('additionalFields', item) as IDataObject;
		const { fields, files } = signatureForm({
			...more,
			files: await readFiles.call(this, names, item),
			recipients: this.getNodeParameter('recipients.recipient', item, []),
			name: this.getNodeParameter('name', item),
			data: customDataPairs(data),
			eventsUrl: eventsUrl.call(this, item),
		});
		return signatureItems(
			await request.call(this, 'POST', '/v3/signatures.json', { fields, files }),
		);
	},
};
