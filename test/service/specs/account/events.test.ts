import { SIGNATURE_EVENTS } from '../../domain/signatures/model';
import { apiClient, rigForEach } from '../support/rig';
import { answer, createSignature, getSignature, refusal } from '../support/wire';

const rig = rigForEach();

interface Hooks {
	web_hooks: Record<string, unknown>[];
	total: number;
}
const hooks = async (query = '') => (await rig.http.get<Hooks>(`/v3/event-hooks${query}`)).data;

/** Creates a request whose events are posted to this path. */
const listen = async (path = '/hook.json', fields: Record<string, string> = {}) =>
	await createSignature(rig, { events_url: `${rig.receiver.url}${path}`, ...fields });
const postedTypes = () => rig.receiver.posts.map(({ body }) => body.type);

describe('event posts', () => {
	test('an event is posted as a form with nested brackets when the path does not end in .json', async () => {
		const { id, documents } = await listen('/hook?format=.json');
		const [first] = rig.receiver.posts;
		expect(first?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expect(decodeURIComponent(first?.raw ?? '')).toContain(
			'document[events][0][type]=email_processed',
		);
		const file = { name: 'contract.pdf', pages: '1' };
		expect(first?.body).toMatchObject({
			type: 'email_processed',
			document: { id: documents[0]?.id, file, signature: { id } },
		});
		expect(first?.raw).toContain('%2B0000');
	});

	test('event posts have no custom data, and no request id when includeSignatureId is off', async () => {
		await rig.control.settings({ includeSignatureId: false });
		await listen('/hook.json', { 'data[secret]': 'crm-42' });
		expect(rig.receiver.posts[0]?.body.document).not.toHaveProperty('signature');
		expect(JSON.stringify(rig.receiver.posts)).not.toContain('crm-42');
	});

	test('posted events and the history of the document have the same types and times', async () => {
		const { id } = await listen();
		const posted = rig.receiver.posts.map(({ body }) => [body.type, body.created_at]);
		const [document] = (await getSignature(rig, id)).documents;
		expect(document?.events.map((event) => [event.type, event.created_at])).toEqual(posted);
	});

	test('every documented event type can be emitted, and so can unknown types', async () => {
		const { documents } = await listen();
		const documentId = documents[0]?.id ?? '';
		const all = [...SIGNATURE_EVENTS, 'email_opened', 'brand_new_event'];
		for (const type of all) await rig.control.emit({ target: { documentId }, type });
		await rig.control.settled();
		expect(postedTypes().slice(2)).toEqual(all);
	});

	test('events that were held back can be released in reverse order, repeatedly and in parallel', async () => {
		await rig.control.settings({ holdEvents: true });
		await listen();
		expect(rig.receiver.posts).toHaveLength(0);
		await rig.control.releaseEvents({ order: 'reverse', copies: 2 });
		await rig.control.settled();
		expect(postedTypes()).toEqual([
			'email_delivered',
			'email_delivered',
			'email_processed',
			'email_processed',
		]);
		await rig.control.settings({ holdEvents: true });
		await listen();
		await rig.control.releaseEvents({ parallel: true, copies: 10 });
		await rig.control.settled();
		expect(rig.receiver.posts).toHaveLength(4 + 20);
	});

	test('events that were held back can be taken, to be posted by the test itself', async () => {
		await rig.control.settings({ holdEvents: true });
		await listen();
		const posts = await rig.control.takeEvents();
		const sent = { url: `${rig.receiver.url}/hook.json`, contentType: 'application/json' };
		expect(posts.map(({ body, ...post }) => ({ ...post, type: JSON.parse(body).type }))).toEqual([
			{ ...sent, type: 'email_processed' },
			{ ...sent, type: 'email_delivered' },
		]);
		await listen('/hook');
		expect(await rig.control.takeEvents()).toHaveLength(2);
		await rig.control.releaseEvents();
		await rig.control.settled();
		expect(rig.receiver.posts).toEqual([]);
	});

	test('posts to an address that contains an unreachable text do not arrive and have status 0', async () => {
		await rig.control.settings({ unreachable: ['/lost'] });
		await listen('/lost.json');
		await listen();
		expect(rig.receiver.posts.map(({ path }) => path)).toEqual(['/hook.json', '/hook.json']);
		const codes = (await hooks()).web_hooks.map(({ status_code }) => status_code);
		expect(codes).toEqual([200, 200, 0, 0]);
		await rig.control.settings({ unreachable: [] });
		await rig.control.redeliver();
		await rig.control.settled();
		expect(rig.receiver.posts).toHaveLength(6);
	});

	test('redelivered events are posted again with the same body', async () => {
		const { documents } = await listen();
		const documentId = documents[0]?.id ?? '';
		expect(await rig.control.redeliver({ documentId, eventType: 'email_processed' })).toBe(1);
		await rig.control.settled();
		expect(rig.receiver.posts[2]?.body).toEqual(rig.receiver.posts[0]?.body);
		expect(await rig.control.redeliver()).toBe(3);
	});
});

describe('GET /v3/event-hooks', () => {
	test('event hooks list every post with the status the receiver answered, newest first', async () => {
		rig.receiver.status = 503;
		await listen();
		expect(await hooks()).toEqual({
			total: 2,
			web_hooks: ['email_delivered', 'email_processed'].map((type) => ({
				id: expect.stringMatching(/^[\w-]{20}$/),
				status_code: 503,
				url: `${rig.receiver.url}/hook.json`,
				method: 'POST',
				event_type: type,
				created_at: expect.stringMatching(/\+0000$/),
			})),
		});
	});

	test('a post to a receiver that cannot be reached has status 0', async () => {
		await createSignature(rig, { events_url: 'http://127.0.0.1:9/hook' });
		expect((await hooks()).web_hooks[0]).toMatchObject({ status_code: 0 });
	});

	test('event hooks are paged and filtered by status, method, event type and date', async () => {
		await rig.control.seed({ kind: 'event_hooks', count: 200, spreadDays: 20 });
		expect((await hooks()).web_hooks).toHaveLength(100);
		expect((await hooks('?limit=30&page=7')).web_hooks).toHaveLength(20);
		expect(await hooks('?status[]=500')).toMatchObject({ total: 20 });
		expect(await hooks('?method[]=POST&search=email_&page=1')).toMatchObject({ total: 100 });
		expect(await hooks('?method[]=GET')).toMatchObject({ total: 0 });
		const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
		const range = encodeURIComponent(JSON.stringify({ from: day, to: day }));
		expect(await hooks(`?date=${range}`)).toMatchObject({ total: 10 });
	});

	test.each([
		['?limit=101', 'Invalid limit'],
		['?page=0', 'Invalid page'],
		['?date=yesterday', 'Invalid date'],
		['?date={"from":"1.1.2024"}', 'Invalid date[from]'],
		['?status[]=ok', 'Invalid status[0]'],
		['?status=500', 'Invalid status'],
		['?offset=10', 'Unknown parameter offset'],
	])('GET /v3/event-hooks%s answers 400 "%s"', async (query, message) => {
		const response = await rig.http.get(`/v3/event-hooks${query}`);
		expect(answer(response)).toMatchObject(refusal(message));
	});
});

describe('retry of an event hook', () => {
	/** The address to retry the newest post of a new request. */
	async function retryPath(): Promise<string> {
		await listen();
		return `/v3/event-hooks/${String((await hooks()).web_hooks[0]?.id)}/retry`;
	}

	test.each(['post', 'get'] as const)(
		'a retry by %s posts the event again and answers an empty object',
		async (method) => {
			const response = await rig.http[method](await retryPath());
			expect(answer(response)).toEqual({ status: 200, data: {} });
			expect(rig.receiver.posts[2]?.body).toEqual(rig.receiver.posts[1]?.body);
			expect(await hooks()).toMatchObject({ total: 3 });
		},
	);

	test('a retry with a parameter answers 400, and posts nothing', async () => {
		const response = await rig.http.post(await retryPath(), { now: '1' });
		expect(answer(response)).toMatchObject(refusal('Unknown parameter now'));
		expect(rig.receiver.posts).toHaveLength(2);
	});

	test('a retry of an unknown event hook answers 404', async () => {
		const response = await rig.http.post('/v3/event-hooks/aaaaaaaaaaaaaaaaaaaa/retry');
		expect(answer(response)).toMatchObject({ status: 404, data: { status_code: 404 } });
	});

	test('a retry answers 403 to a user who is neither owner nor administrator', async () => {
		const path = await retryPath();
		const member = apiClient(rig.service, await rig.control.addUser());
		const token = await rig.control.addUser({ administrator: true });
		expect(answer(await member.post(path))).toMatchObject({ status: 403 });
		expect((await member.get<Hooks>('/v3/event-hooks')).data.total).toBe(0);
		expect((await apiClient(rig.service, token).post(path)).status).toBe(200);
	});
});

describe('account-wide subscriptions', () => {
	const subscribe = async (path: string, ...events: string[]) => {
		const fields = new URLSearchParams({ url: `${rig.receiver.url}${path}` });
		for (const [index, event] of events.entries()) fields.append(`events[${index}]`, event);
		return (await rig.http.post<{ id: string }>('/v3/subscriptions.json', fields)).data;
	};

	test('a subscription gets the event types that it names, from the whole account', async () => {
		await subscribe('/all.json', '*');
		await subscribe('/some', 'email_delivered');
		await listen('/own.json');
		expect(rig.receiver.posts.map(({ path, body }) => [path, body.type]).sort()).toEqual([
			['/all.json', 'email_delivered'],
			['/all.json', 'email_processed'],
			['/own.json', 'email_delivered'],
			['/own.json', 'email_processed'],
			['/some', 'email_delivered'],
		]);
		const bodies = rig.receiver.posts.filter(({ body }) => body.type === 'email_processed');
		expect(bodies[0]?.body).toEqual(bodies[1]?.body);
	});

	test('a subscription can be created, read, listed, counted, changed and deleted', async () => {
		const created = await subscribe('/hook.json', 'document_completed', 'document_declined');
		expect(created).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			url: `${rig.receiver.url}/hook.json`,
			events: ['document_completed', 'document_declined'],
			created_at: expect.stringMatching(/\+0000$/),
		});
		const path = `/v3/subscriptions/${created.id}.json`;
		expect(answer(await rig.http.get(path))).toEqual({ status: 200, data: created });
		const other = await subscribe('/other.json', '*');
		const list = async (query: string) =>
			(await rig.http.get<unknown[]>(`/v3/subscriptions.json${query}`)).data;
		expect(await list('')).toEqual([other, created]);
		expect(await list('?limit=1&offset=1')).toEqual([created]);
		expect(await list('?event=document_declined')).toEqual([created]);
		const counted = await rig.http.get('/v3/subscriptions/count.json');
		expect(answer(counted)).toEqual({ status: 200, data: { count: 2 } });

		const changes = new URLSearchParams({ 'events[0]': '*' });
		const changed = { ...created, events: ['*'] };
		expect(answer(await rig.http.patch(path, changes))).toEqual({ status: 200, data: changed });
		expect((await rig.http.patch(path)).data).toEqual(changed);

		expect((await rig.http.delete(path)).status).toBe(204);
		expect((await rig.http.get(path)).status).toBe(404);
		expect((await rig.http.delete(path)).status).toBe(404);
		await createSignature(rig);
		expect(rig.receiver.posts.map((post) => post.path)).not.toContain('/hook.json');
	});

	test('a subscription to what is no web address gets nothing, and events go on to the others', async () => {
		const nowhere = { url: 'new_url.json', events: ['*'] };
		expect((await rig.http.post('/v3/subscriptions.json', nowhere)).status).toBe(201);
		await subscribe('/all.json', '*');
		await createSignature(rig);
		expect(rig.receiver.posts.map(({ path }) => path)).toEqual(['/all.json', '/all.json']);
		const failed = expect.objectContaining({ url: nowhere.url, status_code: 0 }) as object;
		expect((await hooks()).web_hooks).toContainEqual(failed);
	});

	test.each([
		[{ url: 'http://x.test' }, 'Invalid events'],
		[{ url: 'http://x.test', events: [] }, 'Invalid events'],
		[{ url: ' ', events: ['*'] }, 'Invalid url'],
		[{ url: 'http://x.test', events: ['Document Signed'] }, 'Invalid events[0]'],
		[{ url: 'http://x.test', events: ['*'], secret: 'x' }, 'Unknown parameter secret'],
	])('creating a subscription with %j answers 400 "%s"', async (body, message) => {
		const response = await rig.http.post('/v3/subscriptions.json', body);
		expect(answer(response)).toMatchObject(refusal(message));
	});
});
