// Which parameters a signature request takes: creation, search, rename, cancel and change of signer.

import { z } from 'zod';

import { DOCUMENT_STATUSES } from '../domain/signatures/model';
import {
	choice,
	date,
	email,
	files,
	filledText,
	flag,
	formOf,
	integer,
	list,
	listOrOne,
	namedPairs,
	number,
	pairs,
	phone,
	refuserIn,
	sparseList,
	text,
	webUrl,
} from './primitives';
import { issueWithMessage } from './read';
import { groupFaults, isCertificate, widget } from './widgets';

/** Longest custom data value (docs/service.md#text-lengths). */
export const DATA_VALUE_LIMIT = 64;
/** Longest body of an SMS (docs/service.md#text-lengths). */
export const SMS_BODY_LIMIT = 120;

const attachmentSpec = z
	.object({
		type: choice('idDocument', 'passport', 'drivingLicense', 'proofOfAddress', 'other'),
		description: filledText().optional(),
	})
	.strict()
	.superRefine((spec, context) => {
		if (spec.type === 'other' && !spec.description) {
			refuserIn(context)(['description'], 'is required for type other');
		}
	});

const perDocument = z.union([integer(0), sparseList(integer(0))]);

const isSpecList = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	Object.values(value).some((item) => typeof item === 'object');

const attachments = formOf<
	number | Array<number | undefined> | Array<z.output<typeof attachmentSpec>>
>((value) => (isSpecList(value) ? list(attachmentSpec) : perDocument));

/** The name of a PFX or P12 file. A name without an extension is accepted too. */
const certificateName = filledText().pipe(
	z
		.string()
		.refine(
			(name) => !/\.[a-z0-9]{2,4}$/i.test(name) || /\.(pfx|p12)$/i.test(name),
			'must be a .pfx or .p12 file',
		),
);

const recipient = z
	.object({
		email: email().optional(),
		name: filledText(),
		phone: phone().optional(),
		type: choice('signer', 'validator', 'qualified').optional(),
		method: choice('email', 'sms', 'device').optional(),
		device_id: text().optional(),
		subject: text().optional(),
		body: text().optional(),
		require_sms_validation: flag.optional(),
		sms_code: flag.optional(),
		sign_with_digital_certificate_file: flag.optional(),
		digital_certificate_name: certificateName.optional(),
		require_photo: perDocument.optional(),
		require_photo_id: perDocument.optional(),
		require_file_attachment: attachments.optional(),
		widgets: list(widget).optional(),
	})
	.strict()
	.superRefine((value, context) => {
		const refuse = refuserIn(context);
		if (value.method === 'device' && !value.device_id) refuse(['device_id'], 'is required');
		for (const field of ['require_sms_validation', 'sms_code'] as const) {
			if (value[field] && !value.phone) refuse(['phone'], `is required for ${field}`);
		}
		const widgets = value.widgets ?? [];
		if (value.sign_with_digital_certificate_file && !widgets.some(isCertificate)) {
			refuse(['widgets'], 'a widget of type dcf is required to sign with a digital certificate');
		}
		for (const position of groupFaults(widgets)) {
			refuse(['widgets', position, 'default'], 'must be equal for all widgets of a group');
		}
	});
export type RecipientInput = z.output<typeof recipient>;

/** How a recipient gets the request: by a method of its own, otherwise as the request says. A device gets no message. */
export const channelOf = <Type extends string>(
	{ method }: Pick<RecipientInput, 'method'>,
	deliveryType: Type,
): Type | 'email' | 'sms' | 'url' => (method === 'device' ? 'url' : (method ?? deliveryType));

/** Whether the signers have widgets, and none of them is a signature (docs/service.md#widgets). */
function lacksSignature(recipients: readonly RecipientInput[]): boolean {
	const signers = recipients.filter(({ type }) => type !== 'validator');
	const widgets = signers.flatMap((signer) => signer.widgets ?? []);
	return (
		widgets.length > 0 && !widgets.some((item) => item.type === 'signature' || isCertificate(item))
	);
}

const hasUrl = (text = '') => /https?:\/\/|www\./i.test(text);

/** A person who gets a copy. */
export const copy = z.object({ email: email(), name: text().optional() }).strict();

/**
 * Parameters of POST /v3/signatures.json (docs/service.md#create-a-signature-request). Rules that
 * need the files are checked in routes/.
 */
export const signatureCreate = z
	.object({
		files: files.optional(),
		templates: listOrOne(filledText()).optional(),
		name: text().optional(),
		recipients: list(recipient),
		cc: list(copy).optional(),
		body: text().optional(),
		subject: text().optional(),
		branding_id: filledText().optional(),
		callback_url: text().optional(),
		events_url: webUrl().optional(),
		data: pairs().optional(),
		delivery_type: choice('email', 'sms', 'url').default('email'),
		expire_time: number(1, 365).optional(),
		reply_to: email().optional(),
		reminders: z.union([number(0), list(number(0))]).optional(),
		signing_mode: choice('sequential', 'parallel').default('sequential'),
		type: choice('simple', 'advanced', 'smart').default('advanced'),
	})
	.strict()
	.superRefine((value, context) => {
		const refuse = refuserIn(context);
		if (value.recipients.length === 0) context.addIssue(issueWithMessage('Invalid recipient list'));
		value.recipients.forEach((item, position) => {
			const channel = channelOf(item, value.delivery_type);
			const needed = channel === 'sms' ? 'phone' : 'email';
			if (item[needed] !== undefined || item.method === 'device') return;
			const words = needed === 'phone' ? 'is required for SMS' : 'is required';
			refuse(['recipients', position, needed], words);
		});
		if (lacksSignature(value.recipients)) {
			const words = 'at least one widget of type signature or dcf must be set';
			refuse(['recipients', 0, 'widgets'], words);
		}
		const messages = [value, ...value.recipients];
		if (messages.some(({ subject, body }) => hasUrl(subject) || hasUrl(body))) {
			context.addIssue(issueWithMessage('URLs are not allowed in the body'));
		}
		if (value.delivery_type === 'sms' && value.body?.includes('{{url}}') === false) {
			refuse(['body'], 'must contain the tag {{url}}');
		}
	});
export type SignatureCreate = z.output<typeof signatureCreate>;

/** Filters of list and count; other names are custom data keys (docs/service.md#filters). */
export const signatureSearch = z
	.object({
		status: choice(...DOCUMENT_STATUSES).optional(),
		since: date().optional(),
		until: date().optional(),
		ids: text().optional(),
		data: namedPairs().optional(),
	})
	.catchall(text());

export const cancelParameters = z.object({ reason: text().optional() }).strict();
export const renameParameters = z.object({ name: filledText() }).strict();
export const changeSignerParameters = z
	.object({ email: z.string(), name: filledText().optional() })
	.strict();
