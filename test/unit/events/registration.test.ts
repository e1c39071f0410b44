import type { IDataObject } from 'n8n-workflow';
import {
	activeTriggers,
	beginningOf,
	entryOf,
	hearsOfAccount,
	isRegistered,
	register,
	registrationOf,
	isLookedFor,
	isSettled,
	withdraw,
	type Activation,
} from '../../../nodes/Signaturit/events/registration';
import { markOf } from '../../../nodes/Signaturit/events/tracking';

const entry = {
	workflowId: 'w1',
	nodeName: 'Trigger',
	url: 'https://n8n.example.com/a/events.json',
};
const trigger = { ...entry, nodeId: 'node-1', resource: 'signature' as const };

const EARLIER = Date.UTC(2026, 2, 1);
const NOW = Date.UTC(2026, 2, 2);
const activation = (activationMode: Activation['activationMode']) => ({ activationMode, now: NOW });

describe('the registration of a trigger', () => {
	it('exists from register to withdraw, beside other static data', () => {
		const data: IDataObject = { other: 1 };
		register(data, 'node-1', entry);
		expect(isRegistered(data, 'node-1', entry)).toBe(true);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
		withdraw(data, 'node-1');
		expect(data).toEqual({ other: 1 });
	});

	it('is found for its own node and URL only', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(isRegistered(data, 'node-1', { ...entry, url: 'https://elsewhere' })).toBe(false);
		expect(isRegistered(data, 'node-2', entry)).toBe(false);
		expect(isRegistered(data, 'node-1', { ...entry, resource: 'certifiedEmail' })).toBe(false);
		expect(isRegistered(data, 'node-1', { ...entry, subscriptionId: 'u1' })).toBe(false);
		expect(isRegistered(data, 'node-1', { ...entry, since: NOW })).toBe(false);
	});

	it('has a part too many when the entry to compare lacks it', () => {
		const data: IDataObject = {};
		register(data, 'node-1', { ...entry, pollingOnly: true });
		expect(isRegistered(data, 'node-1', entry)).toBe(false);
	});

	it('stays when another trigger is withdrawn', () => {
		const data: IDataObject = {};
		const second = { ...entry, nodeName: 'Second' };
		register(data, 'node-1', entry);
		register(data, 'node-2', second);
		withdraw(data, 'node-1');
		expect(activeTriggers(data, 'w1')).toEqual([second]);
	});

	it('is listed only with triggers of the same use, for events or for embedded signing', () => {
		const data: IDataObject = {};
		const embedded = { ...entry, use: 'embedded' as const };
		register(data, 'node-1', entry);
		register(data, 'node-2', embedded);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
		expect(activeTriggers(data, 'w1', 'embedded')).toEqual([embedded]);
	});

	it('is not found by a copy of the workflow, although the copy has the same static data', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'copy of w1')).toEqual([]);
		expect(isRegistered(data, 'node-1', { ...entry, workflowId: 'copy of w1' })).toBe(false);
	});

	it('is not written again when it is the same, for n8n stores what is set', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		const before = data.signaturitTriggers;
		register(data, 'node-1', { ...entry });
		expect(data.signaturitTriggers).toBe(before);
		register(data, 'node-1', { ...entry, since: NOW });
		expect(data.signaturitTriggers).toEqual({ 'node-1': { ...entry, since: NOW } });
	});

	it('is read with everything that was written, after n8n has stored it as JSON', () => {
		const full = {
			...entry,
			instance: 'https://n8n.example.com/',
			resource: 'certifiedSms' as const,
			isAccount: true,
			subscriptionId: 'u1',
			use: 'embedded' as const,
			mark: 'm',
			secret: 's',
			since: EARLIER,
			account: 'a',
			witnesses: ['s1', 's2'],
			horizon: NOW,
			pending: [EARLIER, NOW] as [number, number],
			chosen: ['document_completed', 'x'],
			added: { x: NOW },
			pollingOnly: true,
			inactiveSince: NOW,
		};
		const data: IDataObject = {};
		register(data, 'node-1', full);
		const stored = JSON.parse(JSON.stringify(data)) as IDataObject;
		expect(registrationOf(stored, 'node-1', 'w1')).toEqual(full);
		expect(isRegistered(stored, 'node-1', full)).toBe(true);
	});

	it('is none of a copy of the workflow, which needs an address of its own', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(registrationOf(data, 'node-1', 'w1')).toEqual(entry);
		expect(registrationOf(data, 'node-1', 'copy of w1')).toBeUndefined();
		expect(registrationOf(data, 'node-2', 'w1')).toBeUndefined();
	});

	it('is written anew when the static data is damaged', () => {
		const data: IDataObject = { signaturitTriggers: 'spoilt' };
		expect(activeTriggers(data, 'w1')).toEqual([]);
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
	});
});

