// The bodies of certified emails and SMS, made from the panel's values and checked.

import { z } from 'zod';
import { referenceSchema, sentDataSchema } from '../../input/customData';
import { withMailbox, PERSON } from '../../input/people';
import { damageHints } from '../../input/fileChecks';
import { addressHints, encodingHints, phoneHints, textIf } from '../../input/hints';
import { isPdf, fileSchema, formFiles } from '../../input/files';
import { listSchema } from '../../input/rows';
import {
	doorsOf,
	knownWords,
	parameterLabels,
	parametersFrom,
	rowLabels,
	type ParameterTable,
} from '../../input/parameters';
import {
	free,
	leftOutHint,
	openObject,
	unknownHint,
	unknownIn,
	type KnownFields,
} from '../../input/words';
import { copyTable } from '../../input/copies';
import { validated, withRules } from '../../input/schemas';
import type { FormFields } from '../../transport/form';
import { additionalProblems, additionalSchema, PROMISED } from '../additional';
import type { CreationContents, Described } from '../sending/creation';
import type { Entered } from './common';
import { emailRecipientTable, emailTable, smsRecipientTable, smsTable } from './tables';

/** The words that are known of a certified email and of its recipients: the phone of one does nothing. */
export const emailWords = {
	request: knownWords(emailTable),
	recipient: { ...knownWords(emailRecipientTable), ...free('phone') },
};

/** The same of a certified SMS. */
export const smsWords = { request: knownWords(smsTable), recipient: knownWords(smsRecipientTable) };

const copyWords = knownWords(copyTable);

/** The panel's names of what both have, for problems. */
const sharedNames = {
	...{ recipients: 'Recipients', attachments: 'Attachments' },
	...{ data: 'Custom Data', 'data #': 'Custom Data' },
};

const emailProblemNames = {
	...sharedNames,
	...parameterLabels(emailTable),
	...rowLabels('recipients', 'Recipient', [emailRecipientTable]),
};

/**
 * The names for the service's refusals (`RequestContent`). Our own ones name a file by itself. With copies, recipients
 * are in groups (docs/service.md#copies-of-certified-emails).
 */
export const emailNames = {
	...emailProblemNames,
	...{ 'recipients[to]': 'Recipients', 'recipients[cc]': 'CC', 'recipients[bcc]': 'BCC' },
	...{ 'to #': 'Recipient', 'attachments #': 'Attachment' },
};

const smsProblemNames = {
	...sharedNames,
	...parameterLabels(smsTable),
	...rowLabels('recipients', 'Recipient', [smsRecipientTable]),
};

export const smsNames = { ...smsProblemNames, 'attachments #': 'Attachment' };

/** The types that track opening take PDF files only (docs/service.md#certified-emails). */
const certifiedShape = ({ type, timeZone }: Entered) => ({
	attachments: z.array(fileSchema('Attachments', tracksOpening(type) ? pdfProblem : undefined)),
	data: sentDataSchema(timeZone),
	additional: additionalSchema(emailWords.request, PROMISED),
});

const tracksOpening = (type: unknown) => type === 'open_document' || type === 'open_every_document';

const pdfProblem = (content: Buffer) =>
	isPdf(content) ? undefined : 'is not a PDF file, which this Certification Type needs';

type ValidShape = z.output<z.ZodObject<ReturnType<typeof certifiedShape>>>;

interface ValidCertified extends ValidShape {
	type: string;
	recipients: CreationContents['recipients'];
	cc?: unknown;
	bcc?: unknown;
}

/** The parameters of a table that are sent as they are: copies are sent among the recipients. */
const formFields = (table: ParameterTable, input: object) =>
	Object.fromEntries(
		Object.entries(input).filter(
			([key]) => Object.hasOwn(table, key) && !['cc', 'bcc'].includes(key),
		),
	) as FormFields;

/** Names the parameters that are both in a field of the panel and among the additional ones. */
const certifiedProblems = (table: ParameterTable) => (input: ValidCertified) =>
	additionalProblems(formFields(table, input), input.additional);

/**
 * The common part of the body of POST /v3/emails.json and /v3/sms.json, the contents, and the hints about them.
 *
 * @param people the recipients without what makes no difference
 * @param texts subject and body, by their names in the panel
 */
