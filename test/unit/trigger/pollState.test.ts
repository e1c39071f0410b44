import type { IPollFunctions } from 'n8n-workflow';
import { beginningAt, type Beginning } from '../../../nodes/Signaturit/events/beginning';
import { Call } from '../../../nodes/Signaturit/transport/call';
import type { DatedHappening } from '../../../nodes/Signaturit/trigger/history';
import { PollState, Watch } from '../../../nodes/Signaturit/trigger/pollState';
import { Progress } from '../../../nodes/Signaturit/trigger/progress';
import { BEGIN, document, event, request, settings } from './histories';

const SECOND = 1_000;
/** Half of what n8n's memory keeps: the horizon moves when more were given out that it does not settle. */
const HALF = 1_000;

const CALL = new Call({} as IPollFunctions);

const happeningsAt = (...seconds: number[]) =>
	seconds.map((second) => ({ key: `at ${second}`, time: second * SECOND }) as DatedHappening);

/** Polls that begin with this, after so many were given out. */
function begun(changes: Partial<Beginning> = {}, givenBefore = 0): PollState {
	const progress = new Progress();
	for (let index = 0; index < givenBefore; index++) progress.noteGiven(`before ${index}`, NaN);
	progress.forget(() => true);
	const beginning = { ...beginningAt(0, ['*'], 'account'), ...changes };
	return new PollState('signature workflow', CALL, beginning, progress);
}

let names = 0;

/** So many are given out that have happened at this second. */
function give({ progress }: PollState, count: number, second: number): void {
	for (let index = 0; index < count; index++)
		progress.noteGiven(`given ${++names}`, second * SECOND);
}

describe('the polls of an activation', () => {
	it('have looked at nothing at the beginning, and neither pause nor run', () => {
		expect(begun()).toMatchObject({
			isStopped: false,
			isBusy: false,
			failures: 0,
			goesOnAt: undefined,
			roundAt: -Infinity,
			wholeAt: -Infinity,
			lookedAt: -Infinity,
			pausedUntil: -Infinity,
			reportedAt: -Infinity,
			completeAt: -Infinity,
		});
	});

	it.each([
		['another account', beginningAt(SECOND, ['*'], 'another account')],
		['the same once more', undefined],
	])('look at everything again when they begin with %s, and keep what waits', (_, next) => {
		const state = begun();
		const before = state.beginning;
		state.noteFound(happeningsAt(7));
		state.watch.note(request(document('d1', [event('x', 1)])), settings('*'), BEGIN);
		state.goesOnAt = {} as PollState['goesOnAt'];
		state.wholeAt = SECOND;
		state.completeAt = SECOND;
		state.beginAnew(next);
		expect(state.beginning).toBe(next ?? before);
		expect(state).toMatchObject({ goesOnAt: undefined, wholeAt: -Infinity, completeAt: -Infinity });
		expect(state.watch.ids).toEqual([]);
		expect(state.progress.waitingTimes).toEqual([7 * SECOND]);
	});

	it('have to look at everything again when more is found than can wait', () => {
		const looked = (completeAt: number) => {
			const state = begun();
			state.wholeAt = 90_000 * SECOND;
			state.completeAt = completeAt * SECOND;
			return state;
		};
		const most = Array.from({ length: 20_000 }, (_, index) => index + 1);
		const full = looked(90_000);
		expect(full.noteFound(happeningsAt(...most))).toHaveLength(20_000);
		expect([full.wholeAt, full.completeAt]).toEqual([90_000 * SECOND, 90_000 * SECOND]);
		expect(full.noteFound(happeningsAt(30_000))).toHaveLength(20_000);
		expect([full.wholeAt, full.completeAt]).toEqual([-Infinity, 30_000 * SECOND]);
		const earlier = looked(20_000);
		earlier.noteFound(happeningsAt(...most, 30_000));
		expect([earlier.wholeAt, earlier.completeAt]).toEqual([-Infinity, 20_000 * SECOND]);
	});
});

