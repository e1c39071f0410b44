import type { INodeProperties } from 'n8n-workflow';
import {
	alwaysShown,
	choiceField,
	jsonFieldFor,
	NAME_TOO,
	rowsField,
	shownWhen,
	switchField,
	tableField,
	textField,
	option,
} from '../../../input/fields';
import { contactField, unlessContact } from '../../contacts';
import { widgetFields } from './widgetFields';

const attachmentFields: INodeProperties[] = [
	choiceField('Type', 'type', {
		default: 'idDocument',
		options: [
			option('Driver License', 'drivingLicense'),
			option('ID Card', 'idDocument'),
			option('Other', 'other'),
			option('Passport', 'passport'),
			option('Proof of Address', 'proofOfAddress'),
		],
	}),
	textField('Description', 'description', {
		placeholder: 'e.g. Payslip of last month',
		description: 'What the signer is to attach',
		displayOptions: { show: { type: ['other'] } },
	}),
];

const perDocumentField = (displayName: string, name: string, what: string) =>
	textField(displayName, name, {
		placeholder: 'e.g. 1 or 1,0,2',
		description: `How many ${what} to add to each document, e.g. 1, or 1,0,2 for the first three documents`,
	});

const emailField = textField('Email', 'email', {
	placeholder: 'e.g. ada@example.com',
	description: `Where the request is sent. ${NAME_TOO}.`,
});

const signerNameField = textField('Name', 'name', {
	placeholder: 'e.g. Ada Lovelace',
	description: "The signer's name as it appears in the signature",
});

const phoneField = textField('Phone (With Country Code)', 'phone', {
	placeholder: 'e.g. 34600000000',
	description: 'Needed when the request goes out by SMS, and for SMS validation and codes',
});

/** In the order of their use. Each must mean nothing at first: n8n gives every row the values of all. */
export const recipientFields: INodeProperties[] = [
	...[emailField, signerNameField].map(alwaysShown).map(unlessContact),
	contactField,
	phoneField,
	tableField('Widgets', 'widgets', {
		row: { displayName: 'Widget', name: 'widget', values: widgetFields },
		sortable: true,
		description:
			'Fields that this recipient fills in, and their places. Without any, the recipient is only asked to sign.',
	}),
	choiceField('Type', 'type', {
		default: 'signer',
		description: 'What the recipient is asked to do',
		options: [
			option('Qualified Signer', 'qualified', 'Signs with a qualified signature'),
			option('Signer', 'signer', 'Signs the documents'),
			option(
				'Validator',
				'validator',
				'Approves the documents when it is their turn, and sees what was signed before',
			),
		],
	}),
	choiceField('Delivery', 'method', {
		default: '',
		description: 'How this recipient gets the request',
		options: [
			option('Same as Delivery Type', ''),
			option('Device', 'device', 'Needs the ID of a device of the account, and no email'),
			option('Email', 'email'),
			option('SMS', 'sms', 'Needs a phone, and no email'),
		],
	}),
	shownWhen(
		{ method: ['device'] },
		alwaysShown(
			textField('Device ID', 'deviceId', {
				description: 'The registered device on which this recipient signs, when Delivery is Device',
			}),
		),
	),
	textField('Subject', 'subject', {
		description: 'Subject of the email to this recipient, in place of the one for all',
	}),
	textField('Message', 'body', {
		typeOptions: { rows: 3 },
		description:
			'Text of the email (HTML allowed) or SMS to this recipient, in place of the one for all',
		hint: 'In an SMS, write [url] where the link goes',
	}),
	switchField('Require SMS Code', 'smsCode', {
		description: 'Whether a code sent by SMS confirms the signature; needs a phone',
	}),
	switchField('Require SMS Validation', 'requireSmsValidation', {
		description: 'Whether a password sent by SMS protects the documents; needs a phone',
	}),
	perDocumentField('Required Attachments', 'requireFileAttachment', 'files'),
	tableField('Required Attachments by Type', 'fileAttachments', {
		row: { displayName: 'Attachment', name: 'attachment', values: attachmentFields },
		sortable: true,
		description: 'Which kinds of files the signer must add, in place of a number of files',
	}),
	perDocumentField('Required Photo IDs', 'requirePhotoId', 'photos of an identity document'),
	perDocumentField('Required Photos', 'requirePhoto', 'photos'),
	switchField('Sign With Certificate', 'signWithDigitalCertificate', {
		description:
			'Whether the signature is made with a digital certificate; needs a widget of the type Digital Certificate',
	}),
	textField('Certificate Name', 'digitalCertificateName', {
		placeholder: 'e.g. company.pfx',
		description: 'Name of the certificate to sign with, a .pfx or .p12 file in Signaturit',
	}),
];

const recipientRows = tableField('Recipients', 'recipients', {
	row: { displayName: 'Recipient', name: 'recipient', values: recipientFields },
	sortable: true,
	addMore: 'Add Contact, Phone, Widgets …',
	required: true,
	default: { recipient: [{ email: '', name: '' }] },
	description: 'Who signs or validates the documents',
});

export const recipientsField = rowsField(recipientRows);

export const recipientsJsonOption = jsonFieldFor(recipientRows, {
	default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
	description:
		"In place of Recipients, in the words of Signaturit's API. For all rows of a table, give the list of an Aggregate node.",
	hint: 'Widgets go into their recipient, e.g. "widgets": [{ "type": "signature", "page": 1, "left": 10, "top": 80 }]',
});
