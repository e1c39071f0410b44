// The parameters of a whole signature request, with their fields in the panel.

import { copiesParameter } from '../../../input/copies';
import { email, numberFrom, text, textWithUrl, URL_TAG } from '../../../input/doors';
import { brandingField, numberField, option, textField } from '../../../input/fields';
import { chosenValue } from '../../../input/locators';
import {
	splitNumbers,
	textParameter,
	wordParameter,
	type ParameterTable,
} from '../../../input/parameters';
import { oneOrMany, optional } from '../../../input/schemas';
import { eventsUrlField, eventsUrlSchema } from '../../reporting';
import type { RecipientContext } from './recipient';

const smsBody = textWithUrl('SMS Body').refine(
	(body) => typeof body !== 'string' || body.includes(URL_TAG),
	'SMS Body must contain [url] when Delivery Type is SMS: the link goes there',
);

/** The parameters of a request (docs/service.md#create-a-signature-request), without documents, recipients and data. */
export const requestTable = {
	name: textParameter('Request Name', 'name', {
		placeholder: 'e.g. Employment contract Ada Lovelace',
		description: 'Name of the request in Signaturit',
	}),
	events_url: { field: eventsUrlField, door: () => eventsUrlSchema },
	body: {
		field: textField('Email Body', 'body', {
			typeOptions: { rows: 4 },
			description:
				"Text of the email to the recipients, HTML allowed, in place of Signaturit's own",
			displayOptions: { hide: { deliveryType: ['sms'] } },
		}),
		door: (label, { sms }) => (sms ? smsBody : text(label)),
	},
	branding_id: { field: brandingField, read: chosenValue, door: text },
	callback_url: {
		field: textField('Redirect URL After Signing', 'callbackUrl', {
			placeholder: 'e.g. https://www.example.com/thank-you',
			description: 'The page to which the signer is taken after signing',
		}),
		door: (label) => text(label).transform((url) => url?.trim()),
	},
	cc: copiesParameter('CC', 'cc', 'Who gets a copy of the signed documents in the end'),
	delivery_type: wordParameter('Delivery Type', 'deliveryType', {
		default: 'email',
		description: 'How the request reaches the recipients',
		options: [
			option('Email', 'email', 'Signers get an email with a link'),
			option('SMS', 'sms', 'Signers get a text message with a link'),
			option('URL', 'url', 'Nothing is sent; the output holds the URL to open for signing'),
		],
	}),
	expire_time: {
		field: numberField('Expires After (Days)', 'expireTime', {
			typeOptions: { minValue: 1, maxValue: 365 },
			default: 30,
			description:
				"Time to sign. Without this, the account's own setting in Signaturit counts, of 365 days at most.",
		}),
		// docs/service.md#expiry
		door: (label) => optional(numberFrom(label, 1, 365)),
	},
	reminders: {
		field: textField('Reminders', 'reminders', {
			placeholder: 'e.g. 3 or 3,7,14',
			description:
				"Days before each automatic reminder, separated by commas; 0 for none. Without this, the account's setting counts.",
		}),
		read: splitNumbers,
		// docs/service.md#reminders
		door: (label) =>
			optional(
				oneOrMany((number) => numberFrom(number ? `Number ${number} of ${label}` : label, 0)),
			),
		inner: { '[#]': 'Number # of Reminders' },
	},
	reply_to: {
		field: textField('Reply To', 'replyTo', {
			placeholder: 'e.g. contracts@example.com',
			description: 'The address that replies to the email go to',
		}),
		door: (label) => optional(email(label)),
	},
	signing_mode: wordParameter('Signing Mode', 'signingMode', {
		default: 'sequential',
		description: 'In which order the recipients sign',
		options: [
			option('Parallel', 'parallel', 'Everyone gets the request at once'),
			option(
				'Sequential',
				'sequential',
				'Each recipient gets the request after the previous one has signed',
			),
		],
	}),
	subject: textParameter('Email Subject', 'subject', {
		placeholder: 'e.g. Your employment contract',
		description: "Subject of the email to the recipients; Signaturit's own text when left empty",
		displayOptions: { hide: { '/options.deliveryType': ['sms'] } },
	}),
	type: wordParameter('Signature Type', 'type', {
		default: 'advanced',
		description:
			'How much is captured when a recipient signs. Choose one if it matters: without it, Signaturit decides.',
		options: [
			option('Advanced', 'advanced', 'Captures how the signature is drawn, as biometric data'),
			option('Simple', 'simple', 'Captures no biometric data'),
			option('Smart', 'smart', 'Simple on a desktop computer, advanced on a phone or tablet'),
		],
	}),
} satisfies ParameterTable<Pick<RecipientContext, 'sms'>>;

const deliveryType = requestTable.delivery_type.door('Delivery Type');

/** Whether this value of Delivery Type, not validated yet, is SMS. */
export const isSms = (value: unknown) => deliveryType.safeParse(value).data === 'sms';
