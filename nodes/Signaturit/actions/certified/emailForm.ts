import { z } from 'zod';
import { emailSchema, filledText, strictObject, validated } from '../../input/schemas';
import { copiesSchema } from '../../input/copies';
import { ownReferenceSchema } from '../../input/customData';
import { listSchema } from '../../input/lists';
import type { Described } from '../sending/creation';
import { certifiedForm, certifiedRows, certifiedShape, checkAttachments } from './input';

const recipientSchema = strictObject('A recipient', {
	email: emailSchema,
	name: filledText('Name'),
});

const emailShape = (type: unknown) =>
	z.object({
		...certifiedShape(type),
		recipients: listSchema('Recipients', recipientSchema, '[{ "email": "…", "name": "…" }]'),
		cc: copiesSchema('CC'),
		bcc: copiesSchema('BCC'),
		subject: filledText('Email Subject'),
		body: filledText('Email Body'),
		reference: ownReferenceSchema,
	});

/** The panel's values, not validated yet. */
export type EmailInput = Readonly<
	Partial<Record<keyof z.input<ReturnType<typeof emailShape>>, unknown>>
>;

/**
 * The body of `POST /v3/emails.json`. Recipients are sent as `recipients[0]…`; when there are copies, as
 * `recipients[to][0]…` beside `recipients[cc][0]…` and `recipients[bcc][0]…`
 * (docs/service.md#copies-of-certified-emails).
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function emailForm(input: EmailInput): Described {
	const schema = emailShape(input.type).superRefine(checkAttachments);
	const email = validated(schema, input, certifiedRows);
	const { recipients, cc = [], bcc = [], subject, body, reference } = email;
	const { fields, files } = certifiedForm(email);
	return {
		fields: {
			recipients: cc.length + bcc.length > 0 ? { to: recipients, cc, bcc } : recipients,
			subject,
			body,
			...fields,
		},
		files,
		reference,
		contents: {
			recipients,
			files: email.attachments.map(({ fileName }) => ({ name: fileName })),
		},
	};
}
