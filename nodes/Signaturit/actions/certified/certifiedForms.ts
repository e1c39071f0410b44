// The request bodies of a certified email and a certified SMS, and what is wrong in them.

import { z } from 'zod';
import { referenceSchema, sentDataSchema } from '../../input/customData';
import { emailSchema, filledName, shortText, text } from '../../input/doors';
import { phoneSchema, copiesSchema, withMailbox, PERSON } from '../../input/people';
import { openWordOf } from '../../input/fieldDoors';
import { damageHints } from '../../input/fileChecks';
import { addressHints, encodingHints, phoneHints, textIf } from '../../input/hints';
import { isPdf, fileSchema, formFiles } from '../../input/files';
import { listSchema } from '../../input/rows';
import { additionalProblems, additionalSchema, PROMISED } from '../../input/parameters';
import {
	free,
	leftOutHint,
	openObject,
	unknownHint,
	unknownIn,
	type KnownFields,
} from '../../input/words';
import { optional, validated, withRules } from '../../input/schemas';
import { knownBy } from '../additional';
import { eventsUrlSchema } from '../reporting';
import type { CreationContents, Described } from '../sending/creation';
import { typeField, type Entered } from './common';

const shared = { ...free('body', 'branding_id', 'events_url'), ...knownBy([typeField]) };

/** The parameters of a certified email, and those of a recipient (docs/service.md#certified-emails). */
export const emailWords = {
	request: { ...shared, ...free('subject', 'cc', 'bcc') },
	recipient: free('email', 'name', 'phone'),
};

/** The same of a certified SMS (docs/service.md#certified-sms). */
export const smsWords = { request: shared, recipient: free('name', 'phone') };

export const copyWords = free('email', 'name');

/** The types that track opening take PDF files only (docs/service.md#certified-emails). */
const certifiedShape = ({ type, timeZone }: Entered) => ({
	type: openWordOf(typeField),
	attachments: z.array(fileSchema('Attachments', tracksOpening(type) ? pdfProblem : undefined)),
	brandingId: text('Branding'),
	data: sentDataSchema(timeZone),
	eventsUrl: eventsUrlSchema,
	additional: additionalSchema(emailWords.request, PROMISED),
});

const tracksOpening = (type: unknown) => type === 'open_document' || type === 'open_every_document';

const pdfProblem = (content: Buffer) =>
	isPdf(content) ? undefined : 'is not a PDF file, which this Certification Type needs';

type ValidShape = z.output<z.ZodObject<ReturnType<typeof certifiedShape>>>;

interface ValidCertified extends ValidShape {
	recipients: CreationContents['recipients'];
	subject?: string;
	body?: string;
	cc?: unknown;
	bcc?: unknown;
}

/** Names the parameters that are both in a field of the panel and among the additional ones. */
const certifiedProblems = (input: ValidCertified): string[] => {
	const { brandingId, subject, body, type, additional } = input;
	return additionalProblems({ subject, body, type, branding_id: brandingId }, additional);
};

/** The names of the rows in messages. */
const rowNames = { recipients: 'Recipient', cc: 'CC', bcc: 'BCC', data: 'Custom Data' };

/**
 * The common part of the body of POST /v3/emails.json and /v3/sms.json, the contents, and the hints about them.
 *
 * @param people the recipients without what makes no difference
 * @param texts subject and body, by their names in the panel
 */
function certifiedForm(
	input: ValidCertified,
	people: CreationContents['recipients'],
	texts: Readonly<Record<string, string | undefined>>,
	words: Record<'request' | 'recipient', KnownFields>,
): Described {
	const { recipients, type, attachments, brandingId, data, eventsUrl, additional } = input;
	return {
		fields: { type, branding_id: brandingId, data, events_url: eventsUrl, ...additional },
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
				...unknownIn('', { ...additional, type }, [words.request]),
				...unknownIn('Recipient', recipients, [words.recipient]),
				...unknownIn('CC', input.cc, [copyWords]),
				...unknownIn('BCC', input.bcc, [copyWords]),
			]),
		],
		contents: { recipients: people, files: attachments.map(({ fileName }) => fileName) },
	};
}

const emailRecipient = withMailbox(
	openObject('A recipient', { email: emailSchema, name: optional(filledName('Name')) }, PERSON),
);

const certifiedEmailSchema = (entered: Entered) =>
	z.object({
		...certifiedShape(entered),
		recipients: listSchema('Recipients', emailRecipient, `[${PERSON}]`),
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
		rowNames,
	);
	const { recipients: to, cc = [], bcc = [], subject, body } = email;
	const texts = { 'Email Subject': subject, 'Email Body': body };
	// The phone of a recipient does nothing (docs/service.md#certified-emails).
	const people = to.map(({ email, name }) => ({ email, name }));
	const form = certifiedForm(email, people, texts, emailWords);
	const leftOut = leftOutHint(input.recipients, input.cc, input.bcc);
	const recipients = cc.length + bcc.length > 0 ? { to, cc, bcc } : to;
	const fields = { recipients, subject, body, ...form.fields };
	return { ...form, fields, hints: [...form.hints, ...leftOut] };
}

/** Longest text, in characters (docs/service.md#text-lengths). */
const MAX_BODY_LENGTH = 120;

const CALLED = '{ "name": "…", "phone": "…" }';

const smsRecipient = openObject(
	'A recipient',
	{
		name: optional(filledName('Name')),
		phone: phoneSchema.refine((phone) => phone !== undefined, { message: 'Phone is empty' }),
	},
	CALLED,
);

const certifiedSmsSchema = (entered: Entered) =>
	z.object({
		...certifiedShape(entered),
		recipients: listSchema('Recipients', smsRecipient, `[${CALLED}]`),
		body: shortText('SMS Body', MAX_BODY_LENGTH, 'an SMS'),
		reference: referenceSchema,
	});

/**
 * The body of `POST /v3/sms.json` (docs/service.md#certified-sms).
 *
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export function smsForm(input: Entered): Described {
	const sms = validated(withRules(certifiedSmsSchema(input), certifiedProblems), input, rowNames);
	const { recipients, body } = sms;
	const people = recipients.map(
		({ name, phone, email }: CreationContents['recipients'][number]) => ({
			name,
			phone,
			// No field of the panel, but a row of a table may have it.
			...(typeof email === 'string' && { email }),
		}),
	);
	const form = certifiedForm(sms, people, { 'SMS Body': body }, smsWords);
	return {
		...form,
		fields: { recipients, body, ...form.fields },
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
