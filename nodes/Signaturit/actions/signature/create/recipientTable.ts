// The parameters of one recipient, with their fields in the panel.

import { anyText, emailSchema, filledName, flag, text, textWithUrl } from '../../../input/doors';
import { phoneSchema } from '../../../input/people';
import {
	alwaysShown,
	NAME_TOO,
	option,
	shownWhen,
	tableField,
	textField,
} from '../../../input/fields';
import { free } from '../../../input/words';
import {
	splitNumbers,
	switchParameter,
	textParameter,
	wordParameter,
	type ParameterTable,
} from '../../../input/parameters';
import { field, optional, refusal, schemaFor } from '../../../input/schemas';
import { contactField, unlessContact } from '../../contacts';
import { widgetsSchema } from './widget.schema';
import type { WidgetContext } from './widgetPlace';
import { widgetFields, widgetTables } from './widgetTable';
import {
	attachmentsFromRow,
	attachmentsSchema,
	countsSchema,
	paper,
	widgetsFromRows,
} from './rows';

/** A parameter of numbers, as text with commas in the panel. */
const perDocument = (displayName: string, name: string, what: string) => ({
	field: textField(displayName, name, {
		placeholder: 'e.g. 1 or 1,0,2',
		description: `How many ${what} to add to each document, e.g. 1, or 1,0,2 for the first three documents`,
	}),
	read: splitNumbers,
	door: (label: string) => optional(countsSchema(label)),
	inner: { '[#]': `${displayName} of document #` },
});

/** A field that says who the recipient is, unless a contact does. */
const personField: typeof textField = (...args) => unlessContact(alwaysShown(textField(...args)));

/**
 * The parameters of a recipient (docs/service.md#recipients). The panel has them in this order, that of their use. Each
 * default must mean nothing: n8n gives every row the values of all fields.
 */
export const recipientTable = {
	email: {
		field: personField('Email', 'email', {
			placeholder: 'e.g. ada@example.com',
			description: `Where the request is sent. ${NAME_TOO}.`,
		}),
		door: () => optional(emailSchema),
	},
	name: {
		field: personField('Name', 'name', {
			placeholder: 'e.g. Ada Lovelace',
			description: "The signer's name as it appears in the signature",
		}),
		also: [contactField],
		// One that is missing is told after a missing email (`recipientProblems`).
		door: (label) => optional(filledName(label)),
	},
	phone: {
		field: textField('Phone (With Country Code)', 'phone', {
			placeholder: 'e.g. 34600000000',
			description: 'Needed when the request goes out by SMS, and for SMS validation and codes',
		}),
		label: 'Phone',
		door: () => phoneSchema,
	},
	widgets: {
		field: tableField('Widgets', 'widgets', {
			row: { displayName: 'Widget', name: 'widget', values: widgetFields },
			sortable: true,
			description:
				'Fields that this recipient fills in, and their places. Without any, the recipient is only asked to sign.',
		}),
		read: widgetsFromRows,
		door: (_, context) => optional(widgetsSchema(context)),
		rows: { name: 'Widget', tables: widgetTables },
	},
	type: {
		...wordParameter('Type', 'type', {
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
		// A recipient without a type is a signer, too.
		read: (type) => (type === 'signer' ? undefined : type),
	},
	method: wordParameter('Delivery', 'method', {
		default: '',
		description: 'How this recipient gets the request',
		options: [
			option('Same as Delivery Type', ''),
			option('Device', 'device', 'Needs the ID of a device of the account, and no email'),
			option('Email', 'email'),
			option('SMS', 'sms', 'Needs a phone, and no email'),
		],
	}),
	device_id: {
		field: shownWhen(
			{ method: ['device'] },
			alwaysShown(
				textField('Device ID', 'deviceId', {
					description:
						'The registered device on which this recipient signs, when Delivery is Device',
				}),
			),
		),
		door: text,
	},
	subject: textParameter('Subject', 'subject', {
		description: 'Subject of the email to this recipient, in place of the one for all',
	}),
	body: {
		field: textField('Message', 'body', {
			typeOptions: { rows: 3 },
			description:
				'Text of the email (HTML allowed) or SMS to this recipient, in place of the one for all',
			hint: 'In an SMS, write [url] where the link goes',
		}),
		door: textWithUrl,
	},
	sms_code: {
		...switchParameter('Require SMS Code', 'smsCode', {
			description: 'Whether a code sent by SMS confirms the signature; needs a phone',
		}),
		// The service knows this switch as on only.
		door: (label) => optional(flag(label)).transform((isOn) => isOn || undefined),
	},
	require_sms_validation: switchParameter('Require SMS Validation', 'requireSmsValidation', {
		description: 'Whether a password sent by SMS protects the documents; needs a phone',
	}),
	require_file_attachment: {
		...perDocument('Required Attachments', 'requireFileAttachment', 'files'),
		also: [
			tableField('Required Attachments by Type', 'fileAttachments', {
				row: {
					displayName: 'Attachment',
					name: 'attachment',
					values: [
						paper.field,
						textField('Description', 'description', {
							placeholder: 'e.g. Payslip of last month',
							description: 'What the signer is to attach',
							displayOptions: { show: { type: ['other'] } },
						}),
					],
				},
				sortable: true,
				description: 'Which kinds of files the signer must add, in place of a number of files',
			}),
		],
		read: attachmentsFromRow,
		door: () => optional(schemaFor(attachmentsSchema)),
		words: [{ ...free('description'), type: paper.words }],
		inner: {
			'[#]': 'Required Attachments of document #',
			'[#][type]': 'Type of attachment #',
			'[#][description]': 'Description of attachment #',
		},
	},
	require_photo_id: perDocument(
		'Required Photo IDs',
		'requirePhotoId',
		'photos of an identity document',
	),
	require_photo: perDocument('Required Photos', 'requirePhoto', 'photos'),
	sign_with_digital_certificate_file: switchParameter(
		'Sign With Certificate',
		'signWithDigitalCertificate',
		{
			description:
				'Whether the signature is made with a digital certificate; needs a widget of the type Digital Certificate',
		},
	),
	digital_certificate_name: {
		field: textField('Certificate Name', 'digitalCertificateName', {
			placeholder: 'e.g. company.pfx',
			description: 'Name of the certificate to sign with, a .pfx or .p12 file in Signaturit',
		}),
		// A name that has a file extension must have one that the service takes.
		door: (label) =>
			optional(
				field(
					anyText.refine((name) => !/\.[a-z0-9]{2,4}$/i.test(name) || /\.(pfx|p12)$/i.test(name)),
					(value) => refusal(label, value, 'must end in .pfx or .p12'),
				),
			),
	},
} satisfies ParameterTable<WidgetContext>;
