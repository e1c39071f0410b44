import { z } from 'zod';
import type { FormFields, FormFile } from '../../transport/form';
import { checked } from '../checks';

/** Largest file the service takes (wire facts: 15 MB), in bytes. */
const MAX_FILE_BYTES = 15 * 1024 * 1024;

/** Longest value of a custom data pair, in characters (specification, Limits). */
const MAX_DATA_LENGTH = 64;

const optionalText = z
	.string()
	.optional()
	.transform((text) => (text?.trim() ? text : undefined));

const fileSchema = z
	.custom<Omit<FormFile, 'field'>>()
	.refine(
		({ content }) => content.length <= MAX_FILE_BYTES,
		({ fileName }) => ({
			message: `Input Binary Field(s): "${fileName}" is larger than 15 MB`,
		}),
	)
	.refine(
		({ content }) => isDocument(content),
		({ fileName }) => ({
			message: `Input Binary Field(s): "${fileName}" is not a PDF, DOC or DOCX file`,
		}),
	);

const phoneSchema = optionalText
	.transform((phone) => phone && plainPhone(phone))
	.refine((phone) => phone === undefined || /^\d{6,15}$/.test(phone), {
		message: 'Phone must be a number with its country code, e.g. 34600000000',
	});

const recipientSchema = (sms: boolean) =>
	z.object({
		email: z
			.string()
			.trim()
			.regex(/^[^\s@]+@[^\s@]+$/, { message: 'Email must be an email address' }),
		name: z.string().trim().min(1, { message: 'Name is empty' }),
		phone: phoneSchema.refine((phone) => !sms || phone !== undefined, {
			message: 'Phone is needed when Delivery Type is SMS',
		}),
		type: z.enum(['signer', 'validator']).optional(),
	});

const pairSchema = z.object({
	key: z
		.string()
		.trim()
		.min(1, { message: 'Key is empty' })
		.regex(/^[^[\]]*$/, { message: 'Key must not contain square brackets' }),
	value: z
		.union([z.string(), z.number(), z.boolean()], { message: 'Value is neither text nor a number' })
		.transform(String)
		.refine((value) => [...value].length <= MAX_DATA_LENGTH, {
			message: `Value is longer than ${MAX_DATA_LENGTH} characters`,
		}),
});

const dataSchema = z.array(pairSchema).superRefine((pairs, context) => {
	pairs.forEach(({ key }, index) => {
		if (pairs.findIndex((pair) => pair.key === key) === index) return;
		context.addIssue({ code: 'custom', path: [index], message: `Key "${key}" is used twice` });
	});
});

const eventsUrlSchema = z
	.string()
	.trim()
	.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
		message: 'Events URL must start with http:// or https://',
	});

const inputSchema = (sms: boolean) =>
	z.object({
		files: z
			.array(fileSchema)
			.min(1, { message: 'Input Binary Field(s): name at least one field that holds a file' }),
		recipients: z.array(recipientSchema(sms)).min(1, { message: 'Recipients: add at least one' }),
		name: optionalText,
		subject: optionalText,
		body: optionalText
			.transform((body) => (sms ? body && smsBody(body) : body))
			.refine((body) => !sms || body === undefined || body.includes(URL_TAG), {
				message: 'Body must contain [url] when Delivery Type is SMS: the link goes there',
			}),
		deliveryType: z.enum(['email', 'sms', 'url']).optional(),
		signingMode: z.enum(['sequential', 'parallel']).optional(),
		data: dataSchema,
		eventsUrl: eventsUrlSchema.optional(),
	});

/** What the panel holds, before any check. */
export type SignatureInput = Readonly<
	Partial<Record<keyof z.input<ReturnType<typeof inputSchema>>, unknown>>
>;

/**
 * The body of `POST /v3/signatures.json` (specification, Endpoints): fields by their names at the
 * service, and files as `files[0]`, `files[1]` …
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function signatureForm(input: SignatureInput): { fields: FormFields; files: FormFile[] } {
	const { files, recipients, name, subject, body, deliveryType, signingMode, data, eventsUrl } =
		checked(inputSchema(input.deliveryType === 'sms'), input, {
			recipients: 'Recipient',
			data: 'Custom Data',
		});
	return {
		fields: {
			name,
			recipients,
			subject,
			body,
			delivery_type: deliveryType,
			signing_mode: signingMode,
			data: Object.fromEntries(data.map(({ key, value }) => [key, value])),
			events_url: eventsUrl,
		},
		files: files.map((file, index) => ({ ...file, field: `files[${index}]` })),
	};
}

/** The tag in an SMS that the service replaces by the address of the document. */
const URL_TAG = '{{url}}';

/** n8n takes `{{url}}` for an expression, so people write `[url]`. */
function smsBody(body: string): string {
	return body.replaceAll('[url]', URL_TAG);
}

/** The service wants digits with the country code and no plus sign; people write more than that. */
function plainPhone(phone: string): string {
	return phone.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
}

/** Told by the first bytes, as names and media types of binary fields may say anything. */
function isDocument(content: Buffer): boolean {
	const isPdf = content.subarray(0, 1024).includes('%PDF-');
	const isDoc = content.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';
	const isDocx = content.subarray(0, 4).toString('hex') === '504b0304';
	return isPdf || isDoc || isDocx;
}
