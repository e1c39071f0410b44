import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { ADA } from '../../people';
import { credentialFor } from '../engine/fixtures';
import { until } from '../engine/until';
import { accountUrlOf, continued, lifecycleOn, published, WORKFLOW } from './lifecycle';
import { callsOf, publish, unpublish } from './scenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const account = { listenTo: 'account', events: ['document_completed', 'document_declined'] };

const urls = async () => (await rig.api.subscriptions()).map(({ url }) => url);

beforeEach(async () => {
	await rig.reset(account);
	await rig.api.endSubscriptions();
});

describe('the trigger for the whole account', () => {
	const testUrl = () => rig.eventsUrl.replace('/webhook/', '/webhook-test/');
	const subscriptions = async () =>
		(await rig.api.subscriptions()).map(({ url, events }) => ({ url, events }));

	it('has one subscription from activation to deactivation', async () => {
		const { activate, deactivate, registered, entry } = await published(rig, account);
		expect(await subscriptions()).toEqual([{ url: accountUrlOf(rig), events: account.events }]);
		expect(registered()).toMatchObject([{ isAccount: true, subscriptionId: expect.any(String) }]);
		await activate();
		expect(await subscriptions()).toHaveLength(1);
		await deactivate();
		expect(await subscriptions()).toEqual([]);
		expect(registered()).toEqual([]);
		expect(entry()).toMatchObject({
			inactiveSince: expect.any(Number),
			since: expect.any(Number),
		});
		expect(entry()?.subscriptionId).toBeUndefined();
	});

	it.each([
		['any event', { listenTo: 'account', events: ['*', 'x'] }, ['*']],
		[
			'the events that end a request',
			{ listenTo: 'account', events: ['request_completed', 'request_expired'] },
			['document_completed', 'document_expired'],
		],
		[
			'selected and entered types',
			{
				listenTo: 'account',
				events: ['email_opened'],
				options: { otherEvents: 'contract_framed' },
			},
			['email_opened', 'contract_framed'],
		],
	])('subscribes to %s', async (_, parameters, events) => {
		await published(rig, parameters);
		expect(await subscriptions()).toEqual([{ url: accountUrlOf(rig), events }]);
	});

	it('corrects its subscription when n8n starts and the events were changed', async () => {
		const { activate } = await published(rig, account);
		const [subscription] = await rig.api.subscriptions();
		await rig.api.patch(`/v3/subscriptions/${subscription?.id}.json`, { events: ['email_opened'] });
		await rig.control.clearRequests();
		await activate('init');
		expect(await rig.api.subscriptions()).toEqual([subscription]);
		const changes = (await rig.control.requests()).filter(({ method }) => method === 'PATCH');
		expect(changes.map(({ body }) => body)).toEqual([{ events: account.events }]);
	});

	it('leaves its subscription unchanged when n8n starts, in whatever order it lists the events', async () => {
		const { activate } = await published(rig, account);
		const [subscription] = await rig.api.subscriptions();
		await rig.api.patch(`/v3/subscriptions/${subscription?.id}.json`, {
			url: accountUrlOf(rig),
			events: [...account.events].reverse(),
		});
		await rig.control.clearRequests();
		await activate('init');
		const methods = (await rig.control.requests()).map(({ method }) => method);
		expect(methods).toEqual(['GET']);
	});

	it('subscribes again when n8n starts and the subscription is gone', async () => {
		const { activate } = await published(rig, account);
		const [subscription] = await rig.api.subscriptions();
		await rig.api.delete(`/v3/subscriptions/${subscription?.id}.json`);
		await activate('init');
		expect(await subscriptions()).toHaveLength(1);
	});

	it('takes over a subscription to its address when it does not know the id', async () => {
		await published(rig, account);
		const { deactivate } = await published(rig, account);
		expect(await subscriptions()).toHaveLength(1);
		await deactivate();
		expect(await subscriptions()).toEqual([]);
	});

	it('in a copied workflow keeps the subscription of the original workflow', async () => {
		const original = await published(rig, account);
		const copy = lifecycleOn(rig, account, { address: 'http://127.0.0.1:9' });
		const { signaturitTriggers } = original.staticData();
		const entries = JSON.parse(JSON.stringify(signaturitTriggers).replace(WORKFLOW, 'workflow-0'));
		copy.staticData().signaturitTriggers = entries;
		await copy.activate();
		expect(await subscriptions()).toHaveLength(2);
		await copy.deactivate();
		expect(await subscriptions()).toEqual([{ url: accountUrlOf(rig), events: account.events }]);
	});

	it('is deactivated without an error when the subscription is gone already', async () => {
		const { deactivate } = await published(rig, account);
		await rig.api.endSubscriptions();
		await deactivate();
		expect(await subscriptions()).toEqual([]);
	});

	it('ends its subscription when it is set to listen to its own workflow', async () => {
		const before = await published(rig, account);
		const after = continued(before, rig, { listenTo: 'workflow' });
		await after.activate('update');
		expect(await subscriptions()).toEqual([]);
		expect(after.registered()).toMatchObject([{ url: rig.eventsUrl, isAccount: false }]);
		expect(after.entry()?.subscriptionId).toBeUndefined();
	});

	it('leaves the subscription of another address when a copy listens to its own workflow', async () => {
		const before = await published(rig, account);
		const address = 'http://127.0.0.1:9';
		const after = continued(before, rig, { listenTo: 'workflow' }, { address });
		await after.activate('update');
		await after.deactivate();
		expect(await subscriptions()).toEqual([{ url: accountUrlOf(rig), events: account.events }]);
	});

	it.each([
		['its new address is none', 'n8n.example.com', {}],
		['its token is refused at a new address', 'http://127.0.0.1:9', { accessToken: 'revoked' }],
	])(
		'is unpublished only by its owner when n8n cannot go on with it because %s',
		async (...row) => {
			const [, address, token] = row;
			const before = await published(rig, account);
			const credential = { ...credentialFor(rig.service), ...token };
			const after = continued(before, rig, account, { address, credential });
			await expect(after.activate('init')).rejects.toThrow();
			await after.deactivate();
			expect(after.entry()).toEqual(before.entry());
			await after.deactivate();
			expect(after.entry()?.inactiveSince).toEqual(expect.any(Number));
		},
	);

	it('has a second subscription during a test listen, and keeps the first one', async () => {
		await published(rig, account);
		// n8n gives a test listen static data of its own.
		const test = lifecycleOn(rig, account);
		await test.listen();
		expect(await subscriptions()).toEqual([
			{ url: accountUrlOf({ eventsUrl: testUrl() }), events: account.events },
			{ url: accountUrlOf(rig), events: account.events },
		]);
		expect(test.entry()).toBeUndefined();
		await test.endListening();
		expect(await subscriptions()).toEqual([{ url: accountUrlOf(rig), events: account.events }]);
	});

	it('keeps its subscription after a test listen with the same static data', async () => {
		const { listen, endListening, entry } = await published(rig, account);
		const [production] = await rig.api.subscriptions();
		const before = entry();
		await listen();
		await endListening();
		expect(await rig.api.subscriptions()).toEqual([production]);
		expect(entry()).toEqual(before);
	});

	it('keeps its entry when the subscription of an earlier test listen is still there', async () => {
		const { listen, entry } = await published(rig, account);
		const before = entry();
		await listen();
		await listen();
		expect(entry()).toEqual(before);
		expect(await subscriptions()).toHaveLength(2);
	});

	it('emits an event once when the request reports to the trigger as well', async () => {
		await published(rig, account);
		const { id } = await rig.send({ options: { events: 'url', eventsUrl: rig.eventsUrl } });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const items = await rig.items();
		expect(items.map(({ json }) => json.signatureId)).toEqual([id]);
		const posts = await rig.api.hooks('document_completed');
		const postedTo = posts.map(({ url }) => url).filter((url) => url.startsWith(rig.eventsUrl));
		expect([...new Set(postedTo)].sort()).toEqual([rig.eventsUrl, accountUrlOf(rig)]);
	});
});