describe('the horizon', () => {
	/** The horizon in seconds, when this waits and everything was seen until second 20. */
	const moved = (horizon: number | undefined, waiting: number[], givenAt = 30) => {
		const state = begun(horizon === undefined ? {} : { horizon: horizon * SECOND });
		give(state, HALF + 1, givenAt);
		state.noteFound(happeningsAt(...waiting));
		state.completeAt = 20 * SECOND;
		state.moveHorizon();
		return (state.beginning.horizon ?? NaN) / SECOND;
	};

	it('moves to the last look that has seen everything', () => {
		expect(moved(undefined, [])).toBe(20);
		expect(moved(10, [])).toBe(20);
	});

	it('moves to the last that have to be remembered when these happened earlier', () => {
		expect(moved(undefined, [], 12)).toBe(13);
	});

	it('never goes back', () => {
		expect(moved(25, [])).toBe(25);
		expect(moved(10, [5])).toBe(10);
	});

	it('passes nothing that waits', () => {
		expect(moved(undefined, [8, 5, 25])).toBe(5);
		expect(moved(10, [18, 15])).toBe(15);
		expect(moved(10, [20])).toBe(20);
		expect(moved(10, [10])).toBe(10);
	});

	it('is none while the memory keeps everything, or was never looked at', () => {
		for (const [count, completeAt] of [
			[HALF, 20 * SECOND],
			[HALF + 1, -Infinity],
		] as const) {
			const state = begun();
			const before = state.beginning;
			give(state, count, 3);
			state.completeAt = completeAt;
			state.moveHorizon();
			expect(state).toMatchObject({ isUnsaved: false });
			expect(state.beginning).toBe(before);
			expect(state.progress.span).toBe(count);
		}
	});

	it('lets what is settled be forgotten, but not what happened later', () => {
		const state = begun();
		for (const second of [4, 6, 20])
			state.progress.noteGiven(`given at ${second}`, second * SECOND);
		give(state, HALF - 2, 30);
		state.noteFound(happeningsAt(5, 7));
		state.completeAt = 20 * SECOND;
		state.moveHorizon();
		const remembered = [4, 6, 20].filter(
			(second) => !state.progress.needsExecution(`given at ${second}`),
		);
		expect(remembered).toEqual([6, 20]);
	});
});

describe('what the polls know of their beginning is unsaved', () => {
	it.each([
		['a new token of the account', { account: 'old' }, { account: 'new' }],
		['the first witnesses', {}, { witnesses: ['s1'] }],
		['a beginning that was set right', { unmeasured: [0] }, { since: 1, unmeasured: undefined }],
	])('not with %s', (_, before, after) => {
		const state = begun(before);
		state.beginning = { ...state.beginning, ...after };
		expect(state.isUnsaved).toBe(false);
	});

	it('with another account', () => {
		const state = begun({ account: 'old' });
		state.beginAnew();
		expect(state.isUnsaved).toBe(false);
		state.beginAnew(beginningAt(SECOND, ['*'], 'new'));
		expect(state.isUnsaved).toBe(true);
		state.noteSaved();
		expect(state.isUnsaved).toBe(false);
	});

	it('with a new horizon, and again when as many were given out beyond it', () => {
		const state = begun({}, 5);
		const unsavedAfter = (count: number, second: number) => {
			give(state, count, second);
			state.moveHorizon();
			return state.isUnsaved;
		};
		state.completeAt = 20 * SECOND;
		expect(unsavedAfter(HALF, 3)).toBe(false);
		expect(unsavedAfter(1, 9)).toBe(true);
		state.noteSaved();
		// The one at second 9 is not settled.
		expect(unsavedAfter(HALF - 1, 30)).toBe(false);
		expect(unsavedAfter(1, 30)).toBe(true);
	});

	it('not while nothing can be settled', () => {
		const state = begun({ horizon: 20 * SECOND });
		state.completeAt = 20 * SECOND;
		give(state, HALF + 1, 30);
		state.moveHorizon();
		expect(state.isUnsaved).toBe(false);
	});
});

