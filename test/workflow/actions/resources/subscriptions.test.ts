import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../../../nodes/Signaturit/methods/listSearch';
import { loadOptionsContext, runNode } from '../../engine/engine';
import { byId } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { answer, reset, scriptedServer } from '../../engine/scriptedServer';

const local = localService();
const server = scriptedServer();
const ELSEWHERE = 'http://127.0.0.1:9/all.json';
/** The tests' n8n calls itself http://n8n.test. */
const HERE = 'http://n8n.test/webhook/2/events.json';

/** Runs an operation in a workflow with these triggers. */
const run = async (operation: string, parameters: INodeParameters, triggers: IDataObject[] = []) =>
	await runNode({
		parameters: { resource: 'subscription', operation, ...parameters },
		credential: local.credential,
		staticData: { signaturitTriggers: Object.fromEntries(triggers.entries()) },
	});

/** Subscribes, and returns the answer. */
async function subscribe(url: string, events = ['document_completed']): Promise<IDataObject> {
	const { items } = await run('createSubscription', { url, events });
	return items[0]?.json ?? {};
}

const about = ({ id }: IDataObject) => ({ subscriptionId: byId(String(id)) });
const read = async (subscription: IDataObject) => await run('getSubscription', about(subscription));

describe('subscriptions', () => {
	it('Create subscribes to any event unless others are chosen', async () => {
		const { items } = await run('createSubscription', { url: ELSEWHERE });
		expect(items[0]?.json).toMatchObject({
			id: expect.any(String),
			url: ELSEWHERE,
			events: ['*'],
		});
	});

	it('Create takes events as text, as an expression may give them', async () => {
		const { items } = await run('createSubscription', {
			url: ELSEWHERE,
			events: 'document_signed, brand_new_type',
		});
		expect(items[0]?.json.events).toEqual(['document_signed', 'brand_new_type']);
	});

	it.each([
		[
			'createSubscription',
			{ url: ' ', events: [''] },
			', and 1 more to correct before anything is sent',
		],
		['createSubscription', { url: ELSEWHERE, events: ' ' }, 'Events is empty: choose at least one'],
		['updateSubscription', { url: '', events: [] }, 'URL and Events are both empty'],
		['getManySubscriptions', { filters: { event: null } }, 'Event is empty'],
	])('%s with %j is refused before anything is sent', async (operation, entered, words) => {
		const { error } = await run(operation, { subscriptionId: byId('u1'), ...entered });
		expect(error?.message).toContain(words);
		expect(await local.control.requests()).toEqual([]);
	});

	it('Get Many returns all of them, or those that name an event', async () => {
		const ids = await local.control.seed({ kind: 'subscriptions', count: 230 });
		const all = await run('getManySubscriptions', { returnAll: true });
		expect(all.items.map(({ json }) => json.id)).toEqual(expect.arrayContaining(ids));
		expect(all.hints).toEqual([]);
		const filters = { event: 'document_declined' };
		const some = await run('getManySubscriptions', { returnAll: true, filters });
		expect(some.items).toHaveLength(115);
		const { items } = await run('countSubscriptions', {});
		expect(items).toMatchObject([{ json: { count: all.items.length } }]);
	});

	it.each([
		['the URL', { url: 'http://127.0.0.1:9/new.json' }],
		['the events', { events: ['*'] }],
	])('Update changes %s and leaves the rest', async (_, changes) => {
		const before = await subscribe(ELSEWHERE);
		const { items } = await run('updateSubscription', { ...about(before), ...changes });
		expect(items[0]?.json).toEqual({ ...before, ...changes });
		expect((await read(before)).items[0]?.json).toEqual({ ...before, ...changes });
	});

	it.each(['createSubscription', 'updateSubscription'])(
		'%s sends a URL that is no web address, with a hint',
		async (operation) => {
			const before = await subscribe(ELSEWHERE);
			const url = 'new_url.json';
			const { items, hints } = await run(operation, { ...about(before), url });
			expect(items[0]?.json.url).toBe(url);
			expect(hints).toEqual([
				'URL does not begin with http:// or https://: Signaturit may not be able to post events to it',
			]);
		},
	);

	it('Delete ends one', async () => {
		const one = await subscribe(ELSEWHERE);
		const { items } = await run('deleteSubscription', about(one));
		expect(items).toMatchObject([{ json: { id: one.id, deleted: true } }]);
		expect((await read(one)).error).toMatchObject({ httpCode: '404' });
		expect((await run('deleteSubscription', about(one))).error).toMatchObject({ httpCode: '404' });
	});

	it('are chosen from a list by their URL and their events', async () => {
		const some = await subscribe('http://127.0.0.1:9/s.json', ['sms_delivered', 'sms_processed']);
		const any = await subscribe('http://127.0.0.1:9/a.json', ['*']);
		const context = loadOptionsContext({}, local.credential);
		const { results } = await listSearch.searchSubscriptions.call(context, '127.0.0.1:9/');
		expect(results).toEqual(
			expect.arrayContaining([
				{ name: 'http://127.0.0.1:9/s.json – sms_delivered, sms_processed', value: some.id },
				{ name: 'http://127.0.0.1:9/a.json – any event', value: any.id },
			]),
		);
	});
});

