import { z } from 'zod';
import { customDataSchema } from '../../input/customData';
import { fileSchema, isPdf } from '../../input/files';
import { choice, text } from '../../input/schemas';
import type { FormFields, FormFile } from '../../transport/form';
import { eventsUrlSchema } from '../eventsUrl';

const opening = ['open_document', 'open_every_document'] as const;
const types = ['delivery', ...opening] as const;

/** The panel's fields that certified emails and SMS have in common. */
export const certifiedShape = {
	type: choice('Type', types),
	attachments: z.array(fileSchema('Attachments')),
	brandingId: text('Branding ID'),
	data: customDataSchema,
	eventsUrl: eventsUrlSchema.optional(),
};

type CertifiedInput = z.output<z.ZodObject<typeof certifiedShape>>;

/** How rows are called in messages. */
export const certifiedRows = {
	recipients: 'Recipient',
	cc: 'CC',
	bcc: 'BCC',
	data: 'Custom Data',
};

/** The types that track opening need attachments, all of them PDF files (docs/service.md#certified-emails). */
export function checkAttachments(
	{ type, attachments }: Pick<CertifiedInput, 'type' | 'attachments'>,
	context: z.RefinementCtx,
): void {
	if (!opening.some((one) => one === type)) return;
	const refuse = (message: string) => {
		context.addIssue({ code: 'custom', message: `Attachments: ${message}` });
	};
	if (attachments.length === 0) {
		refuse('name at least one field that holds a PDF file, which this Type needs');
	}
	for (const { fileName, content } of attachments) {
		if (!isPdf(content)) refuse(`"${fileName}" is not a PDF file, which this Type needs`);
	}
}

/** The common part of the body of POST /v3/emails.json and /v3/sms.json. */
export function certifiedForm({ type, attachments, brandingId, data, eventsUrl }: CertifiedInput): {
	fields: FormFields;
	files: FormFile[];
} {
	return {
		fields: { type, branding_id: brandingId, data, events_url: eventsUrl },
		files: attachments.map((file, index) => ({ ...file, field: `attachments[${index}]` })),
	};
}