describe('since when events count', () => {
	const chosen = ['document_completed'];
	const subject = { url: entry.url, resource: 'signature', isAccount: false, chosen } as const;
	const known = { ...entry, resource: 'signature', since: EARLIER, chosen, added: {} } as const;
	const anew = { since: NOW, chosen, added: {} };

	const SECONDS = 1_000;
	const MINUTES = 60_000;

	it.each([
		['activate', undefined, EARLIER],
		['update', undefined, EARLIER],
		['activate', 10 * SECONDS, EARLIER],
		['update', 10 * SECONDS, EARLIER],
		['update', 60 * SECONDS - 1, EARLIER],
		['update', 60 * SECONDS, NOW],
		['activate', 2 * MINUTES, NOW],
		['update', 2 * MINUTES, NOW],
		['init', 2 * MINUTES, EARLIER],
		['leadershipChange', 2 * MINUTES, EARLIER],
	] as const)(
		'when n8n activates the workflow with %s, and deactivated it %s milliseconds ago',
		(mode, ago, expected) => {
			const before = ago === undefined ? known : { ...known, inactiveSince: NOW - ago };
			for (const pollingOnly of [false, true]) {
				const { since } = beginningOf({ ...before, pollingOnly }, subject, activation(mode));
				expect(since).toBe(expected);
			}
		},
	);

	it.each([
		['at another address', { url: 'https://elsewhere' }],
		['for another resource', { resource: 'certifiedEmail' as const }],
		['for the whole account', { isAccount: true }],
	])('is the time of activation %s', (_, change) => {
		expect(beginningOf(known, { ...subject, ...change }, activation('update'))).toEqual(anew);
	});

	it('is earlier for a new trigger of a workflow, for nothing has its mark and the clock may be fast', () => {
		expect(beginningOf(undefined, subject, activation('activate'))).toEqual({
			...anew,
			since: NOW - 600_000,
		});
		const account = { ...subject, isAccount: true };
		expect(beginningOf(undefined, account, activation('activate'))).toEqual(anew);
	});

	it('is the time of activation for an entry without it', () => {
		expect(beginningOf(entry, subject, activation('init'))).toEqual(anew);
	});

	it.each([
		['that was known, though the token is another one now', 'known', 'known'],
		['of the token when none was known', undefined, 'new'],
	])('counts in the account %s', (_, account, expected) => {
		const next = { ...subject, account: 'new' };
		expect(beginningOf({ ...known, account }, next, activation('update')).account).toBe(expected);
	});

	it('counts in the account of the token after the workflow was not active', () => {
		const before = { ...known, account: 'known', inactiveSince: EARLIER };
		const next = { ...subject, account: 'new' };
		expect(beginningOf(before, next, activation('activate'))).toEqual({ ...anew, account: 'new' });
	});

	it('keeps what polls have stored while the workflow stays active', () => {
		const stored = { witnesses: ['s1'], horizon: NOW, pending: [EARLIER, NOW] as [number, number] };
		expect(beginningOf({ ...known, ...stored }, subject, activation('init'))).toEqual({
			...anew,
			since: EARLIER,
			account: undefined,
			...stored,
		});
	});

	const countedSince = (before: string[], now: string[], type: string) => {
		const next = { ...subject, chosen: now };
		const beginning = beginningOf({ ...known, chosen: before }, next, activation('update'));
		const isFirst = (time: number) =>
			isLookedFor(beginning, type, time) && !isLookedFor(beginning, type, time - 1);
		return [EARLIER, NOW].find(isFirst);
	};

	it.each([
		['a type that was chosen before', ['a'], ['a', 'b'], 'a', EARLIER],
		['a type that is chosen later', ['a'], ['a', 'b'], 'b', NOW],
		['a type that was chosen before, when any event is chosen later', ['a'], ['*'], 'a', EARLIER],
		['another type, when any event is chosen later', ['a'], ['*'], 'b', NOW],
		['a type that is chosen after any event', ['*'], ['b'], 'b', EARLIER],
		['an outcome, chosen after any event', ['*'], ['request_completed'], 'request_completed', NOW],
	])('for %s', (_, before, now, type, expected) => {
		expect(countedSince(before, now, type)).toBe(expected);
	});

	it('counts the whole second, for the times of the service are whole seconds', () => {
		const beginning = beginningOf(undefined, subject, {
			activationMode: 'activate',
			now: NOW + 600_999,
		});
		expect(isLookedFor(beginning, 'document_completed', NOW)).toBe(true);
		expect(isLookedFor(beginning, 'document_completed', NOW - 1)).toBe(false);
	});

	it('is followed by the horizon: what happened before is settled, but for what waits', () => {
		const beginning = beginningOf(known, subject, activation('init'));
		const begun = EARLIER + 10_000;
		const at = (changes: Partial<typeof beginning>) =>
			[0, 1, 2, 3, 4].filter((seconds) =>
				isLookedFor({ ...beginning, ...changes }, 'document_completed', begun + seconds * 1_000),
			);
		expect(at({})).toEqual([0, 1, 2, 3, 4]);
		expect(at({ horizon: begun + 3_999 })).toEqual([3, 4]);
		expect(at({ horizon: begun + 4_000, pending: [begun + 1_000, begun + 2_000] })).toEqual([
			1, 2, 4,
		]);
		expect(isSettled({ ...beginning, horizon: begun }, NaN)).toBe(false);
	});

	it('stays the time of choosing when the workflow is published again', () => {
		const later = { ...subject, chosen: ['document_completed', 'b'] };
		const first = beginningOf(known, later, activation('update'));
		const second = beginningOf({ ...entry, ...first }, later, {
			activationMode: 'update',
			now: NOW + 1,
		});
		expect(second).toEqual(first);
	});
});

