// The parameters of Create for a certified email and a certified SMS, with changes.

import type { INodeParameters } from 'n8n-workflow';

import { ADA } from '../../../people';

/** The parameters of an email to one recipient, with these changes. */
export const createEmail = ({ options, type, ...changes }: INodeParameters = {}) => ({
	resource: 'certifiedEmail',
	operation: 'createEmail',
	recipients: { recipient: [ADA] },
	subject: 'Señor O\'Brien & "Söhne"',
	body: 'Dear <b>Ada</b>',
	...changes,
	options: { events: 'none', ...(type && { type }), ...(options as INodeParameters) },
});

/** The parameters of an SMS to one recipient, with these changes. */
export const createSms = ({ options, ...changes }: INodeParameters = {}) => ({
	resource: 'certifiedSms',
	operation: 'createSms',
	recipients: { recipient: [{ name: ADA.name, phone: '+34 600 000 000' }] },
	body: 'Mañana a las 10',
	...changes,
	options: { events: 'none', ...(options as INodeParameters) },
});
