import type { Offered } from '../../../../nodes/Signaturit/trigger/history/history';
import { Ledger } from '../../../../nodes/Signaturit/trigger/process/processState';

const MINUTE = 60_000;
const offer = (key: string, time: number) => ({ key, time }) as Offered;
const keys = (offers: readonly Offered[]) => offers.map(({ key }) => key);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a ledger', () => {
	it('offers what was found, the oldest first, until it is given out', () => {
		const ledger = new Ledger();
		ledger.keep([offer('new', 3), offer('old', 1), offer('middle', 2)]);
		expect(keys(ledger.open)).toEqual(['old', 'middle', 'new']);
		ledger.give('old', 1);
		ledger.keep([offer('old', 1)]);
		expect(keys(ledger.open)).toEqual(['middle', 'new']);
		expect(ledger.isOpen('old')).toBe(false);
	});

	it('leaves what was started to its execution, for the time that this has', () => {
		const ledger = new Ledger();
		ledger.keep([offer('event', 1)]);
		ledger.start('event', MINUTE);
		expect([ledger.isOpen('event'), ledger.wasStarted('event')]).toEqual([false, true]);
		jest.advanceTimersByTime(MINUTE - 1);
		expect(ledger.open).toEqual([]);
		jest.advanceTimersByTime(1);
		expect(keys(ledger.open)).toEqual(['event']);
		expect(ledger.wasStarted('event')).toBe(true);
	});

	it('offers at once what could not be started', () => {
		const ledger = new Ledger();
		ledger.start('event', MINUTE);
		ledger.fail('event');
		expect([ledger.isOpen('event'), ledger.wasStarted('event')]).toEqual([true, false]);
	});

	it('tells the times of what waits', () => {
		const ledger = new Ledger();
		ledger.keep([offer('waits', 7), offer('given', 3)]);
		ledger.give('given', 3);
		expect(ledger.waitingTimes).toEqual([7]);
	});

	it('remembers the last that happened, unless so many others were given out after them', () => {
		const ledger = new Ledger();
		expect(ledger.timeToForget(2, 4)).toBe(-Infinity);
		for (const time of [9_000, 1_000, NaN, 2_000]) ledger.give(`at ${time}`, time);
		expect(ledger.timeToForget(2, 4)).toBe(1_000);
		ledger.give('at 3000', 3_000);
		expect(ledger.timeToForget(2, 5)).toBe(2_000);
		expect(ledger.timeToForget(2, 4)).toBe(10_000);
	});

	it('counts from the first that is not forgotten, in the order in which they were given out', () => {
		const ledger = new Ledger();
		expect(ledger.span).toBe(0);
		// The second has happened last.
		for (const time of [1, 9, 2, 3, 4]) ledger.give(`at ${time}`, time);
		expect(ledger.span).toBe(5);
		ledger.forget((time) => time < 4);
		expect(ledger.span).toBe(4);
		expect([ledger.isOpen('at 1'), ledger.isOpen('at 9')]).toEqual([true, false]);
		ledger.forget(() => true);
		expect([ledger.span, ledger.count]).toEqual([0, 5]);
	});

	it('keeps the oldest of more offers than it can, and says from when on some are left out', () => {
		const ledger = new Ledger();
		const many = Array.from({ length: 20_001 }, (_, index) => offer(`${index}`, 30_000 - index));
		expect(ledger.keep(many.slice(1))).toBeUndefined();
		expect(ledger.keep(many)).toBe(30_000);
		expect(ledger.open).toHaveLength(20_000);
		expect(ledger.open.at(-1)?.time).toBe(29_999);
	});

	it.each([
		['the newest first', (index: number) => 20_001 - index],
		['the oldest first', (index: number) => index + 1],
		['in another order', (index: number) => ((index * 7_919) % 20_001) + 1],
	])('leaves out the newest of too many offers that were found %s', (_, timeOf) => {
		const ledger = new Ledger();
		const many = Array.from({ length: 20_001 }, (_each, index) =>
			offer(`${timeOf(index)}`, timeOf(index)),
		);
		expect(ledger.keep(many)).toBe(20_001);
		expect(ledger.open.map(({ time }) => time)).toEqual(
			Array.from({ length: 20_000 }, (_each, index) => index + 1),
		);
	});

	it('keeps as many offers as it can', () => {
		const ledger = new Ledger();
		const most = Array.from({ length: 20_000 }, (_, index) => offer(`${index}`, index));
		expect(ledger.keep(most)).toBeUndefined();
		expect(ledger.waitingTimes).toHaveLength(20_000);
	});

	it('forgets the first of very many keys', () => {
		const ledger = new Ledger();
		for (let index = 0; index <= 50_000; index++) ledger.give(`${index}`, index);
		expect([ledger.isOpen('0'), ledger.isOpen('1')]).toEqual([true, false]);
	});
});