const DAY = 86_400_000;
const open = request(document('d1', [event('document_opened', 1)]));
const ended = request(
	document('d1', [event('document_opened', 1), event('document_completed', 2)], 'completed'),
);
const audited = request(
	document('d1', [event('document_completed', 2), event('audit_trail_completed', 9)], 'completed'),
);
/** The status is ahead of the history. */
const silent = request(document('d1', [event('document_opened', 1)], 'completed'));

describe('the watched requests', () => {
	it('are those that have not ended', () => {
		const watch = new Watch();
		const chosen = settings('request_completed');
		watch.note(open, chosen, BEGIN);
		expect(watch.ids).toEqual(['s1']);
		watch.note(open, chosen, BEGIN + 100 * DAY);
		expect(watch.ids).toEqual(['s1']);
		watch.note(ended, chosen, BEGIN);
		expect(watch.ids).toEqual([]);
	});

	it.each([
		['any event', ['*'], audited, true],
		['a type that is in no list', ['contract_framed'], audited, true],
		['the audit trail', ['audit_trail_completed'], ended, true],
		['the audit trail, which is there', ['audit_trail_completed'], audited, true],
		['a type that the history does not have yet', ['document_completed'], silent, true],
		['the end', ['request_completed'], ended, false],
	])(
		'are for a day also those that have ended, when %s is waited for (%j)',
		(_, types, delivery, expected) => {
			const watch = new Watch();
			const chosen = settings(...types);
			const note = (now: number) => {
				watch.note(delivery, chosen, now);
				return watch.ids.length > 0;
			};
			watch.note(open, chosen, BEGIN);
			expect(note(BEGIN + 30 * DAY)).toBe(expected);
			expect(note(BEGIN + 31 * DAY)).toBe(expected);
			expect(note(BEGIN + 31 * DAY + 1)).toBe(false);
		},
	);

	it('that are seen for the first time when they have ended count from their last event on', () => {
		const chosen = settings('*');
		const watchedAt = (now: number) => {
			const watch = new Watch();
			watch.note(ended, chosen, now);
			return watch.ids;
		};
		expect(watchedAt(BEGIN + DAY)).toEqual(['s1']);
		expect(watchedAt(BEGIN + 2 * DAY)).toEqual([]);
	});

	it('count from the last event whose time can be read', () => {
		const oddEvent = { type: 'document_opened', createdAt: 'soon' };
		const odd = request(
			document('d1', [event('document_completed', 2), oddEvent, event('x', 1)], 'completed'),
		);
		const watchedAt = (now: number, delivery = odd) => {
			const watch = new Watch();
			watch.note(delivery, settings('*'), now);
			return watch.ids;
		};
		expect(watchedAt(BEGIN + 2_000 + DAY)).toEqual(['s1']);
		expect(watchedAt(BEGIN + 2_001 + DAY)).toEqual([]);
		expect(watchedAt(BEGIN, request(document('d1', [oddEvent], 'completed')))).toEqual([]);
	});

	it('have ended and still await the audit trail of one document when another has its own', () => {
		const waiting = document('d2', [event('document_completed', 3)], 'completed');
		for (const documents of [
			[...audited.records, waiting],
			[waiting, ...audited.records],
		]) {
			const watch = new Watch();
			watch.note(request(...documents), settings('audit_trail_completed'), BEGIN);
			expect(watch.ids).toEqual(['s1']);
		}
	});

	it('lose those that were asked for and not found, and keep those that were found or not asked for', () => {
		const watch = new Watch();
		for (const id of ['found', 'missing', 'other']) {
			watch.note({ ...open, id }, settings('*'), BEGIN);
		}
		watch.forgetMissing(['found', 'missing'], [{ ...open, id: 'found' }]);
		expect(watch.ids).toEqual(['found', 'other']);
	});

	it('tell what was seen: on the last newest page, or watched', () => {
		const watch = new Watch();
		watch.note(open, settings('*'), BEGIN);
		watch.noteNewest([{ ...open, id: 's2' }]);
		expect(['s1', 's2', 's3'].map((id) => watch.wasSeen(id))).toEqual([true, true, false]);
		watch.noteNewest([]);
		watch.forgetMissing(['s1'], []);
		expect(['s1', 's2'].map((id) => watch.wasSeen(id))).toEqual([false, false]);
	});
});
