import type { INodeParameters } from 'n8n-workflow';

/** The parameters of an email to one recipient, with these changes. */
export const createEmail = (changes: INodeParameters = {}) => ({
	resource: 'certifiedEmail',
	operation: 'create',
	recipients: { recipient: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
	subject: 'Señor O\'Brien & "Söhne"',
	body: 'Dear <b>Ada</b>',
	events: 'none',
	...changes,
});

/** The parameters of an SMS to one recipient, with these changes. */
export const createSms = (changes: INodeParameters = {}) => ({
	resource: 'certifiedSms',
	operation: 'create',
	recipients: { recipient: [{ name: 'Ada Lovelace', phone: '+34 600 000 000' }] },
	body: 'Mañana a las 10',
	events: 'none',
	...changes,
});
