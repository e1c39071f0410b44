import type { WorkflowActivateMode } from 'n8n-workflow';
import { hearsOfAccount } from '../../../nodes/Signaturit/events/beginning';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { keepSubscription } from '../../../nodes/Signaturit/trigger/subscription';
import { triggerWorkflow } from '../engine/engineTrigger';
import { credentialFor } from '../engine/fixtures';
import { continued, lifecycleOn } from './lifecycle';
import { triggerRig } from './rig';

const rig = triggerRig();
const account = { listenTo: 'account', events: ['document_completed'] };
const starts: WorkflowActivateMode[] = ['init', 'leadershipChange'];
const byPeople: WorkflowActivateMode[] = ['activate', 'update', 'create'];
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

beforeEach(async () => {
	await rig.reset({});
	for (const id of await ids()) await rig.api.delete(`/v3/subscriptions/${id}.json`);
});

describe('a trigger with a subscription, when the service fails for a while', () => {
	it.each(passing)('keeps it when n8n starts and %j comes', async (fault) => {
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
		const before = { subscription: await ids(), entry: entry() };
		await fail(fault);
		await activate('init');
		await rig.control.faults.clear();
		expect(await ids()).toEqual(before.subscription);
		expect(entry()).toEqual(before.entry);
	});

	it.each([...starts, ...byPeople])('goes on in the mode %s', async (mode) => {
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
		const { subscriptionId } = entry() ?? {};
		await fail({ status: 503 });
		await activate(mode);
		expect(entry()?.subscriptionId).toBe(subscriptionId);
	});

	it('goes on when n8n cannot reach the service at all', async () => {
		const before = lifecycleOn(rig, account);
		await before.activate();
		const credential = credentialFor({ url: 'http://127.0.0.1:9', token: 'x' });
		const after = continued(before, rig, account, { credential });
		const log = after.log();
		await after.activate('init');
		expect(after.entry()).toEqual(before.entry());
		expect(log()).toEqual([expect.stringContaining('Signaturit cannot be reached')]);
	});

	it.each([401, 403])('goes on at start and throws for people when it gets %d', async (status) => {
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
		const before = entry();
		await fail({ status });
		for (const mode of starts) await activate(mode);
		expect(entry()).toEqual(before);
		for (const mode of byPeople) await expect(activate(mode)).rejects.toThrow();
		expect(entry()).toEqual(before);
	});

	it('keeps its subscription when only the correction of its events fails', async () => {
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
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
		const { activate, entry } = lifecycleOn(rig, account);
		await activate();
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
		const before = lifecycleOn(rig, account);
		await before.activate();
		await fail({ status: 502 });
		await before.deactivate();
		const after = continued(before, rig, { listenTo: 'workflow' });
		await after.activate('update');
		return after;
	}

	it('is inactive all the same, keeps the id, and says so in the log', async () => {
		const { activate, deactivate, registered, entry, log: logOf } = lifecycleOn(rig, account);
		await activate();
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
		const { activate, deactivate, entry } = lifecycleOn(rig, account);
		await activate();
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
		const { activate, deactivate, log: logOf } = lifecycleOn(rig, account);
		await activate();
		const log = logOf();
		const message = 'The user ada@example.com is banned';
		await rig.control.faults.add({ kind: 'status', status: 403, message, method: 'DELETE' });
		await deactivate();
		expect(log()).toEqual([expect.stringContaining('The user … is banned')]);
	});
});

describe('the regular look at the subscription', () => {
	const keep = async (knownId?: string, events = account.events) => {
		const rigged = { credential: credentialFor(rig.service), address: rig.address };
		const { hook } = triggerWorkflow(account, 'default', rigged);
		const wanted = { url: rig.eventsUrl, events };
		return await keepSubscription(new Call(hook('trigger')), wanted, knownId);
	};

	it('subscribes when there is no subscription, and then finds the same one', async () => {
		const id = await keep();
		expect(await keep()).toBe(id);
		expect(await keep(id)).toBe(id);
		expect(await ids()).toEqual([id]);
	});

	it('corrects the events', async () => {
		const id = await keep();
		expect(await keep(id, ['*'])).toBe(id);
		expect(await rig.api.subscriptions()).toMatchObject([{ id, events: ['*'] }]);
	});

	it('throws when the service fails, and leaves the subscription', async () => {
		const id = await keep();
		await fail({ status: 502 });
		await expect(keep(id)).rejects.toThrow();
		await rig.control.faults.clear();
		expect(await ids()).toEqual([id]);
	});
});
