import type { INodeProperties } from 'n8n-workflow';
import {
	brandingIdField,
	copiesFields,
	customDataFields,
	referenceField,
} from '../../../input/commonFields';
import { DEFAULT_FIELD } from '../../../input/files';
import { jsonFieldFor, rowsField } from '../../../input/lists';
import { messageFields, templateFieldsField } from './messageAndTemplateFields';
import { recipientsField, recipientsJsonOption } from './recipientFields';

const templateRows: INodeProperties = {
	displayName: 'Templates',
	name: 'templates',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	required: true,
	default: { template: [{ id: { __rl: true, mode: 'list', value: '' } }] },
	placeholder: 'Add Template',
	description: 'Documents that were prepared in Signaturit',
	displayOptions: { show: { source: ['templates', 'both'] } },
	options: [
		{
			displayName: 'Template',
			name: 'template',
			values: [
				{
					displayName: 'Template',
					name: 'id',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					required: true,
					description: 'The template to sign',
					modes: [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list',
							placeholder: 'Select a template…',
							typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
						},
						{
							displayName: 'By ID or Hashtag',
							name: 'id',
							type: 'string',
							placeholder: 'e.g. #employment-contract',
						},
					],
				},
			],
		},
	],
};

const templatesJsonOption = jsonFieldFor(templateRows, {
	default: '[\n  ""\n]',
	description:
		'List of the IDs or hashtags of templates, in place of Templates, e.g. ["#employment-contract"]',
	displayOptions: { show: { '/source': ['templates', 'both'] } },
});

/** The panel's fields for what is signed: files of the input item, templates in Signaturit, or both. */
const documentFields: INodeProperties[] = [
	{
		displayName: 'Documents to Sign',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'Files', value: 'files', description: 'Files of the input item' },
			{ name: 'Templates', value: 'templates', description: 'Templates stored in Signaturit' },
			{ name: 'Files and Templates', value: 'both' },
		],
		default: 'files',
		description: 'Where the documents come from',
	},
	{
		displayName: 'Input Binary Field(s)',
		name: 'binaryPropertyNames',
		type: 'string',
		required: true,
		default: DEFAULT_FIELD,
		placeholder: 'e.g. contract,annex',
		hint: 'The names of the input fields that hold the files to sign, separated by commas. If there is only one file, leave it as it is.',
		description: 'PDF, DOC or DOCX files of up to 15 MB each',
		displayOptions: { show: { source: ['files', 'both'] } },
	},
	rowsField(templateRows),
	templateFieldsField,
];

/** The panel's fields for a signature request: what is signed, who signs, and what they are told. */
export const requestFields: INodeProperties[] = [
	...documentFields,
	recipientsField,
	...messageFields,
];

/** Parameters of the request that most people leave at their defaults. */
export const requestOptions: INodeProperties[] = [
	brandingIdField,
	{
		displayName: 'Redirect URL After Signing',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://www.example.com/thank-you',
		description: 'The page to which the signer is taken after signing',
	},
	...copiesFields(
		'CC',
		'cc',
		'Who gets a copy of the signed documents when the process is complete',
	),
	...customDataFields(
		'Pairs stored with the request, by which it can be found again. A key that is the name of a PDF form field fills that field; one that is the name of a widget of a template gives its default.',
		'At most 64 characters, unless it fills a field',
	),
	{
		displayName: 'Count Ended Requests',
		name: 'countEnded',
		type: 'boolean',
		default: false,
		description:
			'Whether a request with the same Reference that was canceled, declined or has expired counts as sent already. Without this, a new one is sent.',
	},
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
		displayName: 'Expires After (Days)',
		name: 'expireTime',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description: 'How many days the recipients have to sign',
	},
	referenceField('signature request'),
	recipientsJsonOption,
	{
		displayName: 'Reminders',
		name: 'reminders',
		type: 'string',
		default: '',
		placeholder: 'e.g. 3 or 3,7,14',
		description:
			'Days to wait before each automatic reminder, separated by commas. 0 turns reminders off.',
	},
	{
		displayName: 'Reply To',
		name: 'replyTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. contracts@example.com',
		description: 'The address that answers to the email go to',
	},
	{
		displayName: 'Request Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Employment contract Ada Lovelace',
		description: 'Name of the request in Signaturit',
	},
	{
		displayName: 'Signature Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'Advanced',
				value: 'advanced',
				description: 'Captures how the signature is drawn, as biometric data',
			},
			{ name: 'Simple', value: 'simple', description: 'Captures no biometric data' },
			{
				name: 'Smart',
				value: 'smart',
				description: 'Simple on a desktop computer, advanced on a phone or tablet',
			},
		],
		default: 'advanced',
		description: 'How much is captured when a recipient signs',
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
	templatesJsonOption,
];
