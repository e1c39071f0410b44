// A local service with an account that has something for every reading question.

import axios, { type AxiosInstance } from 'axios';
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
	await http.post('/v3/subscriptions.json', {
		url: 'https://hooks.private.example.org/other.json',
		events: ['document_completed'],
	});
	await http.post('/v3/contacts.json', { email: PEOPLE[0], name: 'Carmen Ruiz' });
	await http.post('/v3/contacts.json', { email: PEOPLE[1], name: 'Dario Ruiz' });
	await http.post('/v3/brandings.json', {
		name: 'Ruiz and Sons',
		layout_color: '#FAAC58',
		templates: { signatures_request: 'Sign, Ruiz: {{sign_button}}' },
		'sms-templates': { sms_verify: 'Your code is {{ code }}' },
	});
	await addTeam(http);
	const email = new FormData();
	email.append('recipients[0][email]', PEOPLE[0]);
	email.append('recipients[0][name]', 'Carmen Ruiz');
	email.append('data[client]', 'Ruiz and Sons');
	email.append('attachments[0]', await pdfOf('Hello'), {
		filename: 'offer for Ruiz.pdf',
		contentType: 'application/pdf',
	});
	await http.post('/v3/emails.json', email);
	await http.post('/v3/signatures.json', {
		recipients: [{ name: 'Dario Ruiz', phone: '34611222333' }],
		templates: ['#Consent'],
		delivery_type: 'sms',
		body: 'Sign at {{url}}',
	});
	await http.post('/v3/sms.json', {
		recipients: [{ name: 'Dario Ruiz', phone: '34611222333' }],
		body: 'Hello',
		data: { crm_id: '7' },
	});
	await control.settled();
	// What a run does must not add event hooks while it reads them.
	await control.settings({ holdEvents: true });
	return { service, control };
}

/** A team of the owner, who manages two groups, a member of one of them, and a seat without a user. */
async function addTeam(http: AxiosInstance): Promise<void> {
	const idOf = async (path: string, body: object): Promise<string> =>
		(await http.post<{ id: string }>(path, body)).data.id;
	const member = await idOf('/v3/team/users.json', { email: PEOPLE[1], role: 'member' });
	const left = await idOf('/v3/team/users.json', { email: PEOPLE[0], role: 'member' });
	await http.delete(`/v3/team/users/${left}.json`);
	const seats = await http.get<{ id: string; status: string }[]>('/v3/team/seats.json');
	const owner = seats.data.find(({ status }) => status === 'active')?.id ?? '';
	for (const name of ['Legal Ruiz', 'Sales Ruiz']) {
		const group = await idOf('/v3/team/groups.json', { name });
		await http.post(`/v3/team/groups/${group}/managers/${owner}.json`);
		await http.post(`/v3/team/groups/${group}/members/${member}.json`);
	}
}
