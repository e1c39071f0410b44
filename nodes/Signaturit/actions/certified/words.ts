import {
	additionalProblems,
	additionalSchema,
	free,
	openWord,
	PROMISED,
	unknownHint,
	unknownIn,
} from '../../input/openWords';
import type { FormFields } from '../../transport/form';

const types = ['delivery', 'open_document', 'open_every_document'];

/** The parameters of certified emails and SMS, and their words (docs/service.md#certified-emails). */
const certifiedWords = {
	...free('subject', 'body', 'branding_id', 'events_url', 'cc', 'bcc'),
	type: types,
};

const personWords = free('email', 'name', 'phone');
const copyWords = free('email', 'name');

type Sent = Partial<Record<'subject' | 'body' | 'type' | 'brandingId', string>>;

/** The rule that no additional parameter is in a field of the panel too. */
export const certifiedProblems = (input: Sent & { additional?: FormFields }): string[] => {
	const { brandingId, subject, body, type, additional } = input;
	return additionalProblems({ subject, body, type, branding_id: brandingId }, additional);
};

export const certifiedType = openWord('Type', types);
export const additionalCertified = additionalSchema(certifiedWords, PROMISED);

/** The hint about what is sent although no page of the vendor has it. */
export const certifiedHints = (input: {
	type: string;
	additional?: FormFields;
	recipients: unknown;
	cc?: unknown;
	bcc?: unknown;
}) =>
	unknownHint([
		...unknownIn('', { ...input.additional, type: input.type }, [certifiedWords]),
		...unknownIn('Recipient', input.recipients, [personWords]),
		...unknownIn('CC', input.cc, [copyWords]),
		...unknownIn('BCC', input.bcc, [copyWords]),
	]);

/** What the rows are called in messages. */
export const certifiedRows = {
	recipients: 'Recipient',
	cc: 'CC',
	bcc: 'BCC',
	data: 'Custom Data',
};
