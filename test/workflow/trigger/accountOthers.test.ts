import { startService, type RunningService } from '../../service';
import { controlClient } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import { accountUrlOf, continued, lifecycleOn } from './lifecycle';
import { triggerRig } from './rig';
import { ServiceApi } from './serviceApi';

const rig = triggerRig();
const account = { listenTo: 'account', events: ['document_completed'] };
const OTHER = 'http://127.0.0.1:9';

let secondAccount: RunningService;

beforeAll(async () => {
	secondAccount = await startService();
});
afterAll(async () => await secondAccount?.close());

const urls = async (api = rig.api) => (await api.subscriptions()).map(({ url }) => url);
const inSecond = () => new ServiceApi(secondAccount);

beforeEach(async () => {
	await rig.reset({});
	for (const api of [rig.api, inSecond()]) {
		for (const { id } of await api.subscriptions())
			await api.delete(`/v3/subscriptions/${id}.json`);
	}
});

describe('another n8n on a copy of the database', () => {
	it('makes its own subscription, leaves the other as it is, and says so once', async () => {
		const original = lifecycleOn(rig, account);
		await original.activate();
		const before = await rig.api.subscriptions();
		const copy = continued(original, rig, account, { address: OTHER });
		const log = copy.log();
		await copy.activate('init');
		expect(await urls()).toEqual([
			accountUrlOf({ eventsUrl: `${OTHER}/webhook/${rig.webhookId}/events.json` }),
			accountUrlOf(rig),
		]);
		expect(await rig.api.subscriptions()).toEqual(expect.arrayContaining(before));
		await copy.activate('init');
		expect(log()).toEqual([
			`Signaturit Trigger "Signaturit Trigger": the subscription ${before[0]?.id} posts to ${rig.address}, not to this trigger at ${OTHER}. Another n8n may listen there, so it stays as it is. If none does any more, end it: DELETE /v3/subscriptions/${before[0]?.id}.json.`,
		]);
		await copy.deactivate();
		expect(await rig.api.subscriptions()).toEqual(before);
	});

	it('leaves the other subscription when the service fails while it starts', async () => {
		const original = lifecycleOn(rig, account);
		await original.activate();
		const copy = continued(original, rig, account, { address: OTHER });
		await rig.control.faults.add({ kind: 'status', status: 502, times: 0 });
		await copy.activate('init');
		await rig.control.faults.clear();
		expect(copy.entry()?.subscriptionId).toBeUndefined();
		expect(await urls()).toEqual([accountUrlOf(rig)]);
	});
});

describe('a subscription that posts elsewhere now', () => {
	it('is not changed back: the trigger makes a new one and says so', async () => {
		const { activate, deactivate, entry, log: logOf } = lifecycleOn(rig, account);
		await activate();
		const { subscriptionId: old } = entry() ?? {};
		const elsewhere = 'https://elsewhere.example.com/secret/path';
		await rig.api.patch(`/v3/subscriptions/${old}.json`, { url: elsewhere });
		const log = logOf();
		await activate('init');
		expect(await urls()).toEqual([accountUrlOf(rig), elsewhere]);
		expect(entry()?.subscriptionId).not.toBe(old);
		expect(log()).toEqual([
			expect.stringContaining(`${old} posts to https://elsewhere.example.com,`),
		]);
		await deactivate();
		expect(await urls()).toEqual([elsewhere]);
	});
});

describe('several subscriptions to the address of the trigger', () => {
	it('are ended but for one with its mark, when the trigger does not know which is its own', async () => {
		for (const url of [rig.eventsUrl, accountUrlOf(rig), accountUrlOf(rig), rig.eventsUrl]) {
			await rig.api.create('/v3/subscriptions.json', { url, events: ['a'] });
		}
		const all = await rig.api.subscriptions();
		const first = all.find(({ url }) => url === accountUrlOf(rig));
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
		expect(await rig.api.subscriptions()).toMatchObject([
			{ id: first?.id, events: account.events },
		]);
		expect(entry()?.subscriptionId).toBe(first?.id);
	});

	it('are not made if the service has dropped the mark from its address', async () => {
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
		const { subscriptionId: id } = entry() ?? {};
		await rig.api.patch(`/v3/subscriptions/${id}.json`, { url: rig.eventsUrl });
		await activate('init');
		expect(await rig.api.subscriptions()).toMatchObject([{ id, url: rig.eventsUrl }]);
	});

	it('are all ended when the trigger is deactivated', async () => {
		const { activate, deactivate } = lifecycleOn(rig, account);
		await activate();
		await rig.api.create('/v3/subscriptions.json', { url: rig.eventsUrl, events: ['a'] });
		await deactivate();
		expect(await urls()).toEqual([]);
	});
});

describe('changed credentials', () => {
	it('end the subscription of the old account and make one in the new when published again', async () => {
		const before = lifecycleOn(rig, account);
		await before.activate();
		const { since } = before.entry() ?? {};
		// n8n deactivates the old version with its credential, then activates the new one.
		await before.deactivate();
		const credential = credentialFor(secondAccount);
		const after = continued(before, rig, account, { credential });
		await after.activate('update');
		expect(await urls()).toEqual([]);
		expect(await urls(inSecond())).toEqual([accountUrlOf(rig)]);
		expect(after.entry()?.since).toBe(since);
	});

	it.each([404, 403, 401])(
		'with a token of another account, which gets %d for the old subscription, make a new one and name the old in the log',
		async (status) => {
			const before = lifecycleOn(rig, account);
			await before.activate();
			const { subscriptionId: old } = before.entry() ?? {};
			const credential = credentialFor(secondAccount);
			const after = continued(before, rig, account, { credential });
			const log = after.log();
			const { faults } = controlClient(secondAccount);
			await faults.add({ kind: 'status', status, path: `subscriptions/${old}` });
			await after.activate('init');
			await faults.clear();
			expect(await urls()).toEqual([accountUrlOf(rig)]);
			const [made] = await inSecond().subscriptions();
			expect(made?.url).toBe(accountUrlOf(rig));
			expect(after.entry()?.subscriptionId).toBe(made?.id);
			expect(log()).toEqual([expect.stringContaining(`DELETE /v3/subscriptions/${old}.json`)]);
			expect(log().join()).not.toContain(secondAccount.token);
		},
	);
});
