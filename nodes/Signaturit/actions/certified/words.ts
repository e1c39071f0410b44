import { additionalProblems, additionalSchema, PROMISED } from '../../input/parameters';
import { free, openWord, unknownHint, unknownIn, type KnownFields } from '../../input/words';
import type { FormFields } from '../../transport/form';

const types = ['delivery', 'open_document', 'open_every_document'];

const shared = { ...free('body', 'branding_id', 'events_url'), type: types };

/** The parameters of a certified email, and those of a recipient (docs/service.md#certified-emails). */
export const emailWords = {
	request: { ...shared, ...free('subject', 'cc', 'bcc') },
	recipient: free('email', 'name', 'phone'),
};

/** The same of a certified SMS (docs/service.md#certified-sms). */
export const smsWords = { request: shared, recipient: free('name', 'phone') };

export const copyWords = free('email', 'name');

type Sent = Partial<Record<'subject' | 'body' | 'type' | 'brandingId', string>>;

/** Names the parameters that are both in a field of the panel and among the additional ones. */
export const certifiedProblems = (input: Sent & { additional?: FormFields }): string[] => {
	const { brandingId, subject, body, type, additional } = input;
	return additionalProblems({ subject, body, type, branding_id: brandingId }, additional);
};

export const certifiedType = openWord('Certification Type', types);
export const additionalCertified = additionalSchema(emailWords.request, PROMISED);

/** The hint about values that are sent although no page of the vendor has them. */
export const certifiedHints = (
	input: {
		type: string;
		additional?: FormFields;
		recipients: unknown;
		cc?: unknown;
		bcc?: unknown;
	},
	words: Record<'request' | 'recipient', KnownFields>,
) =>
	unknownHint([
		...unknownIn('', { ...input.additional, type: input.type }, [words.request]),
		...unknownIn('Recipient', input.recipients, [words.recipient]),
		...unknownIn('CC', input.cc, [copyWords]),
		...unknownIn('BCC', input.bcc, [copyWords]),
	]);

/** The names of the rows in messages. */
export const certifiedRows = {
	recipients: 'Recipient',
	cc: 'CC',
	bcc: 'BCC',
	data: 'Custom Data',
};
