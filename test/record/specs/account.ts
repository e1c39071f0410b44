import axios from 'axios';
import FormData from 'form-data';

import { controlClient, type ControlClient } from '../../service/control/client';
import { startService, type RunningService } from '../../service/index';
import { pdfOf } from '../../service/specs/support/pdf';

/** Addresses of the account's people, which must not be in any record. */
export const PEOPLE = ['carmen.private@example.org', 'dario.private@example.org'];

export interface Account {
	service: RunningService;
	control: ControlClient;
}

/** A local service with an account that has something for every reading question. */
export async function startAccount(): Promise<Account> {
	const service = await startService();
	const control = controlClient(service);
	// One every 1.6 hours: some are created near midnight, whatever the time is.
	await control.seed({ count: 450, spreadDays: 30, signers: 2, data: { client: 'Ruiz and Sons' } });
	await control.seed({ count: 3, spreadDays: 30, status: 'declined', signers: 2 });
	await control.seed({ kind: 'emails', count: 5, spreadDays: 40 });
	await control.seed({ kind: 'sms', count: 5, spreadDays: 40 });
	await control.seed({ kind: 'event_hooks', count: 130, spreadDays: 20 });
	await control.seed({ kind: 'templates', count: 12 });
	await control.seed({ kind: 'brandings', count: 12, spreadDays: 30 });
	const http = axios.create({
		baseURL: service.url,
		headers: { authorization: `Bearer ${service.token}` },
		proxy: false,
	});
	await http.post('/v3/subscriptions.json', {
		url: 'https://hooks.private.example.org/signaturit.json',
		events: ['*'],
	});
	await http.post('/v3/contacts.json', { email: PEOPLE[0], name: 'Carmen Ruiz' });
	await http.post('/v3/contacts.json', { email: PEOPLE[1], name: 'Dario Ruiz' });
	const email = new FormData();
	email.append('recipients[0][email]', PEOPLE[0]);
	email.append('recipients[0][name]', 'Carmen Ruiz');
	email.append('data[client]', 'Ruiz and Sons');
	email.append('attachments[0]', await pdfOf('Hello'), {
		filename: 'offer for Ruiz.pdf',
		contentType: 'application/pdf',
	});
	await http.post('/v3/emails.json', email);
	await http.post('/v3/sms.json', {
		recipients: [{ name: 'Dario Ruiz', phone: '34611222333' }],
		body: 'Hello',
	});
	await control.settled();
	// What a run does must not add event hooks while it reads them.
	await control.settings({ holdEvents: true });
	return { service, control };
}
