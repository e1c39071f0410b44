import type { WorkflowActivateMode } from 'n8n-workflow';
import { hearsOfAccount } from '../../../nodes/Signaturit/events/beginning';
import { startService, type RunningService } from '../../service';
import { controlClient } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import { accountUrlOf, continued, lifecycleOn, published } from './lifecycle';
import { triggerRig } from './rig';
import { ServiceApi } from './serviceApi';

const rig = triggerRig();
const account = { listenTo: 'account', events: ['document_completed'] };
const starts: WorkflowActivateMode[] = ['init', 'leadershipChange'];
const byPeople: WorkflowActivateMode[] = ['activate', 'update', 'create'];
const OTHER = 'http://127.0.0.1:9';
const UNKNOWN = 'It is unknown whether the subscription to events was ended';

/** What may be over at the next request. */
const passing = [
	{ kind: 'status', status: 429, retryAfterSeconds: 99 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502 },
	{ kind: 'status', status: 408 },
	{ kind: 'reset_before' },
	{ kind: 'truncate' },
] as const;

/** Makes every request to the subscriptions fail. */
async function fail(fault: (typeof passing)[number] | { status: number }): Promise<void> {
	await rig.control.faults.add({ kind: 'status', ...fault, path: 'subscriptions', times: 0 });
}

const ids = async () => (await rig.api.subscriptions()).map(({ id }) => id);
const urls = async (api = rig.api) => (await api.subscriptions()).map(({ url }) => url);
const inSecond = () => new ServiceApi(secondAccount);

let secondAccount: RunningService;

beforeAll(async () => {
	secondAccount = await startService();
});
afterAll(async () => await secondAccount?.close());

beforeEach(async () => {
	await rig.reset({});
	for (const api of [rig.api, inSecond()]) await api.endSubscriptions();
});

describe('a trigger with a subscription, when the service fails for a while', () => {
	it.each(passing)('keeps it when n8n starts and %j comes', async (fault) => {
		const { activate, entry } = await published(rig, account);
		const before = { subscription: await ids(), entry: entry() };
		await fail(fault);
		await activate('init');
		await rig.control.faults.clear();
		expect(await ids()).toEqual(before.subscription);
		expect(entry()).toEqual(before.entry);
	});

	it.each([...starts, ...byPeople])('goes on in the mode %s', async (mode) => {
		const { activate, entry } = await published(rig, account);
		const { subscriptionId } = entry() ?? {};
		await fail({ status: 503 });
		await activate(mode);
		expect(entry()?.subscriptionId).toBe(subscriptionId);
	});

	it('goes on when n8n cannot reach the service at all', async () => {
		const before = await published(rig, account);
		const credential = credentialFor({ url: 'http://127.0.0.1:9', token: 'x' });
		const after = continued(before, rig, account, { credential });
		const log = after.log();
		await after.activate('init');
		expect(after.entry()).toEqual(before.entry());
		expect(log()).toEqual([expect.stringContaining('Signaturit cannot be reached')]);
	});

	it.each([401, 403])('goes on at start and throws for people when it gets %d', async (status) => {
		const { activate, entry } = await published(rig, account);
		const before = entry();
		await fail({ status });
		for (const mode of starts) await activate(mode);
		expect(entry()).toEqual(before);
		for (const mode of byPeople) await expect(activate(mode)).rejects.toThrow();
		expect(entry()).toEqual(before);
	});

	it('keeps its subscription when only the correction of its events fails', async () => {
		const { activate, entry } = await published(rig, account);
		const before = entry();
		await rig.api.patch(`/v3/subscriptions/${before?.subscriptionId}.json`, { events: ['x'] });
		await rig.control.faults.add({ kind: 'status', status: 502, method: 'PATCH' });
		await activate('init');
		expect(entry()).toEqual(before);
		await activate('init');
		expect(await rig.api.subscriptions()).toMatchObject([{ events: account.events }]);
	});
});

