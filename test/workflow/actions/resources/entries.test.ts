import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../../../nodes/Signaturit/methods/listSearch';
import { ADA } from '../../../people';
import { loadOptionsContext, runNode } from '../../engine/engine';
import { byId } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { answer, reset, scriptedServer } from '../../engine/scriptedServer';

const local = localService();
const server = scriptedServer();
const ELSEWHERE = 'http://127.0.0.1:9/all.json';
/** The tests' n8n calls itself http://n8n.test. */
const HERE = 'http://n8n.test/webhook/2/events.json';

/** Runs an operation on contacts or subscriptions, in a workflow with these triggers. */
const run = async (
	operation: string,
	parameters: INodeParameters = {},
	{ credential = local.credential, triggers = [] as IDataObject[] } = {},
) =>
	await runNode({
		parameters: {
			resource: operation.includes('Contact') ? 'contact' : 'subscription',
			operation,
			...parameters,
		},
		credential,
		staticData: { signaturitTriggers: Object.fromEntries(triggers.entries()) },
	});

/** Creates a contact or a subscription, and returns the answer. */
async function create(operation: string, fields: INodeParameters): Promise<IDataObject> {
	const { items } = await run(operation, fields);
	return items[0]?.json ?? {};
}

const subscribe = async (url: string, events = ['document_completed']) =>
	await create('createSubscription', { url, events });

const locators = (id: string) => ({ contactId: byId(id), subscriptionId: byId(id) });
const idOf = ({ contactId, id }: IDataObject) => String(contactId ?? id);
const about = (one: IDataObject) => locators(idOf(one));

describe('contacts and subscriptions', () => {
	it.each([
		['createContact', { email: 'ada' }, 'Email "ada" is not an email address'],
		['updateContact', { email: '', name: ' ' }, 'Email and Name are both empty'],
		['updateContact', { email: 'ada', name: ADA.name }, 'Email "ada" is not an email address'],
		['getManyContacts', { filters: { name: null, email: '' } }, ', and 1 more to correct'],
		['createSubscription', { url: ' ', events: [''] }, ', and 1 more to correct'],
		['createSubscription', { url: ELSEWHERE, events: ' ' }, 'Events is empty: choose at least one'],
		['updateSubscription', { url: '', events: [] }, 'URL and Events are both empty'],
		['getManySubscriptions', { filters: { event: null } }, 'Event is empty'],
	])('%s with %j is refused before anything is sent', async (operation, entered, words) => {
		const { error } = await run(operation, { ...locators('x1'), ...entered });
		expect(error?.message).toContain(words);
		expect(await local.control.requests()).toEqual([]);
	});

	describe.each<[string, INodeParameters, INodeParameters[]]>([
		['Contact', ADA, [{ email: 'lovelace@example.com' }, { name: 'Ada King' }]],
		[
			'Subscription',
			{ url: ELSEWHERE, events: ['document_completed'] },
			[{ url: 'http://127.0.0.1:9/new.json' }, { events: ['*'] }],
		],
	])('%s', (kind, fields, changes) => {
		it.each(changes)('Update changes %j and leaves the rest', async (change) => {
			const before = await create(`create${kind}`, fields);
			const { items } = await run(`update${kind}`, { ...about(before), ...change });
			expect(items[0]?.json).toEqual({ ...before, ...change });
			const { items: read } = await run(`get${kind}`, about(before));
			expect(read[0]?.json).toEqual({ ...before, ...change });
		});

		it('Delete deletes one', async () => {
			const one = await create(`create${kind}`, fields);
			const { items } = await run(`delete${kind}`, about(one));
			expect(items).toMatchObject([{ json: { deleted: true } }]);
			expect(items.map(({ json }) => idOf(json))).toEqual([idOf(one)]);
			for (const verb of ['get', 'delete']) {
				const { error } = await run(`${verb}${kind}`, about(one));
				expect(error).toMatchObject({ httpCode: '404' });
				expect(error?.description).toContain(`The ID was "${idOf(one)}".`);
			}
		});
	});
});

