import { z } from 'zod';
import { alwaysShown, copiesFields, referenceField, NAME_TOO, textField } from '../../input/fields';
import { referenceSchema } from '../../input/customData';
import { emailSchema, text } from '../../input/doors';
import { copiesSchema, withMailbox } from '../../input/people';
import { openObject } from '../../input/words';
import { validated, withRules } from '../../input/schemas';
import { listSchema } from '../../input/values';
import { emailCertificateLocator, emailLocator } from '../../input/locators';
import { contactField, unlessContact } from '../contacts';
import { createdItems } from '../deliveries';
import { resource, type Operation } from '../operation';
import { reporting } from '../reporting';
import { createOnce } from '../sending/createOnce';
import type { Described } from '../sending/creation';
import {
	attachmentsField,
	certifiedFields,
	certifiedForm,
	certifiedShape,
	certifiedReads,
	nameField,
	readCertified,
	typeField,
	type Entered,
} from './common';
import { certifiedProblems, certifiedRows, emailWords } from './words';

const emailField = textField('Email', 'email', {
	placeholder: 'e.g. ada@example.com',
	description: NAME_TOO,
});

const { recipientsField, sharedOptions } = certifiedFields(
	'email',
	[emailField, nameField].map(alwaysShown).map(unlessContact),
	'Pairs stored with the email, by which it can be found again',
	contactField,
);

/** POST /v3/emails.json; answers the certified email, or the one that exists (`createOnce`). */
const createEmail: Operation = {
	name: 'Create',
	action: 'Send a certified email to people now',
	description:
		'Send an email and get proof of its content, its delivery and, if wanted, its opening',
	isSlow: true,
	creates: true,
	fields: [
		recipientsField,
		textField('Email Subject', 'subject', {
			placeholder: 'e.g. Notice of termination',
			description: 'Subject of the email',
		}),
		textField('Email Body', 'body', {
			typeOptions: { rows: 2 },
			description: 'Text of the email, HTML allowed',
		}),
		attachmentsField,
	],
	options: [
		...sharedOptions,
		typeField,
		...copiesFields('BCC', 'bcc', 'Who gets a copy without the others seeing it'),
		...copiesFields('CC', 'cc', 'Who gets a copy'),
		referenceField('email'),
	],
	async prepare(call, item) {
		const { eventsUrl, track } = reporting(call, item, 'certifiedEmail');
		const describe = await readCertified(call, item, eventsUrl, emailForm);
		return async (note) => {
			const resource = 'certifiedEmail';
			const created = await createOnce(call, item, note, async () => ({
				...(await describe()),
				resource,
				track,
			}));
			return createdItems(call, resource, created, item);
		};
	},
};

const { get, getMany, count, downloadAuditTrail } = certifiedReads(
	'certifiedEmail',
	'certified email',
	'certified emails',
	[emailLocator, emailCertificateLocator],
	['since', 'data'],
);

export const certifiedEmail = resource('Certified Email', 'certifiedEmail', {
	createEmail,
	getEmail: get,
	getManyEmails: getMany,
	countEmails: count,
	downloadEmailAuditTrail: downloadAuditTrail,
});

const emailRecipient = withMailbox(
	openObject('A recipient', { email: emailSchema, name: text('Name') }),
);

const certifiedEmailSchema = (entered: Entered) =>
	z.object({
		...certifiedShape(entered),
		recipients: listSchema('Recipients', emailRecipient, '[{ "email": "…", "name": "…" }]'),
		cc: copiesSchema('CC'),
		bcc: copiesSchema('BCC'),
		subject: text('Email Subject'),
		body: text('Email Body'),
		reference: referenceSchema,
	});

/**
 * The body of `POST /v3/emails.json`; with copies, its recipients have another form
 * (docs/service.md#copies-of-certified-emails).
 *
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export function emailForm(input: Entered): Described {
	const email = validated(
		withRules(certifiedEmailSchema(input), certifiedProblems),
		input,
		certifiedRows,
	);
	const { recipients: to, cc = [], bcc = [], subject, body } = email;
	const texts = { 'Email Subject': subject, 'Email Body': body };
	const form = certifiedForm(email, texts, emailWords);
	const recipients = cc.length + bcc.length > 0 ? { to, cc, bcc } : to;
	const files = email.attachments.map(({ fileName }) => fileName);
	return {
		...form,
		fields: { recipients, subject, body, ...form.fields },
		contents: { recipients: to, files },
	};
}
