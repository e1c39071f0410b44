import type { INodeProperties } from 'n8n-workflow';
import { jsonFieldFor, rowsField } from '../../../input/lists';
import { widgetFields } from './widgetFields';

const attachmentFields: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Driving License', value: 'drivingLicense' },
			{ name: 'ID Document', value: 'idDocument' },
			{ name: 'Other', value: 'other' },
			{ name: 'Passport', value: 'passport' },
			{ name: 'Proof of Address', value: 'proofOfAddress' },
		],
		default: 'idDocument',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Payslip of last month',
		description: 'What the signer is to attach',
		displayOptions: { show: { type: ['other'] } },
	},
];

const perDocument = (what: string) =>
	`How many ${what} the signer must add to each document. For several documents with different numbers, write them in the order of the documents, separated by commas.`;

const recipientOptions: INodeProperties[] = [
	{
		displayName: 'Digital Certificate Name',
		name: 'digitalCertificateName',
		type: 'string',
		default: '',
		placeholder: 'e.g. company.pfx',
		description: 'Name of the certificate to sign with, a .pfx or .p12 file in Signaturit',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. 34600000000',
		description:
			'Number with its country code; needed when Delivery Type is SMS, and for SMS validation and codes',
	},
	{
		displayName: 'Require SMS Code',
		name: 'smsCode',
		type: 'boolean',
		default: true,
		description: 'Whether a code sent by SMS confirms the signature; needs a phone',
	},
	{
		displayName: 'Require SMS Validation',
		name: 'requireSmsValidation',
		type: 'boolean',
		default: true,
		description: 'Whether a password sent by SMS protects the documents; needs a phone',
	},
	{
		displayName: 'Required Attachments',
		name: 'requireFileAttachment',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1 or 1,0,2',
		description: perDocument('files'),
	},
	{
		displayName: 'Required Attachments by Type',
		name: 'fileAttachments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Attachment',
		description: 'Which files the signer must add, instead of a number of any files',
		options: [{ displayName: 'Attachment', name: 'attachment', values: attachmentFields }],
	},
	{
		displayName: 'Required Photo IDs',
		name: 'requirePhotoId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1 or 1,0,2',
		description: perDocument('photos of an identity document'),
	},
	{
		displayName: 'Required Photos',
		name: 'requirePhoto',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1 or 1,0,2',
		description: perDocument('photos'),
	},
	{
		displayName: 'Sign With Digital Certificate',
		name: 'signWithDigitalCertificate',
		type: 'boolean',
		default: true,
		description:
			'Whether the signature is made with a digital certificate; needs a widget of the type Digital Certificate',
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
		displayName: 'Recipient Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		description: 'A phone number, another role, and what else the recipient must do or provide',
		options: recipientOptions,
	},
	{
		displayName: 'Widgets',
		name: 'widgets',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Widget',
		description:
			'Fields that this recipient fills in, and where they are in the document. Without any, Signaturit asks for the signature itself.',
		options: [{ displayName: 'Widget', name: 'widget', values: widgetFields }],
	},
];

const recipientRows: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	required: true,
	default: { recipient: [{ email: '', name: '' }] },
	placeholder: 'Add Recipient',
	description: 'Who signs or validates the documents',
	options: [{ displayName: 'Recipient', name: 'recipient', values: recipientFields }],
};

/** The panel's field for the recipients, one to start with. */
export const recipientsField = rowsField(recipientRows);

/** The option to give the recipients as JSON, in the service's words. */
export const recipientsJsonOption = jsonFieldFor(recipientRows, {
	default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
	description:
		"List of recipients in the words of Signaturit's API, in place of Recipients: email, name, phone, type, require_sms_validation, sms_code, require_photo, require_photo_id, require_file_attachment, sign_with_digital_certificate_file, digital_certificate_name, widgets. A widget has type, page, left, top, width, height, word_anchor, default, editable, required, options, custom_id.",
	hint: 'Widgets go into their recipient, e.g. "widgets": [{ "type": "signature", "page": 1, "left": 10, "top": 80 }]',
});
