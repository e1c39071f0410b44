import { Call } from '../../../nodes/Signaturit/transport/call';
import type { DatedHappening } from '../../../nodes/Signaturit/trigger/history';
import type * as ProcessState from '../../../nodes/Signaturit/trigger/processState';
import { processState, Progress } from '../../../nodes/Signaturit/trigger/processState';

beforeEach(() => {
	jest.useFakeTimers();
	// The timers of these signals are not those that Jest simulates.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const time = new AbortController();
		setTimeout(() => time.abort(), milliseconds);
		return time.signal;
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

/** What the process knows of the trigger with this id. */
const stateOf = (id: string) =>
	processState(
		new Call({
			getWorkflow: () => ({ id: 'workflow', active: true }),
			getNode: () => ({ id }),
		} as never),
	);

describe('what a process knows of a trigger', () => {
	it('is kept while at most 9,999 others are asked for, and dropped for the ten-thousandth', () => {
		const [idle, used] = [stateOf('idle'), stateOf('used')];
		for (let index = 0; index < 9_998; index++) stateOf(`other ${index}`);
		expect(stateOf('used')).toBe(used);
		stateOf('one more');
		expect(stateOf('used')).toBe(used);
		expect(stateOf('idle')).not.toBe(idle);
	});
});

const MINUTE = 60_000;
const happening = (key: string, time: number) => ({ key, time }) as DatedHappening;
const keys = (all: readonly DatedHappening[]) => all.map(({ key }) => key);

describe('Progress', () => {
	it('has open what was found, the oldest first, until it is given out', () => {
		const progress = new Progress();
		progress.keep([happening('new', 3), happening('old', 1), happening('middle', 2)]);
		expect(keys(progress.open)).toEqual(['old', 'middle', 'new']);
		progress.noteGiven('old', 1);
		progress.keep([happening('old', 1)]);
		expect(keys(progress.open)).toEqual(['middle', 'new']);
		expect(progress.isOpen('old')).toBe(false);
	});

	it('leaves what was started to its execution, for the time that this has', () => {
		const progress = new Progress();
		progress.keep([happening('event', 1)]);
		progress.lease('event', MINUTE);
		expect([progress.isOpen('event'), progress.wasStarted('event')]).toEqual([false, true]);
		jest.advanceTimersByTime(MINUTE - 1);
		expect(progress.open).toEqual([]);
		jest.advanceTimersByTime(1);
		expect(keys(progress.open)).toEqual(['event']);
		expect(progress.wasStarted('event')).toBe(true);
	});

	it('has open at once what could not be started', () => {
		const progress = new Progress();
		progress.lease('event', MINUTE);
		progress.fail('event');
		expect([progress.isOpen('event'), progress.wasStarted('event')]).toEqual([true, false]);
	});

	it('tells the times of what waits', () => {
		const progress = new Progress();
		progress.keep([happening('waits', 7), happening('given', 3)]);
		progress.noteGiven('given', 3);
		expect(progress.waitingTimes).toEqual([7]);
	});

	it('remembers the last that happened, unless so many others were given out after them', () => {
		const progress = new Progress();
		expect(progress.timeToForget(2, 4)).toBe(-Infinity);
		for (const time of [9_000, 1_000, NaN, 2_000]) progress.noteGiven(`at ${time}`, time);
		expect(progress.timeToForget(2, 4)).toBe(1_000);
		progress.noteGiven('at 3000', 3_000);
		expect(progress.timeToForget(2, 5)).toBe(2_000);
		expect(progress.timeToForget(2, 4)).toBe(10_000);
	});

	it('counts from the first that is not forgotten, in the order in which they were given out', () => {
		const progress = new Progress();
		expect(progress.span).toBe(0);
		// The second has happened last.
		for (const time of [1, 9, 2, 3, 4]) progress.noteGiven(`at ${time}`, time);
		expect(progress.span).toBe(5);
		progress.forget((time) => time < 4);
		expect(progress.span).toBe(4);
		expect([progress.isOpen('at 1'), progress.isOpen('at 9')]).toEqual([true, false]);
		progress.forget(() => true);
		expect(progress.span).toBe(0);
	});

	it.each([
		['the newest first', (index: number) => 20_001 - index],
		['the oldest first', (index: number) => index + 1],
		['in another order', (index: number) => ((index * 7_919) % 20_001) + 1],
	])(
		'keeps as many happenings as it can, and leaves out the newest of those found %s',
		(_, timeOf) => {
			const progress = new Progress();
			const many = Array.from({ length: 20_001 }, (_each, index) =>
				happening(`${timeOf(index)}`, timeOf(index)),
			);
			expect(progress.keep(many.slice(1))).toBeUndefined();
			expect(progress.open).toHaveLength(20_000);
			expect(progress.keep(many)).toBe(20_001);
			expect(progress.open.map(({ time }) => time)).toEqual(
				Array.from({ length: 20_000 }, (_each, index) => index + 1),
			);
		},
	);

	it('forgets the first of very many keys', () => {
		const progress = new Progress();
		for (let index = 0; index <= 50_000; index++) progress.noteGiven(`${index}`, index);
		expect([progress.isOpen('0'), progress.isOpen('1')]).toEqual([true, false]);
	});
});

const SECOND = 1_000;
const never = async () => await new Promise<void>(() => undefined);

/** As a process of n8n that has just started. */
function newStart(): typeof ProcessState.duringStart {
	let loaded: typeof ProcessState | undefined;
	jest.isolateModules(() => {
		loaded = jest.requireActual<typeof ProcessState>(
			'../../../nodes/Signaturit/trigger/processState',
		);
	});
	if (!loaded) throw new Error('The module was not loaded');
	return loaded.duringStart;
}

/** How long n8n's start waits, in simulated time, for so many triggers, each of which waits for this. */
async function waitedFor(count: number, longest: number, task: () => Promise<void>) {
	const duringStart = newStart();
	const began = performance.now();
	const begun = jest.fn(task);
	const all = (async () => {
		for (let trigger = 0; trigger < count; trigger++) await duringStart(longest, begun);
		return performance.now() - began;
	})();
	await jest.advanceTimersByTimeAsync(600 * SECOND);
	return { waited: await all, begun: begun.mock.calls.length };
}

describe("n8n's start, while the service hangs", () => {
	it.each([
		['first looks of 50 triggers', 3 * SECOND, 4],
		['subscriptions of 50 triggers', Infinity, 1],
	])('waits ten seconds for the %s together', async (_, longest, begun) => {
		expect(await waitedFor(50, longest, never)).toEqual({ waited: 10 * SECOND, begun });
	});

	it('waits for all of them when they are fast', async () => {
		const { begun, waited } = await waitedFor(50, 3 * SECOND, async () => undefined);
		expect({ begun, waited }).toEqual({ begun: 50, waited: 0 });
	});
});