function certifiedForm(
	input: ValidCertified,
	table: ParameterTable,
	people: CreationContents['recipients'],
	texts: Readonly<Record<string, string | undefined>>,
	words: Record<'request' | 'recipient', KnownFields>,
): Described {
	const { recipients, type, attachments, data, additional } = input;
	const fields = formFields(table, input);
	return {
		fields: { ...fields, data, ...additional },
		files: formFiles('attachments', attachments),
		hints: [
			...addressHints(texts),
			...damageHints(attachments),
			...encodingHints(texts),
			...recipients.flatMap(({ name }, index) =>
				encodingHints({ [`Recipient ${index + 1}: Name`]: name }),
			),
			...Object.entries(texts).flatMap(([name, text]) => textIf(!text, `${name} is empty`)),
			...textIf(
				tracksOpening(type) && attachments.length === 0,
				'This Certification Type tracks the opening of PDF files, but there are no Attachments',
			),
			...unknownHint([
				...[additional, fields].flatMap((sent) => unknownIn('', sent, [words.request])),
				...unknownIn('Recipient', recipients, [words.recipient]),
				...unknownIn('CC', input.cc, [copyWords]),
				...unknownIn('BCC', input.bcc, [copyWords]),
			]),
		],
		contents: { recipients: people, files: attachments.map(({ fileName }) => fileName) },
	};
}

const emailRecipient = withMailbox(
	openObject('A recipient', doorsOf(emailRecipientTable, undefined), PERSON),
);

/** The order is that in which problems are told. */
const certifiedEmailSchema = (entered: Entered) => {
	const { attachments, data, additional } = certifiedShape(entered);
	const { type, branding_id, events_url, ...doors } = doorsOf(emailTable, undefined);
	return z.object({
		...{ type, attachments, branding_id, data, events_url, additional },
		recipients: listSchema('Recipients', emailRecipient, `[${PERSON}]`),
		...doors,
		reference: referenceSchema,
	});
};

/**
 * The body of `POST /v3/emails.json`; with copies, its recipients have another form
 * (docs/service.md#copies-of-certified-emails).
 *
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export function emailForm(input: Entered): Described {
	const entered = parametersFrom(emailTable, input);
	const schema = withRules(certifiedEmailSchema(input), certifiedProblems(emailTable));
	const email = validated(schema, entered, emailProblemNames);
	const { recipients: to, cc = [], bcc = [], subject, body } = email;
	const texts = { 'Email Subject': subject, 'Email Body': body };
	// The phone of a recipient does nothing (docs/service.md#certified-emails).
	const people = to.map(({ email, name }) => ({ email, name }));
	const form = certifiedForm(email, emailTable, people, texts, emailWords);
	const leftOut = leftOutHint(input.recipients, input.cc, input.bcc);
	const recipients = cc.length + bcc.length > 0 ? { to, cc, bcc } : to;
	const fields = { recipients, ...form.fields };
	return { ...form, fields, names: emailNames, hints: [...form.hints, ...leftOut] };
}

const CALLED = '{ "name": "…", "phone": "…" }';

const smsRecipient = openObject('A recipient', doorsOf(smsRecipientTable, undefined), CALLED);

/** As `certifiedEmailSchema`. */
const certifiedSmsSchema = (entered: Entered) => {
	const { attachments, data, additional } = certifiedShape(entered);
	const { type, branding_id, events_url, ...doors } = doorsOf(smsTable, undefined);
	return z.object({
		...{ type, attachments, branding_id, data, events_url, additional },
		recipients: listSchema('Recipients', smsRecipient, `[${CALLED}]`),
		...doors,
		reference: referenceSchema,
	});
};

/**
 * The body of `POST /v3/sms.json` (docs/service.md#certified-sms).
 *
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export function smsForm(input: Entered): Described {
	const entered = parametersFrom(smsTable, input);
	const schema = withRules(certifiedSmsSchema(input), certifiedProblems(smsTable));
	const sms = validated(schema, entered, smsProblemNames);
	const { recipients, body } = sms;
	const people = recipients.map(
		({ name, phone, email }: CreationContents['recipients'][number]) => ({
			name,
			phone,
			// No field of the panel, but a row of a table may have it.
			...(typeof email === 'string' && { email }),
		}),
	);
	const form = certifiedForm(sms, smsTable, people, { 'SMS Body': body }, smsWords);
	return {
		...form,
		fields: { recipients, ...form.fields },
		names: smsNames,
		hints: [
			...phoneHints(recipients),
			...form.hints,
			...textIf(
				sms.type === 'delivery' && form.files.length > 0,
				'Attachments of a certified SMS work only with the types that track opening',
			),
			...leftOutHint(input.recipients),
		],
	};
}
