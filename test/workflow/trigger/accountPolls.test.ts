import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { until } from '../engine/until';
import { accountUrlOf } from './lifecycle';
import { triggerRig } from './rig';
import { ADA } from '../../people';

const rig = triggerRig();

const urls = async () => (await rig.api.subscriptions()).map(({ url }) => url);

const endAll = async () => {
	for (const { id } of await rig.api.subscriptions()) {
		await rig.api.delete(`/v3/subscriptions/${id}.json`);
	}
};

/** Calls a hook of the active workflow's trigger, as n8n does on activation and deactivation. */
async function call(name: 'create' | 'delete'): Promise<void> {
	const { trigger, hook } = rig.active;
	const context = hook(name === 'delete' ? 'internal' : 'trigger');
	await trigger.webhookMethods.default[name].call(context);
}

describe('a poll of a trigger for the whole account', () => {
	beforeEach(async () => {
		await rig.reset({ listenTo: 'account', events: ['document_completed'] });
		await endAll();
		await call('create');
	});

	it('makes the subscription anew that somebody has ended, but not while n8n activates the workflow', async () => {
		await endAll();
		const poll = rig.polls();
		await poll();
		expect(await urls()).toEqual([]);
		await poll();
		expect(await urls()).toEqual([accountUrlOf(rig)]);
	});

	it('leaves the subscription as it is', async () => {
		const before = await rig.api.subscriptions();
		const poll = rig.polls();
		await poll();
		await poll();
		expect(await rig.api.subscriptions()).toEqual(before);
	});

	it('needs no subscription when nothing is posted', async () => {
		await rig.reset({ ...rig.parameters, arrival: 'polling' });
		await endAll();
		await rig.polls()();
		expect(await urls()).toEqual([]);
	});

	it('gives out nothing while the workflow is stopped, and goes on when n8n activates it', async () => {
		await rig.control.settings({ holdEvents: true });
		const { id } = await rig.send({ options: { events: 'none' } });
		const poll = rig.polls();
		await poll();
		await call('delete');
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await poll();
		expect(await rig.items()).toEqual([]);
		await call('create');
		await poll();
		expect(await rig.items()).toMatchObject([{ json: { signatureId: id } }]);
	});

	it.each([
		['before it looks at the subscription', 'GET'],
		['while it subscribes', 'POST'],
	] as const)(
		'leaves no subscription behind when the workflow is deactivated %s',
		async (_, method) => {
			const polls = rig.polls();
			await polls();
			await endAll();
			await rig.control.clearRequests();
			const path = '/v3/subscriptions';
			await rig.control.faults.add({ kind: 'latency', ms: 300, method, path, times: 1 });
			const poll = polls();
			const isAsking = async () =>
				(await rig.control.requests()).some(
					(each) => each.method === method && each.path.startsWith(path),
				);
			await until(isAsking);
			await call('delete');
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
		const parameters = { listenTo: 'account', events: ['document_completed'] };
		await rig.reset(parameters);
		await endAll();
		await call('create');
		const stored = rig.active.staticData();
		await rig.control.faults.add({ kind: 'status', status: 503, times: 0 });
		await call('delete');
		Object.assign(rig, {
			parameters: { ...parameters, listenTo: 'workflow' },
			activated: undefined,
		});
		Object.assign(rig.active.staticData(), stored);
		await call('create');
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
