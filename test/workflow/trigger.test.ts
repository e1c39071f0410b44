import type { INodeParameters } from 'n8n-workflow';
import { activeTriggers } from '../../nodes/Signaturit/events/registration';
import { startEngine, stopEngine, triggerWorkflow } from './engine';
import { credentialFor } from './fixtures';
import { TriggerRig } from './triggerRig';

const WORKFLOW = 'workflow-1';

let rig: TriggerRig;

beforeAll(async () => {
	await startEngine();
	rig = await TriggerRig.start();
});

afterAll(async () => {
	await rig.stop();
	stopEngine();
});

/** What n8n calls, in its order: when a workflow is activated or n8n starts, and when it is deactivated. */
function lifecycle(parameters: INodeParameters = {}, address = rig.address) {
	const { trigger, hook, staticData } = triggerWorkflow(parameters, 'default', {
		credential: credentialFor(rig.service),
		address,
	});
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	const start = async (mode: 'trigger' | 'manual') => {
		const context = () => hook(mode, mode === 'manual');
		const exists = await checkExists.call(context());
		if (!exists) await create.call(context());
		return exists;
	};
	return {
		staticData,
		activate: async () => await start('trigger'),
		deactivate: async () => await remove.call(hook('internal')),
		listen: async () => await start('manual'),
		endListening: async () => await remove.call(hook('internal', true)),
		registered: () => activeTriggers(staticData(), WORKFLOW),
	};
}

describe('requests sent by this workflow', () => {
	it('find the production URL from activation to deactivation', async () => {
		const { activate, deactivate, registered } = lifecycle();
		expect(await activate()).toBe(false);
		expect(registered()).toEqual([
			{
				workflowId: WORKFLOW,
				nodeName: 'Signaturit Trigger',
				url: rig.eventsUrl,
				resource: 'signature',
			},
		]);
		expect(await activate()).toBe(true);
		await deactivate();
		expect(registered()).toEqual([]);
	});

	it('are not disturbed by a test listen', async () => {
		const { activate, listen, endListening, registered } = lifecycle();
		await activate();
		const before = registered();
		await listen();
		expect(registered()).toEqual(before);
		await endListening();
		expect(registered()).toEqual(before);
	});

	it('need nothing of the service', async () => {
		await rig.control.clearRequests();
		const { activate, deactivate } = lifecycle();
		await activate();
		await deactivate();
		expect(await rig.control.requests()).toEqual([]);
	});
});

