// Which parameters certified emails and SMS take, and which filters their lists take.

import { z } from 'zod';

import { CERTIFICATE_STATUSES } from '../domain/certified/model';
import { limitAndOffset } from './paging';
import {
	choice,
	date,
	email,
	files,
	filledText,
	formOf,
	list,
	namedPairs,
	pairs,
	phone,
	text,
	webUrl,
} from './primitives';
import { issueWithMessage } from './read';
import { copy, SMS_BODY_LIMIT } from './signature';

/** A phone is in an example of the vendor, and does nothing (docs/service.md#certified-emails). */
const person = z
	.object({ email: email(), name: text().default(''), phone: phone().optional() })
	.strict();
const people = list(person);

const groups = z
	.object({ to: people, cc: list(copy).optional(), bcc: list(copy).optional() })
	.strict();

const isGroups = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && ['to', 'cc', 'bcc'].some((name) => name in value);

/** Recipients as a list or in groups (docs/service.md#copies-of-certified-emails). */
const recipients = formOf<z.output<typeof groups>>((value) => {
	if (isGroups(value)) return groups;
	// Groups in a list of one, as PHP has them.
	if (Array.isArray(value) && value.some(isGroups)) {
		return z.tuple([groups]).transform(([group]) => group);
	}
	return people.transform((to) => ({ to }));
});

const shared = {
	type: choice('delivery', 'open_document', 'open_every_document').default('delivery'),
	attachments: files.optional(),
	/** Another name for attachments (docs/service.md#certified-emails). */
	files: files.optional(),
	branding_id: filledText().optional(),
	events_url: webUrl().optional(),
	data: pairs().optional(),
};

/** Parameters of POST /v3/emails.json (docs/service.md#certified-emails). */
export const emailCreate = z
	.object({
		...shared,
		recipients: recipients.optional(),
		to: people.optional(),
		cc: list(copy).optional(),
		bcc: list(copy).optional(),
		subject: text().optional(),
		body: text().optional(),
	})
	.strict()
	.transform((input, context) => {
		const to = [...(input.recipients?.to ?? []), ...(input.to ?? [])];
		if (to.length === 0) context.addIssue(issueWithMessage('Invalid recipient list'));
		return {
			...input,
			attachments: [...(input.attachments ?? []), ...(input.files ?? [])],
			to,
			cc: [...(input.recipients?.cc ?? []), ...(input.cc ?? [])],
			bcc: [...(input.recipients?.bcc ?? []), ...(input.bcc ?? [])],
		};
	});

/** Parameters of POST /v3/sms.json (docs/service.md#certified-sms). */
export const smsCreate = z
	.object({
		...shared,
		body: text()
			.pipe(z.string().max(SMS_BODY_LIMIT, `must be at most ${SMS_BODY_LIMIT} characters`))
			.default(''),
		recipients: list(z.object({ name: text().default(''), phone: phone() }).strict()),
	})
	.strict()
	.transform((input) => ({
		...input,
		attachments: [...(input.attachments ?? []), ...(input.files ?? [])],
	}))
	.superRefine((input, context) => {
		if (input.recipients.length === 0) context.addIssue(issueWithMessage('Invalid recipient list'));
	});

const filters = {
	status: choice(...CERTIFICATE_STATUSES).optional(),
	since: date().optional(),
};

export const certifiedCount = z.object(filters).strict();
/** Other names are custom data keys. */
export const certifiedList = z
	.object({ ...filters, ...limitAndOffset, data: namedPairs().optional() })
	.catchall(text());
