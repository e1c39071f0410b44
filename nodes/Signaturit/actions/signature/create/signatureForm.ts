import { z } from 'zod';
import { validated } from '../../../input/checks';
import { copiesSchema } from '../../../input/commonFields';
import { customDataSchema } from '../../../input/customData';
import { fileSchema, isPdf } from '../../../input/files';
import {
	choice,
	email,
	filledText,
	numberedList,
	optional,
	schemaFor,
	text,
	webUrl,
	wholeNumber,
} from '../../../input/schemas';
import type { FormFields, FormFile } from '../../../transport/form';
import { eventsUrlSchema } from '../../eventsUrl';
import { recipientSchema } from './recipient.schema';

const FILES = 'Input Binary Field(s)';

/** Where the service puts the address of the document into an SMS. */
const URL_TAG = '{{url}}';

/** The service cuts off longer texts, perhaps with the address in them (docs/service.md#text-lengths). */
const MAX_SMS_LENGTH = 120;

/** Longest time to sign, in days (docs/service.md#expiry). */
const MAX_EXPIRE_TIME = 365;

const documentSchema = fileSchema(FILES).refine(
	({ content }) => isDocument(content),
	({ fileName }) => ({ message: `${FILES}: "${fileName}" is not a PDF, DOC or DOCX file` }),
);

/** People write `[url]`, because n8n would evaluate `{{url}}` as an expression. */
const smsBody = text('Body')
	.transform((body) => body?.replaceAll('[url]', URL_TAG))
	.superRefine((body, context) => {
		if (body === undefined) return;
		const refuse = (message: string) => context.addIssue({ code: 'custom', message });
		if (!body.includes(URL_TAG)) {
			refuse('Body must contain [url] when Delivery Type is SMS: the link goes there');
		}
		if (body.length > MAX_SMS_LENGTH) {
			refuse(
				`Body is ${body.length} characters long, each [url] counted as the ${URL_TAG.length} of ${URL_TAG}: an SMS takes at most ${MAX_SMS_LENGTH}`,
			);
		}
	});

/** Days before each automatic reminder; a single 0 turns them off (docs/service.md#reminders). */
const remindersSchema = schemaFor<number | number[]>((value) =>
	Array.isArray(value)
		? numberedList((number) => wholeNumber(`Number ${number} of Reminders`, 0)).refine(
				(days) => days.length < 2 || !days.includes(0),
				{ message: 'Reminders: 0 turns them off, so it must stand alone' },
			)
		: wholeNumber('Reminders', 0),
);

const requestSchema = (sms: boolean) =>
	z.object({
		files: z.array(documentSchema).optional(),
		templates: z.array(filledText('ID or hashtag')).optional(),
		recipients: z
			.array(recipientSchema(sms), {
				message: 'Recipients must be a JSON list such as [{ "email": "…", "name": "…" }]',
			})
			.min(1, { message: 'Recipients: add at least one' }),
		name: text('Request Name'),
		eventsUrl: eventsUrlSchema.optional(),
		body: sms ? smsBody : text('Body'),
		brandingId: text('Branding ID'),
		callbackUrl: optional(webUrl('Callback URL')),
		cc: copiesSchema,
		data: customDataSchema,
		deliveryType: optional(choice('Delivery Type', ['email', 'sms', 'url'])),
		expireTime: optional(wholeNumber('Expire Time', 1, MAX_EXPIRE_TIME)),
		reminders: optional(remindersSchema),
		replyTo: optional(email('Reply To')),
		signingMode: optional(choice('Signing Mode', ['sequential', 'parallel'])),
		subject: text('Subject'),
		type: optional(choice('Signature Type', ['simple', 'advanced', 'smart'])),
	});

const inputSchema = (sms: boolean) =>
	requestSchema(sms).superRefine(({ files, templates }, context) => {
		if (files?.length || templates?.length) return;
		context.addIssue({ code: 'custom', message: nothingToSign(files, templates) });
	});

/** The panel's values, not validated yet. Recipients are in the service's words. */
export type SignatureInput = Readonly<
	Partial<Record<keyof z.input<ReturnType<typeof requestSchema>>, unknown>>
>;

/**
 * The body of `POST /v3/signatures.json` (docs/service.md#create-a-signature-request): fields by the
 * service's names, and files as `files[0]`, `files[1]` …
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function signatureForm(input: SignatureInput): { fields: FormFields; files: FormFile[] } {
	const { files = [], ...request } = validated(inputSchema(input.deliveryType === 'sms'), input, {
		templates: 'Template',
		recipients: 'Recipient',
		widgets: 'Widget',
		select: 'Option',
		cc: 'CC',
		data: 'Custom Data',
	});
	return {
		fields: {
			name: request.name,
			templates: request.templates,
			recipients: request.recipients.map((recipient) => ({
				...recipient,
				// The service knows this switch as on only.
				sms_code: recipient.sms_code || undefined,
			})),
			cc: request.cc,
			subject: request.subject,
			body: request.body,
			branding_id: request.brandingId,
			callback_url: request.callbackUrl,
			events_url: request.eventsUrl,
			data: request.data,
			delivery_type: request.deliveryType,
			expire_time: request.expireTime,
			reply_to: request.replyTo,
			reminders: request.reminders,
			signing_mode: request.signingMode,
			type: request.type,
		},
		files: files.map((file, index) => ({ ...file, field: `files[${index}]` })),
	};
}

/** A list is undefined when the panel does not show its field. */
function nothingToSign(files: unknown, templates: unknown): string {
	if (templates === undefined) return `${FILES}: name at least one field that holds a file`;
	if (files === undefined) return 'Templates: add at least one';
	return `${FILES} or Templates: at least one of them must hold a document`;
}

function isDocument(content: Buffer): boolean {
	const isDoc = content.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';
	const isDocx = content.subarray(0, 4).toString('hex') === '504b0304';
	return isPdf(content) || isDoc || isDocx;
}
