import { ADA } from '../../../people';
import { rigForEach } from '../support/rig';
import { answer, createSignature, recipients } from '../support/wire';

const rig = rigForEach();

const subscribe = async (path: string, ...events: string[]) =>
	(
		await rig.http.post<{ id: string }>(
			'/v3/subscriptions.json',
			new URLSearchParams({
				url: `${rig.receiver.url}${path}`,
				...Object.fromEntries(events.map((event, n) => [`events[${n}]`, event])),
			}),
		)
	).data;

describe('account-wide subscriptions', () => {
	test('a subscription gets the event types that it names, from the whole account', async () => {
		await subscribe('/all.json', '*');
		await subscribe('/some', 'email_delivered');
		await createSignature(rig, {
			...recipients(ADA),
			events_url: `${rig.receiver.url}/own.json`,
		});
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
		await createSignature(rig, recipients(ADA));
		expect(rig.receiver.posts.map((post) => post.path)).not.toContain('/hook.json');
	});

	test('a subscription to what is no web address gets nothing, and events go on to the others', async () => {
		const nowhere = { url: 'new_url.json', events: ['*'] };
		expect((await rig.http.post('/v3/subscriptions.json', nowhere)).status).toBe(201);
		await subscribe('/all.json', '*');
		await createSignature(rig, recipients(ADA));
		expect(rig.receiver.posts.map(({ path }) => path)).toEqual(['/all.json', '/all.json']);
		const { data } = await rig.http.get<{ web_hooks: object[] }>('/v3/event-hooks');
		expect(data.web_hooks).toContainEqual(
			expect.objectContaining({ url: nowhere.url, status_code: 0 }),
		);
	});

	test.each([
		[{ url: 'http://x.test' }, 'Invalid events'],
		[{ url: 'http://x.test', events: [] }, 'Invalid events'],
		[{ url: ' ', events: ['*'] }, 'Invalid url'],
		[{ url: 'http://x.test', events: ['Document Signed'] }, 'Invalid events[0]'],
		[{ url: 'http://x.test', events: ['*'], secret: 'x' }, 'Unknown parameter secret'],
	])('creating a subscription with %j answers 400 "%s"', async (body, message) => {
		const response = await rig.http.post('/v3/subscriptions.json', body);
		expect(answer(response)).toMatchObject({ status: 400, data: { message } });
	});
});