describe('everything in the account', () => {
	const account = { listenTo: 'account', events: ['document_completed', 'document_declined'] };
	const testUrl = () => rig.eventsUrl.replace('/webhook/', '/webhook-test/');
	const subscriptions = async () =>
		(await rig.subscriptions()).map(({ url, events }) => ({ url, events }));

	beforeEach(async () => {
		await rig.reset({});
		for (const { id } of await rig.subscriptions())
			await rig.delete(`/v3/subscriptions/${id}.json`);
	});

	it('is subscribed to from activation to deactivation', async () => {
		const { activate, deactivate, registered } = lifecycle(account);
		expect(await activate()).toBe(false);
		expect(await subscriptions()).toEqual([{ url: rig.eventsUrl, events: account.events }]);
		expect(registered()).toMatchObject([{ subscriptionId: expect.any(String) }]);
		expect(await activate()).toBe(true);
		expect(await subscriptions()).toHaveLength(1);
		await deactivate();
		expect(await subscriptions()).toEqual([]);
		expect(registered()).toEqual([]);
	});

	it.each([
		['any event', { listenTo: 'account', events: ['*', 'x'] }, ['*']],
		[
			'the ends of requests',
			{ listenTo: 'account', when: 'once', outcomes: ['completed', 'expired'] },
			['document_completed', 'document_expired'],
		],
		[
			'types of its own',
			{
				listenTo: 'account',
				events: ['email_opened'],
				options: { otherEvents: 'contract_framed' },
			},
			['email_opened', 'contract_framed'],
		],
	])('can be %s', async (_, parameters, events) => {
		await lifecycle(parameters).activate();
		expect(await subscriptions()).toEqual([{ url: rig.eventsUrl, events }]);
	});

	it('is repaired when n8n starts and its subscription has drifted', async () => {
		const { activate } = lifecycle(account);
		await activate();
		const [subscription] = await rig.subscriptions();
		await rig.patch(`/v3/subscriptions/${subscription?.id}.json`, {
			url: 'https://elsewhere.example.com',
			events: ['email_opened'],
		});
		expect(await activate()).toBe(true);
		expect(await rig.subscriptions()).toMatchObject([
			{ id: subscription?.id, url: rig.eventsUrl, events: account.events },
		]);
	});

	it('is subscribed to again when the subscription is gone', async () => {
		const { activate } = lifecycle(account);
		await activate();
		const [subscription] = await rig.subscriptions();
		await rig.delete(`/v3/subscriptions/${subscription?.id}.json`);
		expect(await activate()).toBe(false);
		expect(await subscriptions()).toHaveLength(1);
	});

	it('takes over a subscription to its address whose id has been lost', async () => {
		await lifecycle(account).activate();
		const { activate, deactivate } = lifecycle(account);
		expect(await activate()).toBe(true);
		expect(await subscriptions()).toHaveLength(1);
		await deactivate();
		expect(await subscriptions()).toEqual([]);
	});

	it('does not touch the subscription of the workflow that it was copied from', async () => {
		const original = lifecycle(account);
		await original.activate();
		const copy = lifecycle(account, 'http://127.0.0.1:9');
		const { signaturitTriggers } = original.staticData();
		const entries = JSON.parse(JSON.stringify(signaturitTriggers).replace(WORKFLOW, 'workflow-0'));
		copy.staticData().signaturitTriggers = entries;
		await copy.activate();
		expect(await subscriptions()).toHaveLength(2);
		await copy.deactivate();
		expect(await subscriptions()).toEqual([{ url: rig.eventsUrl, events: account.events }]);
	});

	it('is given up when the subscription is gone already', async () => {
		const { activate, deactivate } = lifecycle(account);
		await activate();
		for (const { id } of await rig.subscriptions())
			await rig.delete(`/v3/subscriptions/${id}.json`);
		await deactivate();
		expect(await subscriptions()).toEqual([]);
	});

	it('is given up when the trigger is set to listen to its own workflow', async () => {
		const before = lifecycle(account);
		await before.activate();
		const after = lifecycle({ listenTo: 'workflow' });
		after.staticData().signaturitTriggers = before.staticData().signaturitTriggers;
		expect(await after.activate()).toBe(false);
		expect(await subscriptions()).toEqual([]);
		expect(after.registered()).toMatchObject([{ url: rig.eventsUrl }]);
	});

	it('has a subscription of its own while a test listens, and leaves the other alone', async () => {
		const { activate } = lifecycle(account);
		await activate();
		// n8n gives a test listen static data of its own.
		const test = lifecycle(account);
		await test.listen();
		expect(await subscriptions()).toEqual([
			{ url: testUrl(), events: account.events },
			{ url: rig.eventsUrl, events: account.events },
		]);
		await test.endListening();
		expect(await subscriptions()).toEqual([{ url: rig.eventsUrl, events: account.events }]);
		expect(await activate()).toBe(true);
	});

	it('leaves the other alone even in the same static data', async () => {
		const { activate, listen, endListening } = lifecycle(account);
		await activate();
		const [production] = await rig.subscriptions();
		await listen();
		await endListening();
		expect(await rig.subscriptions()).toEqual([production]);
	});

	it('says in the words of the service why it cannot be subscribed to', async () => {
		const { activate, registered } = lifecycle(account);
		const message = 'The user is banned';
		await rig.control.faults.add({ kind: 'status', status: 403, message, method: 'POST' });
		await expect(activate()).rejects.toThrow(message);
		expect(registered()).toEqual([]);
	});

	it('keeps the id when it could not be given up, for the next time', async () => {
		const { activate, deactivate, registered } = lifecycle(account);
		await activate();
		await rig.control.faults.add({ kind: 'status', status: 500, method: 'DELETE' });
		await expect(deactivate()).rejects.toThrow('Internal error');
		expect(registered()).toHaveLength(1);
		await deactivate();
		expect(await subscriptions()).toEqual([]);
	});

	it('comes once, when the request reports to the trigger as well', async () => {
		rig.parameters = account;
		const { activate } = lifecycle(account);
		await activate();
		const { id } = await rig.send({ events: 'url', eventsUrl: rig.eventsUrl });
		await rig.control.sign({ signatureId: id, email: 'ada@example.com' });
		const items = await rig.items();
		expect(items.map(({ json }) => json.signature)).toMatchObject([{ id }]);
		const posts = await rig.hooks('document_completed');
		expect(posts.filter(({ url }) => url === rig.eventsUrl).length).toBeGreaterThanOrEqual(2);
	});
});

describe('an address that Signaturit cannot reach', () => {
	const real = { environment: 'sandbox', accessToken: 'x' };
	const item = (address: string) => ({
		json: {
			handover: {
				posted: {
					resource: 'signature',
					type: 'x',
					createdAt: 'y',
					record: { id: '1', events: [] },
				},
				address,
				postKey: 'k',
			},
		},
	});

	it.each([
		['http://localhost:5678/webhook/1/events.json', 1],
		['https://n8n.example.com/webhook/1/events.json', 0],
	])(
		'(%s) is told on the item and in the panel, if the service is the real one',
		async (url, count) => {
			const { execution } = triggerWorkflow({ events: ['*'] }, 'default', { credential: real });
			const { items, hints } = await execution([item(url)]);
			const warnings = (items[0]?.json.warnings ?? []) as string[];
			expect(warnings.filter((text) => text.includes('WEBHOOK_URL'))).toHaveLength(count);
			expect(hints.filter(({ message }) => message.includes('WEBHOOK_URL'))).toHaveLength(count);
		},
	);

	it('does not matter for a local service', async () => {
		const { execution } = triggerWorkflow({ events: ['*'] }, 'default', {
			credential: credentialFor(rig.service),
		});
		const { items, hints } = await execution([item('http://localhost:5678/')]);
		expect(JSON.stringify(items)).not.toContain('WEBHOOK_URL');
		expect(hints).toEqual([]);
	});
});