describe('the entry of a trigger that is being activated', () => {
	it('has the mark of the trigger, a secret and the time, and nothing of the node id', () => {
		expect(entryOf(undefined, trigger, activation('activate'))).toEqual({
			...entry,
			resource: 'signature',
			mark: markOf(trigger),
			secret: expect.stringMatching(/^[\w-]{43}$/),
			since: NOW - 600_000,
			chosen: [],
			added: {},
		});
	});

	it('keeps the secret of the last entry, in every mode and at another address', () => {
		const known = { ...entry, secret: 'kept', inactiveSince: EARLIER };
		expect(entryOf(known, trigger, activation('activate')).secret).toBe('kept');
		const moved = { ...trigger, url: 'https://elsewhere' };
		expect(entryOf(known, moved, activation('init')).secret).toBe('kept');
	});

	it('is active and without a subscription, whatever the last entry was', () => {
		const known = { ...entry, inactiveSince: EARLIER, pollingOnly: true, subscriptionId: 'u1' };
		const next = entryOf(known, trigger, activation('update'));
		expect(Object.keys(next)).toEqual(
			expect.not.arrayContaining(['inactiveSince', 'pollingOnly', 'subscriptionId']),
		);
	});
});

describe('a deactivated trigger', () => {
	it('is not listed, and keeps time and secret', () => {
		const data: IDataObject = {};
		const active = { ...entry, since: EARLIER, secret: 's' };
		register(data, 'node-1', active);
		register(data, 'node-1', { ...active, inactiveSince: NOW });
		expect(activeTriggers(data, 'w1')).toEqual([]);
		expect(registrationOf(data, 'node-1', 'w1')).toEqual({
			...entry,
			since: EARLIER,
			secret: 's',
			inactiveSince: NOW,
		});
		expect(isRegistered(data, 'node-1', active)).toBe(false);
	});
});

describe('whether a trigger hears of everything in the account', () => {
	it.each([
		[true, { isAccount: true }],
		[true, { isAccount: true, subscriptionId: 'u1' }],
		[true, { subscriptionId: 'u1' }],
		[false, {}],
		[false, { isAccount: false, subscriptionId: 'u1' }],
	])('is %s for an entry with %j', (expected, parts) => {
		expect(hearsOfAccount({ ...entry, ...parts })).toBe(expected);
	});
});
