import { z } from 'zod';
import type { FormFields, FormFile } from '../../transport/form';
import { checked } from '../checks';
import { customDataSchema } from '../customData';
import { eventsUrlSchema } from '../eventsUrl';
import { fileSchema, isPdf } from '../files';
import { emailSchema, filledText, optionalText, phoneSchema } from '../schemas';

const FILES = 'Input Binary Field(s)';

const documentSchema = fileSchema(FILES).refine(
	({ content }) => isDocument(content),
	({ fileName }) => ({ message: `${FILES}: "${fileName}" is not a PDF, DOC or DOCX file` }),
);

const recipientSchema = (sms: boolean) =>
	z.object({
		email: emailSchema,
		name: filledText('Name'),
		phone: phoneSchema.refine((phone) => !sms || phone !== undefined, {
			message: 'Phone is needed when Delivery Type is SMS',
		}),
		type: z.enum(['signer', 'validator']).optional(),
	});

const inputSchema = (sms: boolean) =>
	z.object({
		files: z
			.array(documentSchema)
			.min(1, { message: `${FILES}: name at least one field that holds a file` }),
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
		data: customDataSchema,
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
			data,
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

function isDocument(content: Buffer): boolean {
	const isDoc = content.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';
	const isDocx = content.subarray(0, 4).toString('hex') === '504b0304';
	return isPdf(content) || isDoc || isDocx;
}
