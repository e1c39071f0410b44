import { beginningOf, isLookedFor, isSettled } from '../../../nodes/Signaturit/events/registration';
import { activation, EARLIER, entry, NOW } from './registrations';

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
