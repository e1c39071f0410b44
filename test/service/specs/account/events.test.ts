import { ADA } from '../../../people';
import { SIGNATURE_EVENTS } from '../../domain/signatures/model';
import { apiClient, rigForEach } from '../support/rig';
import { answer, createSignature, getSignature, recipients } from '../support/wire';

const rig = rigForEach();

interface Hooks {
	web_hooks: Record<string, unknown>[];
	total: number;
}
const hooks = async (query = '') => (await rig.http.get<Hooks>(`/v3/event-hooks${query}`)).data;
const listen = (path: string) => ({ ...recipients(ADA), events_url: `${rig.receiver.url}${path}` });
const postedTypes = () => rig.receiver.posts.map(({ body }) => body.type);

describe('event posts', () => {
	test('an event is posted as a form with nested brackets when the path does not end in .json', async () => {
		const { id, documents } = await createSignature(rig, listen('/hook?format=.json'));
		const [first] = rig.receiver.posts;
		expect(first?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expect(decodeURIComponent(first?.raw ?? '')).toContain(
			'document[events][0][type]=email_processed',
		);
		expect(first?.body).toMatchObject({
			type: 'email_processed',
			document: {
				id: documents[0]?.id,
				file: { name: 'contract.pdf', pages: '1' },
				signature: { id },
			},
		});
		expect(first?.raw).toContain('%2B0000');
	});

	test('event posts have no custom data, and no request id when includeSignatureId is off', async () => {
		await rig.control.settings({ includeSignatureId: false });
		await createSignature(rig, { ...listen('/hook.json'), 'data[secret]': 'crm-42' });
		expect(rig.receiver.posts[0]?.body.document).not.toHaveProperty('signature');
		expect(JSON.stringify(rig.receiver.posts)).not.toContain('crm-42');
	});

	test('posted events and the history of the document have the same types and times', async () => {
		const { id } = await createSignature(rig, listen('/hook.json'));
		const posted = rig.receiver.posts.map(({ body }) => [body.type, body.created_at]);
		const [document] = (await getSignature(rig, id)).documents;
		expect(document?.events.map((event) => [event.type, event.created_at])).toEqual(posted);
	});

	test('every documented event type can be emitted, and so can unknown types', async () => {
		const { documents } = await createSignature(rig, listen('/hook.json'));
		const documentId = documents[0]?.id ?? '';
		const all = [...SIGNATURE_EVENTS, 'email_opened', 'brand_new_event'];
		for (const type of all) await rig.control.emit({ target: { documentId }, type });
		await rig.control.settled();
		expect(postedTypes().slice(2)).toEqual(all);
	});

	test('events that were held back can be released in reverse order, repeatedly and in parallel', async () => {
		await rig.control.settings({ holdEvents: true });
		await createSignature(rig, listen('/hook.json'));
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
		await createSignature(rig, listen('/hook.json'));
		await rig.control.releaseEvents({ parallel: true, copies: 10 });
		await rig.control.settled();
		expect(rig.receiver.posts).toHaveLength(4 + 20);
	});

	test('events that were held back can be taken, to be posted by the test itself', async () => {
		await rig.control.settings({ holdEvents: true });
		await createSignature(rig, listen('/hook.json'));
		const posts = await rig.control.takeEvents();
		expect(posts.map(({ url, contentType }) => [url, contentType])).toEqual([
			[`${rig.receiver.url}/hook.json`, 'application/json'],
			[`${rig.receiver.url}/hook.json`, 'application/json'],
		]);
		expect(posts.map(({ body }) => JSON.parse(body).type)).toEqual([
			'email_processed',
			'email_delivered',
		]);
		await createSignature(rig, listen('/hook'));
		expect(await rig.control.takeEvents()).toHaveLength(2);
		await rig.control.releaseEvents();
		await rig.control.settled();
		expect(rig.receiver.posts).toEqual([]);
	});

	test('posts to an address that contains an unreachable text do not arrive and have status 0', async () => {
		await rig.control.settings({ unreachable: ['/lost'] });
		await createSignature(rig, listen('/lost.json'));
		await createSignature(rig, listen('/hook.json'));
		expect(rig.receiver.posts.map(({ path }) => path)).toEqual(['/hook.json', '/hook.json']);
		const codes = (await hooks()).web_hooks.map(({ status_code }) => status_code);
		expect(codes).toEqual([200, 200, 0, 0]);
		await rig.control.settings({ unreachable: [] });
		await rig.control.redeliver();
		await rig.control.settled();
		expect(rig.receiver.posts).toHaveLength(6);
	});

	test('redelivered events are posted again with the same body', async () => {
		const { documents } = await createSignature(rig, listen('/hook.json'));
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
		await createSignature(rig, listen('/hook.json'));
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
		await createSignature(rig, { ...recipients(ADA), events_url: 'http://127.0.0.1:9/hook' });
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
		expect(answer(response)).toMatchObject({ status: 400, data: { message } });
	});
});

describe('retry of an event hook', () => {
	test.each(['post', 'get'] as const)(
		'a retry by %s posts the event again and answers an empty object',
		async (method) => {
			await createSignature(rig, listen('/hook.json'));
			const [hook] = (await hooks()).web_hooks;
			const response = await rig.http[method](`/v3/event-hooks/${String(hook?.id)}/retry`);
			expect(answer(response)).toEqual({ status: 200, data: {} });
			expect(rig.receiver.posts[2]?.body).toEqual(rig.receiver.posts[1]?.body);
			expect(await hooks()).toMatchObject({ total: 3 });
		},
	);

	test('a retry with a parameter answers 400, and posts nothing', async () => {
		await createSignature(rig, { ...recipients(ADA), events_url: rig.receiver.url });
		const [hook] = (await hooks()).web_hooks;
		const posts = rig.receiver.posts.length;
		const response = await rig.http.post(`/v3/event-hooks/${String(hook?.id)}/retry`, { now: '1' });
		expect(answer(response)).toMatchObject({
			status: 400,
			data: { message: 'Unknown parameter now' },
		});
		expect(rig.receiver.posts).toHaveLength(posts);
	});

	test('a retry of an unknown event hook answers 404', async () => {
		const response = await rig.http.post('/v3/event-hooks/aaaaaaaaaaaaaaaaaaaa/retry');
		expect(answer(response)).toMatchObject({ status: 404, data: { status_code: 404 } });
	});

	test('a retry answers 403 to a user who is neither owner nor administrator', async () => {
		await createSignature(rig, listen('/hook.json'));
		const [hook] = (await hooks()).web_hooks;
		const path = `/v3/event-hooks/${String(hook?.id)}/retry`;
		const member = apiClient(rig.service, await rig.control.addUser());
		const administrator = apiClient(
			rig.service,
			await rig.control.addUser({ administrator: true }),
		);
		expect(answer(await member.post(path))).toMatchObject({ status: 403 });
		expect((await member.get<Hooks>('/v3/event-hooks')).data.total).toBe(0);
		expect((await administrator.post(path)).status).toBe(200);
	});
});
