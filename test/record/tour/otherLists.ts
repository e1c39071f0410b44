// The recorder's reading of templates, event hooks, certified emails, contacts, subscriptions, brandings and the account.

import { RECORDER } from '../recorderTexts';
import {
	brandingsIn,
	certifiedIn,
	certifiedListIn,
	contactsIn,
	hooksIn,
	ifAny,
	subscriptionsIn,
} from '../wire';
import { get, type Asking } from './account';

/** Reads templates, event hooks, certified emails and SMS, contacts, subscriptions, brandings and the account. */
export async function readOtherLists(asking: Asking): Promise<void> {
	await readTemplates(asking);
	await readEventHooks(asking);
	await readCertified(asking, 'emails');
	await readCertified(asking, 'sms');
	await readContacts(asking);
	await readSubscriptions(asking);
	await readBrandings(asking);
	await asking.ask('credits', get('/v3/account/credits.json'));
	await asking.ask('enrollment code', {
		...get('/v3/account/enrollment-code'),
		tellsSecret: true,
	});
	await asking.ask('unknown certified file', get(`/v3/files/${RECORDER.unknownId}.json`));
}

async function readTemplates({ ask }: Asking): Promise<void> {
	await ask('templates', get('/v3/templates.json', { limit: 100 }));
	await ask('templates with limit 101', get('/v3/templates.json', { limit: 101 }));
	await ask('template 2', get('/v3/templates.json', { limit: 1, offset: 1 }));
	await ask('templates with widgets', get('/v4/templates', { limit: 10 }));
	await ask('templates with widgets, limit 11', get('/v4/templates', { limit: 11 }));
	await ask('templates with widgets, page 2', get('/v4/templates', { limit: 1, page: 2 }));
}

async function readEventHooks({ ask }: Asking): Promise<void> {
	const path = '/v3/event-hooks';
	const hooks = await ask('event hooks', get(path, { limit: 100 }));
	await ask('event hooks with limit 101', get(path, { limit: 101 }));
	const found = ifAny(() => hooksIn(hooks));
	const [newest] = found?.web_hooks ?? [];
	if (found === undefined || newest === undefined) return;
	const day = newest.created_at.slice(0, 10);
	await ask('event hook 2', get(path, { limit: 1, page: 2 }));
	await ask(
		'last page of event hooks',
		get(path, { limit: 100, page: Math.ceil(found.total / 100) }),
	);
	await ask('event hooks by type', get(path, { search: newest.event_type }));
	await ask('event hooks by status', get(path, { status: [String(newest.status_code)] }));
	await ask('event hooks by method', get(path, { method: [newest.method] }));
	await ask('event hooks of a day', get(path, { date: JSON.stringify({ from: day, to: day }) }));
	await ask('event hooks afterwards', get(path, { limit: 100 }));
}

async function readCertified({ ask }: Asking, kind: 'emails' | 'sms'): Promise<void> {
	const path = `/v3/${kind}.json`;
	const list = await ask(kind, get(path, { limit: 100 }));
	await ask(`${kind} with limit 101`, get(path, { limit: 101 }));
	await ask(`${kind} with offset 9901`, get(path, { limit: 100, offset: 9901 }));
	await ask(`${kind}, second`, get(path, { limit: 1, offset: 1 }));
	await ask(`count of ${kind}`, get(`/v3/${kind}/count.json`));
	await ask(`count of ${kind} until 2001`, get(`/v3/${kind}/count.json`, { until: '2001-01-01' }));
	await ask(`unknown of ${kind}`, get(`/v3/${kind}/${RECORDER.unknownId}.json`));
	for (const status of ['in_queue', 'sent', 'error', 'n8n_recorder']) {
		await ask(`count of ${kind}, ${status}`, get(`/v3/${kind}/count.json`, { status }));
	}
	await ask(`${kind} that are sent`, get(path, { status: 'sent', limit: 100 }));
	const entries = ifAny(() => certifiedListIn(list)) ?? [];
	const [newest] = entries;
	if (newest === undefined) return;
	const since = newest.created_at.slice(0, 10);
	await ask(`${kind} since the newest day`, get(path, { since, limit: 100 }));
	await ask(`count of ${kind} since the newest day`, get(`/v3/${kind}/count.json`, { since }));
	const one = await ask(`newest of ${kind}`, get(`/v3/${kind}/${newest.id}.json`));
	const [pair] = newest.data;
	if (pair) await ask(`${kind} by custom data`, get(path, { [pair.key]: pair.value }));
	const done = ifAny(() => certifiedIn(one))?.certificates.find(({ events }) =>
		events.some(({ type }) => type === 'certification_completed'),
	);
	if (done === undefined) return;
	if (kind === 'sms') {
		await ask('status of sms', get(`/v3/sms/${newest.id}/certificates/${done.id}/sms_status.json`));
	}
	const trail = `/v3/${kind}/${newest.id}/certificates/${done.id}/download/audit_trail`;
	await ask(`audit trail of ${kind}`, get(trail));
}

async function readContacts({ ask }: Asking): Promise<void> {
	const path = '/v3/contacts.json';
	const list = await ask('contacts', get(path, { limit: 100 }));
	await ask('contacts with limit 101', get(path, { limit: 101 }));
	await ask('count of contacts', get('/v3/contacts/count.json'));
	await ask('contact 2', get(path, { limit: 1, offset: 1 }));
	await ask('unknown contact', get(`/v3/contacts/${RECORDER.unknownId}.json`));
	const [newest] = ifAny(() => contactsIn(list)) ?? [];
	if (newest === undefined) return;
	await ask('newest contact', get(`/v3/contacts/${newest.id}.json`));
	await ask('contacts by address', get(path, { email: newest.email }));
	await ask('contacts by name', get(path, { name: newest.name }));
	await ask('contacts by half an address', get(path, { email: newest.email.slice(1) }));
}

async function readSubscriptions({ ask }: Asking): Promise<void> {
	const path = '/v3/subscriptions.json';
	const list = await ask('subscriptions', get(path, { limit: 100 }));
	await ask('subscriptions with limit 101', get(path, { limit: 101 }));
	await ask('count of subscriptions', get('/v3/subscriptions/count.json'));
	await ask('subscription 2', get(path, { limit: 1, offset: 1 }));
	await ask('subscriptions by event', get(path, { event: 'n8n_recorder' }));
	await ask('unknown subscription', get(`/v3/subscriptions/${RECORDER.unknownId}.json`));
	const [newest] = ifAny(() => subscriptionsIn(list)) ?? [];
	if (newest) await ask('newest subscription', get(`/v3/subscriptions/${newest.id}.json`));
}

async function readBrandings({ ask }: Asking): Promise<void> {
	const path = '/v3/brandings.json';
	const list = await ask('brandings', get(path, { limit: 10 }));
	await ask('brandings with limit 11', get(path, { limit: 11 }));
	await ask('brandings with offset 990', get(path, { limit: 10, offset: 990 }));
	await ask('brandings with offset 991', get(path, { limit: 10, offset: 991 }));
	await ask('unknown branding', get(`/v3/brandings/${RECORDER.unknownId}.json`));
	const [newest] = ifAny(() => brandingsIn(list)) ?? [];
	if (newest === undefined) return;
	const day = newest.created_at.slice(0, 10);
	await ask('branding 2', get(path, { limit: 1, offset: 1 }));
	await ask('brandings since the newest day', get(path, { since: day }));
	await ask('brandings until the newest day', get(path, { until: day }));
	await ask('newest branding', get(`/v3/brandings/${newest.id}.json`));
}