/** Runs an operation against the scripted server. */
const runScripted = async (operation: string, parameters: INodeParameters) =>
	await runNode({
		parameters: { resource: 'subscription', operation, ...parameters },
		credential: server.credential,
	});
const freely = { subscriptionId: byId('u1'), options: { evenIfInUse: true } };

describe('answers that are not documented', () => {
	it.each(['', '{}', '{"id":"u1"}', '{"message":"Done"}'])(
		'Update and Delete are done with any answer that tells of no error: %s',
		async (body) => {
			server.answers = [answer(200, body)];
			const updated = await runScripted('updateSubscription', { ...freely, events: ['*'] });
			expect(updated.items).toMatchObject([{ json: { id: 'u1' } }]);
			const deleted = await runScripted('deleteSubscription', freely);
			expect(deleted.items).toMatchObject([{ json: { id: 'u1', deleted: true } }]);
		},
	);

	it.each([
		['createSubscription', { url: ELSEWHERE }, 'or there may be two'],
		['updateSubscription', { ...freely, url: ELSEWHERE }, 'Look at the subscription'],
		['deleteSubscription', freely, 'Look into the list of subscriptions'],
	])(
		'%s says what to do when it is unknown whether it was done',
		async (operation, entered, words) => {
			server.answers = [reset];
			const { error } = await runScripted(operation, entered);
			expect(error?.message).toContain('It is unknown whether the subscription to events was');
			expect(error?.message).toContain(words);
			expect(error?.message).not.toContain('Publish');
			expect(server.received).toHaveLength(1);
		},
	);

	it.each(['{"id":"u2","url":"http://127.0.0.1:9/all.json"}', '{}', '<html>Log in</html>'])(
		'leave a subscription as it is when the look at it gets %s',
		async (body) => {
			server.answers = [answer(200, body)];
			const { error } = await runScripted('deleteSubscription', { subscriptionId: byId('u1') });
			expect(error?.message).toContain('other than the subscription');
			expect(server.received.map(({ method }) => method)).toEqual(['GET']);
		},
	);

	it('lists are read to the end when subscriptions have no dates', async () => {
		const all = Array.from({ length: 150 }, (_, index) => ({ id: `u${index}` }));
		server.answers = [
			(request, response) => {
				const query = new URL(request.url ?? '', server.url).searchParams;
				const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
				answer(200, JSON.stringify(all.slice(offset, offset + limit)))(request, response);
			},
		];
		const { items, hints } = await runScripted('getManySubscriptions', { returnAll: true });
		expect(items.map(({ json }) => json)).toEqual(all);
		expect(hints).toEqual([]);
	});
});

const trigger = { workflowId: 'workflow-1', nodeName: 'My Trigger', url: ELSEWHERE };
const changing: [operation: string, changes: INodeParameters][] = [
	['updateSubscription', { events: ['*'] }],
	['deleteSubscription', {}],
];

describe.each(changing)('%s', (operation, changes) => {
	const change = async (subscription: IDataObject, triggers: IDataObject[] = [], options = {}) =>
		await run(operation, { ...about(subscription), ...changes, options }, triggers);
	const isThere = async (subscription: IDataObject) => {
		const { items } = await read(subscription);
		return JSON.stringify(items[0]?.json) === JSON.stringify(subscription);
	};

	it.each([
		['that of', ELSEWHERE],
		['that of the subscription of', `${ELSEWHERE}?from=account`],
	])('is refused when the URL is %s a published trigger of the workflow', async (_, url) => {
		const one = await subscribe(url);
		const { error } = await change(one, [trigger]);
		expect(error?.message).toBe(
			'The trigger "My Trigger" of this workflow gets its events by this subscription',
		);
		expect(error?.description).toContain(`Nothing was changed. Its URL is ${url}.`);
		expect(error?.description).toContain('switch on the option Even If in Use');
		expect(await isThere(one)).toBe(true);
	});

	it('is refused when the URL is any other one of this n8n', async () => {
		const one = await subscribe(HERE);
		const { error } = await change(one);
		expect(error?.message).toBe(
			'This subscription posts to this n8n, where a published trigger may need it',
		);
		expect(await isThere(one)).toBe(true);
	});

	it.each([
		['of another n8n', 'http://n8n.test.example.com/webhook/2/events.json', []],
		['of an n8n at another port', 'http://n8n.test:5678/webhook/2/events.json', []],
		['for tests', 'http://n8n.test/webhook-test/2/events.json', []],
		['of a trigger that is not published', ELSEWHERE, [{ ...trigger, inactiveSince: 1 }]],
		['of another workflow that was copied', ELSEWHERE, [{ ...trigger, workflowId: 'other' }]],
	])('is done when the URL is one %s', async (_, url, triggers) => {
		const one = await subscribe(url);
		expect((await change(one, triggers)).error).toBeUndefined();
		expect(await isThere(one)).toBe(false);
	});

	it('is done with the option Even If in Use, without a look', async () => {
		const one = await subscribe(HERE);
		await local.control.clearRequests();
		const { error } = await change(one, [{ ...trigger, url: HERE }], { evenIfInUse: true });
		expect(error).toBeUndefined();
		expect(await local.control.requests()).toHaveLength(1);
		expect(await isThere(one)).toBe(false);
	});
});
