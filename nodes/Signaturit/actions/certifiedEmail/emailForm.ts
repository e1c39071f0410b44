import { z } from 'zod';
import { validated } from '../../input/checks';
import { copiesSchema } from '../../input/commonFields';
import { emailSchema, filledText, text } from '../../input/schemas';
import type { FormFields, FormFile } from '../../transport/form';
import {
	certifiedForm,
	certifiedRows,
	certifiedShape,
	checkAttachments,
} from '../certified/certifiedInput';

const emailShape = z.object({
	...certifiedShape,
	recipients: z
		.array(z.object({ email: emailSchema, name: filledText('Name') }))
		.min(1, { message: 'Recipients: add at least one' }),
	cc: copiesSchema,
	bcc: copiesSchema,
	subject: text('Subject'),
	body: text('Body'),
});

const inputSchema = emailShape.superRefine(checkAttachments);

/** The panel's values, not validated yet. */
export type EmailInput = Readonly<Partial<Record<keyof z.input<typeof emailShape>, unknown>>>;

/**
 * The body of `POST /v3/emails.json`. Recipients are sent as `recipients[0]…`; when there are copies, as
 * `recipients[to][0]…` beside `recipients[cc][0]…` and `recipients[bcc][0]…`
 * (docs/service.md#copies-of-certified-emails).
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function emailForm(input: EmailInput): { fields: FormFields; files: FormFile[] } {
	const email = validated(inputSchema, input, certifiedRows);
	const { recipients, cc = [], bcc = [], subject, body } = email;
	const { fields, files } = certifiedForm(email);
	return {
		fields: {
			recipients: cc.length + bcc.length > 0 ? { to: recipients, cc, bcc } : recipients,
			subject,
			body,
			...fields,
		},
		files,
	};
}
