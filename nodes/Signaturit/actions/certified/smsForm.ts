import { z } from 'zod';
import { filledText, phoneSchema, strictObject, validated } from '../../input/schemas';
import { listSchema } from '../../input/lists';
import type { FormFields, FormFile } from '../../transport/form';
import { certifiedForm, certifiedRows, certifiedShape, checkAttachments } from './input';

/** Longest text, in characters (docs/service.md#text-lengths). */
const MAX_BODY_LENGTH = 120;

const recipientSchema = strictObject('A recipient', {
	name: filledText('Name'),
	phone: phoneSchema.refine((phone) => phone !== undefined, { message: 'Phone is empty' }),
});

const smsShape = (type: unknown) =>
	z.object({
		...certifiedShape(type),
		recipients: listSchema('Recipients', recipientSchema, '[{ "name": "…", "phone": "…" }]'),
		body: filledText('SMS Body').refine(
			(body) => String(body).length <= MAX_BODY_LENGTH,
			(body) => ({
				message: `SMS Body is ${String(body).length} characters long: an SMS takes at most ${MAX_BODY_LENGTH}`,
			}),
		),
	});

const inputSchema = (type: unknown) =>
	smsShape(type)
		.superRefine(checkAttachments)
		.refine(({ type, attachments }) => type !== 'delivery' || attachments.length === 0, {
			message:
				'Attachments: they need one of the types that track opening, as an SMS holds text only',
		});

/** The panel's values, not validated yet. */
export type SmsInput = Readonly<
	Partial<Record<keyof z.input<ReturnType<typeof smsShape>>, unknown>>
>;

/**
 * The body of `POST /v3/sms.json` (docs/service.md#certified-sms).
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function smsForm(input: SmsInput): {
	fields: FormFields;
	files: FormFile[];
	phones: string[];
} {
	const sms = validated(inputSchema(input.type), input, certifiedRows);
	const { fields, files } = certifiedForm(sms);
	return {
		fields: { recipients: sms.recipients, body: sms.body, ...fields },
		files,
		phones: sms.recipients.flatMap(({ phone }) => phone ?? []),
	};
}
