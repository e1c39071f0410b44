// The parameters of certified emails, certified SMS and their recipients, with their fields in the panel.

import { copiesParameter } from '../../input/copies';
import { emailSchema, filledName, shortText, text } from '../../input/doors';
import { openWordOf } from '../../input/fieldDoors';
import { alwaysShown, brandingField, NAME_TOO, option, textField } from '../../input/fields';
import { chosenValue } from '../../input/locators';
import { textParameter, wordParameter, type ParameterTable } from '../../input/parameters';
import { phoneSchema } from '../../input/people';
import { optional } from '../../input/schemas';
import { contactField, unlessContact } from '../contacts';
import { eventsUrlField, eventsUrlSchema } from '../reporting';

/** An option of emails. For SMS it is a field, which decides whether Attachments is shown. */
const type = wordParameter('Certification Type', 'type', {
	options: [
		option('Delivery', 'delivery', 'Certifies what was sent and that it was delivered'),
		option(
			'Open Document',
			'open_document',
			'Also certifies that the attached PDF was opened on the platform',
		),
		option(
			'Open Every Document',
			'open_every_document',
			'Also certifies for every attached PDF that it was opened on the platform',
		),
	],
	default: 'delivery',
	description: 'What is certified. The types that track opening take PDF files only.',
});

export const typeField = type.field;

const sharedTable = {
	type: { ...type, door: () => openWordOf(type.field) },
	branding_id: { field: brandingField, read: chosenValue, door: text },
	events_url: { field: eventsUrlField, door: () => eventsUrlSchema },
} satisfies ParameterTable<undefined>;

/** The parameters of a certified email (docs/service.md#certified-emails), without recipients, files and data. */
export const emailTable = {
	...sharedTable,
	cc: copiesParameter('CC', 'cc', 'Who gets a copy'),
	bcc: copiesParameter('BCC', 'bcc', 'Who gets a copy without the others seeing it'),
	subject: textParameter('Email Subject', 'subject', {
		placeholder: 'e.g. Notice of termination',
		description: 'Subject of the email',
	}),
	body: textParameter('Email Body', 'body', {
		typeOptions: { rows: 2 },
		description: 'Text of the email, HTML allowed',
	}),
} satisfies ParameterTable<undefined>;

/** Longest text, in characters (docs/service.md#text-lengths). */
const MAX_BODY_LENGTH = 120;

/** The parameters of a certified SMS (docs/service.md#certified-sms), without recipients, files and data. */
export const smsTable = {
	...sharedTable,
	body: {
		field: textField('SMS Body', 'body', {
			typeOptions: { rows: 2 },
			description: 'Text of the SMS, 120 characters at most',
		}),
		door: (label) => shortText(label, MAX_BODY_LENGTH, 'an SMS'),
	},
} satisfies ParameterTable<undefined>;

const nameField = textField('Name', 'name', { placeholder: 'e.g. Ada Lovelace' });
const nameDoor = (label: string) => optional(filledName(label));

/** The parameters of one who gets a certified email. */
export const emailRecipientTable = {
	email: {
		field: unlessContact(
			alwaysShown(
				textField('Email', 'email', {
					placeholder: 'e.g. ada@example.com',
					description: NAME_TOO,
				}),
			),
		),
		door: () => emailSchema,
	},
	name: {
		field: unlessContact(alwaysShown(nameField)),
		also: [contactField],
		door: nameDoor,
	},
} satisfies ParameterTable<undefined>;

/** The parameters of one who gets a certified SMS. */
export const smsRecipientTable = {
	name: { field: nameField, door: nameDoor },
	phone: {
		field: textField('Phone (With Country Code)', 'phone', {
			required: true,
			placeholder: 'e.g. 34600000000',
		}),
		label: 'Phone',
		door: () => phoneSchema.refine((phone) => phone !== undefined, { message: 'Phone is empty' }),
	},
} satisfies ParameterTable<undefined>;