describe('a trigger without a subscription', () => {
	it.each(passing)('is registered when n8n starts and %j comes', async (fault) => {
		const { activate, registered } = lifecycleOn(rig, account);
		await fail(fault);
		await activate('init');
		const [entry, ...others] = registered();
		expect(others).toEqual([]);
		expect(entry?.subscriptionId).toBeUndefined();
		expect(entry && hearsOfAccount(entry)).toBe(true);
	});

	it('is registered when n8n starts and only subscribing fails', async () => {
		const { activate, entry } = lifecycleOn(rig, account);
		await rig.control.faults.add({ kind: 'status', status: 502, method: 'POST' });
		await activate('init');
		expect(entry()).toMatchObject({ isAccount: true });
		expect(await ids()).toEqual([]);
	});

	it('is not activated by people while the service fails', async () => {
		const { activate, registered } = lifecycleOn(rig, account);
		await fail({ status: 503 });
		for (const mode of byPeople) await expect(activate(mode)).rejects.toThrow();
		expect(registered()).toEqual([]);
	});

	it('is not activated by people when its subscription is gone and subscribing fails', async () => {
		const { activate, entry } = await published(rig, account);
		await rig.api.delete(`/v3/subscriptions/${entry()?.subscriptionId}.json`);
		await rig.control.faults.add({ kind: 'status', status: 502, method: 'POST' });
		await expect(activate('activate')).rejects.toThrow();
	});

	it("is not activated when it may not subscribe, with the service's words, also when n8n starts", async () => {
		const { activate, registered } = lifecycleOn(rig, account);
		const message = 'The user is banned';
		await rig.control.faults.add({
			kind: 'status',
			status: 403,
			message,
			method: 'POST',
			times: 0,
		});
		await expect(activate('activate')).rejects.toThrow(message);
		await expect(activate('init')).rejects.toThrow(message);
		expect(registered()).toEqual([]);
	});

	it('finds its subscription at the next start when the answer to subscribing was lost', async () => {
		const { activate, entry } = lifecycleOn(rig, account);
		await rig.control.faults.add({ kind: 'reset_after', method: 'POST' });
		await activate('init');
		expect(entry()?.subscriptionId).toBeUndefined();
		await activate('init');
		expect(await ids()).toEqual([entry()?.subscriptionId]);
	});
});

describe('a deactivated trigger whose subscription cannot be ended', () => {
	/** The trigger after it was set to listen to its own workflow. The service still fails. */
	async function listensToItsOwnWorkflow() {
		const before = await published(rig, account);
		await fail({ status: 502 });
		await before.deactivate();
		const after = continued(before, rig, { listenTo: 'workflow' });
		await after.activate('update');
		return after;
	}

	it('is inactive all the same, keeps the id, and says so in the log', async () => {
		const { deactivate, registered, entry, log: logOf } = await published(rig, account);
		const { subscriptionId } = entry() ?? {};
		const log = logOf();
		await rig.control.faults.add({ kind: 'status', status: 500, method: 'DELETE' });
		await deactivate();
		expect(registered()).toEqual([]);
		expect(entry()).toMatchObject({ inactiveSince: expect.any(Number), subscriptionId });
		expect(log()).toEqual([
			expect.stringMatching(
				new RegExp(`DELETE /v3/subscriptions/${subscriptionId}.json.*${UNKNOWN}`),
			),
		]);
	});

	it('uses the subscription again when it is activated', async () => {
		const { activate, deactivate, entry } = await published(rig, account);
		const before = await ids();
		await fail({ status: 502 });
		await deactivate();
		await rig.control.faults.clear();
		await activate();
		expect(await ids()).toEqual(before);
		expect(entry()?.inactiveSince).toBeUndefined();
	});

	it('ends it when it is activated for its own workflow, or later if that fails too', async () => {
		const after = await listensToItsOwnWorkflow();
		expect(after.registered().map(hearsOfAccount)).toEqual([false]);
		await rig.control.faults.clear();
		expect(await ids()).toHaveLength(1);
		await after.activate('init');
		expect(await ids()).toEqual([]);
	});

	it('ends it at the next deactivation when the trigger listens to its own workflow by then', async () => {
		const after = await listensToItsOwnWorkflow();
		await rig.control.faults.clear();
		await after.deactivate();
		expect(await ids()).toEqual([]);
		expect(after.entry()?.subscriptionId).toBeUndefined();
	});

	it('has no email address in the log', async () => {
		const { deactivate, log: logOf } = await published(rig, account);
		const log = logOf();
		const message = 'The user ada@example.com is banned';
		await rig.control.faults.add({ kind: 'status', status: 403, message, method: 'DELETE' });
		await deactivate();
		expect(log()).toEqual([expect.stringContaining('The user … is banned')]);
	});
});

describe('another n8n on a copy of the database', () => {
	it('makes its own subscription, leaves the other as it is, and says so once', async () => {
		const original = await published(rig, account);
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
		const original = await published(rig, account);
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
		const { activate, deactivate, entry, log: logOf } = await published(rig, account);
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
		const { entry } = await published(rig, account);
		expect(await rig.api.subscriptions()).toMatchObject([
			{ id: first?.id, events: account.events },
		]);
		expect(entry()?.subscriptionId).toBe(first?.id);
	});

	it('are not made if the service has dropped the mark from its address', async () => {
		const { activate, entry } = await published(rig, account);
		const { subscriptionId: id } = entry() ?? {};
		await rig.api.patch(`/v3/subscriptions/${id}.json`, { url: rig.eventsUrl });
		await activate('init');
		expect(await rig.api.subscriptions()).toMatchObject([{ id, url: rig.eventsUrl }]);
	});

	it('are all ended when the trigger is deactivated', async () => {
		const { deactivate } = await published(rig, account);
		await rig.api.create('/v3/subscriptions.json', { url: rig.eventsUrl, events: ['a'] });
		await deactivate();
		expect(await urls()).toEqual([]);
	});
});

describe('changed credentials', () => {
	it('end the subscription of the old account and make one in the new when published again', async () => {
		const before = await published(rig, account);
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
			const before = await published(rig, account);
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
