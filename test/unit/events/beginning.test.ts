import {
	beginningOf,
	corrected,
	hearsOfAccount,
	inAccount,
	isLookedFor,
	isSettled,
	type Activation,
} from '../../../nodes/Signaturit/events/beginning';

const EARLIER = Date.UTC(2026, 2, 1);
const NOW = Date.UTC(2026, 2, 2);

/** An activation in this mode, now; n8n's clock is right unless it lacks something to the service's. */
const activation = (
	activationMode: Activation['activationMode'],
	difference: number | undefined = 0,
): Activation => ({ activationMode, now: NOW - difference, difference });

describe('since when events count', () => {
	const chosen = ['document_completed'];
	const subject = { resource: 'signature', isAccount: false, chosen } as const;
	const known = { resource: 'signature', since: EARLIER, chosen, added: {} } as const;
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
			for (const difference of [0, 10 * MINUTES, -10 * MINUTES]) {
				const { since } = beginningOf(before, subject, activation(mode, difference));
				expect(since).toBe(expected);
			}
		},
	);

	it('is the time of activation for another resource', () => {
		const next = { ...subject, resource: 'certifiedEmail' as const };
		expect(beginningOf(known, next, activation('update'))).toEqual(anew);
	});

	it('is the time of activation for a new trigger', () => {
		expect(beginningOf(undefined, subject, activation('activate'))).toEqual(anew);
	});

	it('goes on with what was stored in the last seconds when no clock was compared at the end', () => {
		const inactiveSince = NOW - 10 * MINUTES;
		const before = { ...known, inactiveSince, unmeasured: [inactiveSince] };
		const next = {
			activationMode: 'update',
			now: NOW - 10 * MINUTES + 5,
			difference: 10 * MINUTES,
		};
		expect(beginningOf(before, subject, next as never).since).toBe(EARLIER);
	});

	it('is the time of activation after a pause, also when n8n was set back by as much', () => {
		const before = { ...known, inactiveSince: NOW - 2 * MINUTES };
		const next = { activationMode: 'update', now: NOW - 2 * MINUTES, difference: 2 * MINUTES };
		expect(beginningOf(before, subject, next as never).since).toBe(NOW);
	});

	it('goes on for what has the mark when the trigger listens to the whole account, and back', () => {
		const other = { account: 'other', since: EARLIER + 1 };
		const before = { ...known, before: other, horizon: NOW - 1, witnesses: ['s1'] };
		const wide = beginningOf(before, { ...subject, isAccount: true }, activation('update'));
		expect(wide).toMatchObject({ since: NOW, markedSince: EARLIER, witnesses: ['s1'] });
		expect(wide.before).toEqual({ account: 'other', since: NOW, markedSince: EARLIER + 1 });
		for (const [isMarked, time, expected] of [
			[false, NOW - 1, false],
			[true, NOW - 1, true],
			[false, NOW, true],
		] as const) {
			expect(isLookedFor(wide, 'document_completed', time, isMarked)).toBe(expected);
		}
		const stored = { ...wide, resource: 'signature', isAccount: true } as const;
		const narrow = beginningOf(stored, subject, activation('update'));
		expect(narrow).toMatchObject({ since: EARLIER, horizon: NOW - 1, before: other });
		expect(narrow.markedSince).toBeUndefined();
	});

	it("is n8n's time until that of the service is known, and set right by it then", () => {
		const unknown = { activationMode: 'activate', now: NOW } as const;
		const first = beginningOf(undefined, subject, unknown);
		expect(corrected(first, -90_000)).toEqual({ ...anew, since: NOW - 90_000 });
		const later = { ...subject, chosen: [...chosen, 'b'] };
		const before = { ...first, resource: 'signature' } as const;
		const second = beginningOf(before, later, { ...unknown, activationMode: 'init', now: NOW + 7 });
		expect(corrected(second, -90_000)).toMatchObject({
			since: NOW - 90_000,
			added: { b: NOW + 7 - 90_000 },
		});
		expect(corrected(beginningOf(known, later, activation('init')), -90_000).since).toBe(EARLIER);
	});

	it('is another one in each account, and goes on in the one before when the trigger comes back', () => {
		const counted = { since: EARLIER, horizon: EARLIER + 5, witnesses: ['s1'] };
		const first = { ...counted, chosen, added: {}, account: 'a' };
		const second = inAccount(first, 'b', false, NOW);
		expect(second).toMatchObject({ account: 'b', since: NOW, chosen, horizon: undefined });
		const back = inAccount({ ...second, witnesses: ['s2'] }, 'new token of a', true, NOW + 1);
		expect(back).toMatchObject({ ...first, account: 'new token of a' });
		expect(back.before).toEqual({ account: 'b', since: NOW, witnesses: ['s2'] });
		const third = inAccount(back, 'c', false, NOW + 2);
		expect(third).toMatchObject({ since: NOW + 2, before: { account: 'new token of a' } });
	});

	it('does not look for what happened in another account before the trigger came to it', () => {
		const added = { b: EARLIER + 1 };
		const beginning = inAccount({ ...known, chosen: ['b'], added }, 'b', false, NOW);
		expect(isLookedFor(beginning, 'b', NOW - 1)).toBe(false);
		expect(isLookedFor(beginning, 'b', NOW)).toBe(true);
	});

	it('is the time of activation for an entry without it', () => {
		expect(beginningOf({}, subject, activation('init'))).toEqual(anew);
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
		const stored = { witnesses: ['s1'], horizon: NOW };
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
			now: NOW + 999,
		});
		expect(isLookedFor(beginning, 'document_completed', NOW)).toBe(true);
		expect(isLookedFor(beginning, 'document_completed', NOW - 1)).toBe(false);
	});

	it('is followed by the horizon: what happened before is settled', () => {
		const beginning = beginningOf(known, subject, activation('init'));
		const begun = EARLIER + 10_000;
		const at = (changes: Partial<typeof beginning>) =>
			[0, 1, 2, 3, 4].filter((seconds) =>
				isLookedFor({ ...beginning, ...changes }, 'document_completed', begun + seconds * 1_000),
			);
		expect(at({})).toEqual([0, 1, 2, 3, 4]);
		expect(at({ horizon: begun + 3_999 })).toEqual([3, 4]);
		expect(isSettled({ ...beginning, horizon: begun }, NaN)).toBe(false);
	});

	it('stays the time of choosing when the workflow is published again', () => {
		const later = { ...subject, chosen: ['document_completed', 'b'] };
		const first = beginningOf(known, later, activation('update'));
		const second = beginningOf({ ...first, resource: 'signature' }, later, {
			activationMode: 'update',
			now: NOW + 1,
			difference: 0,
		});
		expect(second).toEqual(first);
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
		expect(hearsOfAccount(parts)).toBe(expected);
	});
});