describe('contacts', () => {
	it('Create gives out the contact', async () => {
		expect(await create('createContact', { email: ` ${ADA.email} `, name: ADA.name })).toEqual({
			contactId: expect.any(String),
			createdAt: expect.stringMatching(/Z$/),
			...ADA,
		});
	});

	it('Create needs no name', async () => {
		const contact = await create('createContact', { email: ADA.email, name: '' });
		expect(contact).toMatchObject({ email: ADA.email });
		const [request] = await local.control.requests();
		expect(request?.body).toEqual({ email: ADA.email });
	});

	it('Get Many returns all of them, or those with an address and a name', async () => {
		const ids = await local.control.seed({ kind: 'contacts', count: 230 });
		const all = await run('getManyContacts', { returnAll: true });
		expect(all.items.map(({ json }) => json.contactId)).toEqual(expect.arrayContaining(ids));
		expect(all.hints).toEqual([]);
		const filters = { email: 'contact7@example.com', name: 'Contact 7' };
		const some = await run('getManyContacts', { filters });
		expect(some.items.map(({ json }) => json)).toMatchObject([filters]);
	});

	it('are chosen from a list by their name and their address', async () => {
		const named = { email: 'grace@example.com', name: 'Grace Hopper' };
		const { contactId: id } = await create('createContact', named);
		const context = loadOptionsContext({}, local.credential);
		for (const text of ['hopper', 'GRACE@']) {
			const { results } = await listSearch.searchContacts.call(context, text);
			expect(results).toEqual([{ name: 'Grace Hopper – grace@example.com', value: id }]);
		}
	});

	it('are shown in the list by what they have', async () => {
		const contacts = [
			{ id: 'c1', name: null, email: ADA.email },
			{ id: 'c2', email: 7 },
		];
		server.answers = [answer(200, JSON.stringify(contacts))];
		const { results } = await listSearch.searchContacts.call(
			loadOptionsContext({}, server.credential),
		);
		expect(results).toEqual([
			{ name: ADA.email, value: 'c1' },
			{ name: 'c2', value: 'c2' },
		]);
	});
});

describe('subscriptions', () => {
	it('Create subscribes to any event unless others are chosen', async () => {
		expect(await create('createSubscription', { url: ELSEWHERE })).toMatchObject({
			id: expect.any(String),
			url: ELSEWHERE,
			events: ['*'],
		});
	});

	it('Create takes events as text, as an expression may give them', async () => {
		const events = 'document_signed, brand_new_type';
		const { events: sent } = await create('createSubscription', { url: ELSEWHERE, events });
		expect(sent).toEqual(['document_signed', 'brand_new_type']);
	});

	it('Get Many returns all of them, or those that name an event', async () => {
		const ids = await local.control.seed({ kind: 'subscriptions', count: 230 });
		const all = await run('getManySubscriptions', { returnAll: true });
		expect(all.items.map(({ json }) => json.id)).toEqual(expect.arrayContaining(ids));
		expect(all.hints).toEqual([]);
		const filters = { event: 'document_declined' };
		const some = await run('getManySubscriptions', { returnAll: true, filters });
		expect(some.items).toHaveLength(115);
		const { items } = await run('countSubscriptions');
		expect(items).toMatchObject([{ json: { count: all.items.length } }]);
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

/** Of anything. */
const given = {
	...locators('x1'),
	...ADA,
	url: ELSEWHERE,
	events: ['*'],
	options: { evenIfInUse: true },
};

describe('answers that are not documented', () => {
	it.each(['', '{}', '{"id":"x1"}', '{"message":"Done"}'])(
		'Delete, and Update of a subscription, are done with any answer that tells of no error: %s',
		async (body) => {
			server.answers = [answer(200, body)];
			for (const operation of ['deleteContact', 'deleteSubscription']) {
				const { items } = await run(operation, given, server);
				expect(items).toMatchObject([{ json: { deleted: true } }]);
				expect(items.map(({ json }) => idOf(json))).toEqual(['x1']);
			}
			const { items } = await run('updateSubscription', given, server);
			expect(items).toMatchObject([{ json: { id: 'x1' } }]);
		},
	);

	it.each([
		['createContact', 'contact was created', 'or there may be two'],
		['updateContact', 'contact was changed', 'Look at the contact'],
		['deleteContact', 'contact was deleted', 'Look into the list of contacts'],
		['createSubscription', 'subscription to events was created', 'or there may be two'],
		['updateSubscription', 'subscription to events was changed', 'Look at the subscription'],
		[
			'deleteSubscription',
			'subscription to events was deleted',
			'Look into the list of subscriptions',
		],
	])('%s says what to do when it is unknown whether the %s', async (operation, deed, words) => {
		server.answers = [reset];
		const { error } = await run(operation, given, server);
		expect(error?.message).toContain(`It is unknown whether the ${deed}.`);
		expect(error?.message).toContain(words);
		expect(error?.message).not.toContain('Publish');
		expect(server.received).toHaveLength(1);
	});

	it.each(['{"id":"u2","url":"http://127.0.0.1:9/all.json"}', '{}', '<html>Log in</html>'])(
		'leave a subscription as it is when the look at it gets %s',
		async (body) => {
			server.answers = [answer(200, body)];
			const { error } = await run('deleteSubscription', locators('u1'), server);
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
		const { items, hints } = await run('getManySubscriptions', { returnAll: true }, server);
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
		await run(operation, { ...about(subscription), ...changes, options }, { triggers });
	const isThere = async (subscription: IDataObject) => {
		const { items } = await run('getSubscription', about(subscription));
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
