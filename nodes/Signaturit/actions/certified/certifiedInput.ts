import { z } from 'zod';
import { sentDataSchema } from '../../input/customData';
import { fileSchema, formFiles, isPdf } from '../../input/files';
import { choice, text } from '../../input/schemas';
import type { FormFields, FormFile } from '../../transport/form';
import { eventsUrlSchema } from '../eventsUrl';

const opening = ['open_document', 'open_every_document'] as const;
const types = ['delivery', ...opening] as const;

/**
 * The panel's fields that certified emails and SMS have in common.
 *
 * @param type what is certified: the types that track opening take PDF files only
 * (docs/service.md#certified-emails)
 */
export const certifiedShape = (type: unknown) => ({
	type: choice('Type', types),
	attachments: z.array(fileSchema('Attachments', tracksOpening(type) ? pdfFault : undefined)),
	brandingId: text('Branding ID'),
	data: sentDataSchema,
	eventsUrl: eventsUrlSchema,
});

type CertifiedInput = z.output<z.ZodObject<ReturnType<typeof certifiedShape>>>;

/** How rows are called in messages. */
export const certifiedRows = {
	recipients: 'Recipient',
	cc: 'CC',
	bcc: 'BCC',
	data: 'Custom Data',
};

/** The types that track opening need at least one file (docs/service.md#certified-emails). */
export function checkAttachments(
	{ type, attachments }: Pick<CertifiedInput, 'type' | 'attachments'>,
	context: z.RefinementCtx,
): void {
	if (!tracksOpening(type) || attachments.length > 0) return;
	const message =
		'Attachments: name at least one field that holds a PDF file, which this Type needs';
	context.addIssue({ code: 'custom', message });
}

function tracksOpening(type: unknown): boolean {
	return opening.some((one) => one === type);
}

function pdfFault(content: Buffer): string | undefined {
	return isPdf(content) ? undefined : 'is not a PDF file, which this Type needs';
}

/** The common part of the body of POST /v3/emails.json and /v3/sms.json. */
export function certifiedForm({ type, attachments, brandingId, data, eventsUrl }: CertifiedInput): {
	fields: FormFields;
	files: FormFile[];
} {
	return {
		fields: { type, branding_id: brandingId, data, events_url: eventsUrl },
		files: formFiles('attachments', attachments),
	};
}