describe('a poll of a trigger for the whole account', () => {
	beforeEach(async () => {
		// A late one of an earlier test would tell the trigger that posts arrive: then it hardly polls.
		await rig.control.settings({ holdEvents: true });
		await rig.activate();
	});

	it('makes the subscription anew that somebody has ended, but not while n8n activates the workflow', async () => {
		await rig.api.endSubscriptions();
		const poll = rig.polls();
		await poll();
		expect(await urls()).toEqual([]);
		await poll();
		expect(await urls()).toEqual([accountUrlOf(rig)]);
	});

	it('leaves the subscription as it is, also when the service fails meanwhile', async () => {
		const before = await rig.api.subscriptions();
		const poll = rig.polls();
		await poll();
		await rig.control.faults.add({ kind: 'status', status: 502, path: 'subscriptions', times: 0 });
		expect((await callsOf(rig, poll)).join()).toContain('/v3/subscriptions');
		await rig.control.faults.clear();
		await poll();
		expect(await rig.api.subscriptions()).toEqual(before);
	});

	it('needs no subscription when nothing is posted', async () => {
		await rig.reset({ ...account, arrival: 'polling' });
		await rig.api.endSubscriptions();
		await rig.polls()();
		expect(await urls()).toEqual([]);
	});

	it('gives out nothing while the workflow is stopped, and goes on when n8n activates it', async () => {
		const { id } = await rig.send({ options: { events: 'none' } });
		const poll = rig.polls();
		await poll();
		await unpublish(rig);
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await poll();
		expect(await rig.items()).toEqual([]);
		await rig.activate();
		await poll();
		expect(await rig.items()).toMatchObject([{ json: { signatureId: id } }]);
	});

	it.each([
		['before it looks at the subscription', 'GET'],
		['while it subscribes', 'POST'],
	] as const)(
		'leaves no subscription behind when the workflow is deactivated %s',
		async (_, method) => {
			// What the test before has had signed in this second counts otherwise. Then posts report it, and few looks are enough.
			await rig.reset({ ...account, events: ['document_declined'] });
			await rig.api.endSubscriptions();
			const polls = rig.polls();
			await polls();
			await rig.api.endSubscriptions();
			await rig.control.clearRequests();
			const path = '/v3/subscriptions';
			await rig.control.faults.add({ kind: 'latency', ms: 300, method, path, times: 1 });
			const poll = polls();
			const isAsking = async () =>
				(await rig.control.requests()).some(
					(each) => each.method === method && each.path.startsWith(path),
				);
			await until(isAsking);
			await unpublish(rig);
			await poll;
			expect(await urls()).toEqual([]);
		},
	);
});

