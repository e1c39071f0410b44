import type { DatedHappening } from '../../../nodes/Signaturit/trigger/history';
import { Progress } from '../../../nodes/Signaturit/trigger/progress';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const MINUTE = 60_000;
const happening = (key: string, time: number) => ({ key, time }) as DatedHappening;
const keys = (all: readonly DatedHappening[]) => all.map(({ key }) => key);

describe('Progress', () => {
	it('has open what was found, the oldest first, until it is given out', () => {
		const progress = new Progress();
		progress.keep([happening('new', 3), happening('old', 1), happening('middle', 2)]);
		expect(keys(progress.needingExecution)).toEqual(['old', 'middle', 'new']);
		progress.noteGiven('old', 1);
		progress.keep([happening('old', 1)]);
		expect(keys(progress.needingExecution)).toEqual(['middle', 'new']);
		expect(progress.needsExecution('old')).toBe(false);
	});

	it('leaves what was started to its execution, for the time that this has', () => {
		const progress = new Progress();
		progress.keep([happening('event', 1)]);
		progress.lease('event', MINUTE);
		expect([progress.needsExecution('event'), progress.wasStarted('event')]).toEqual([false, true]);
		jest.advanceTimersByTime(MINUTE - 1);
		expect(progress.needingExecution).toEqual([]);
		jest.advanceTimersByTime(1);
		expect(keys(progress.needingExecution)).toEqual(['event']);
		expect(progress.wasStarted('event')).toBe(true);
	});

	it('has open at once what could not be started', () => {
		const progress = new Progress();
		progress.lease('event', MINUTE);
		progress.fail('event');
		expect([progress.needsExecution('event'), progress.wasStarted('event')]).toEqual([true, false]);
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
		expect([progress.needsExecution('at 1'), progress.needsExecution('at 9')]).toEqual([
			true,
			false,
		]);
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
			expect(progress.needingExecution).toHaveLength(20_000);
			expect(progress.keep(many)).toBe(20_001);
			expect(progress.needingExecution.map(({ time }) => time)).toEqual(
				Array.from({ length: 20_000 }, (_each, index) => index + 1),
			);
		},
	);

	it('forgets the first of very many keys', () => {
		const progress = new Progress();
		for (let index = 0; index <= 50_000; index++) progress.noteGiven(`${index}`, index);
		expect([progress.needsExecution('0'), progress.needsExecution('1')]).toEqual([true, false]);
	});
});