describe('a trigger that listens to its workflow only from now on', () => {
	const { whole } = triggerDelays.poll;
	afterEach(() => {
		triggerDelays.poll.whole = whole;
	});

	it('ends the subscription that could not be ended before, and starts nothing by what it posts', async () => {
		await rig.activate();
		await rig.control.faults.add({ kind: 'status', status: 503, times: 0 });
		await unpublish(rig);
		await publish(rig, { ...account, listenTo: 'workflow' });
		await rig.control.faults.clear();
		expect(await urls()).toEqual([accountUrlOf(rig)]);

		const [id = ''] = await rig.control.seed({ count: 1, spreadDays: 0, status: 'ready' });
		await rig.control.sign({ signatureId: id, email: 'signer1@example.com' });
		expect(await rig.items()).toEqual([]);
		const poll = rig.polls();
		await poll();
		triggerDelays.poll.whole = 0;
		await poll();
		expect(await urls()).toEqual([]);
		expect(await rig.items()).toEqual([]);
	});
});

/** The offsets of the pages that the trigger reads of the list of subscriptions. */
async function pagesRead(): Promise<unknown[]> {
	const lists = (await rig.control.requests()).filter(
		({ method, path }) => method === 'GET' && path === '/v3/subscriptions.json',
	);
	return lists.map(({ query }) => (query as { offset?: string }).offset);
}

describe('an account with many subscriptions', () => {
	/** Adds so many subscriptions to other addresses. */
	async function addOthers(count: number): Promise<void> {
		for (let other = 0; other < count; other++) {
			const url = `https://example.com/${other}`;
			await rig.api.create('/v3/subscriptions.json', { url, events: ['*'] });
		}
		await rig.control.clearRequests();
	}

	it('is read to the page that is not full', async () => {
		await addOthers(99);
		const { deactivate } = await published(rig, account);
		expect(await pagesRead()).toEqual(['0']);
		await rig.control.clearRequests();
		await deactivate();
		expect(await pagesRead()).toEqual(['0', '100']);
		expect(await rig.api.subscriptions()).toHaveLength(99);
	});

	it("has the trigger's own found on the second page", async () => {
		const first = lifecycleOn(rig, account);
		await addOthers(99);
		await first.activate();
		await addOthers(106);
		await first.activate();
		await published(rig, account);
		expect(await pagesRead()).toEqual(['0', '100', '200']);
	});
});
