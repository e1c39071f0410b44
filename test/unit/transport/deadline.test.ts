import { atTimes, startDeadline } from '../../../nodes/Signaturit/transport/deadline';

beforeEach(() => {
	jest.useFakeTimers();
	// Jest does not know of these timers.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const timer = new AbortController();
		setTimeout(() => timer.abort(), milliseconds);
		return timer.signal;
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

describe('startDeadline', () => {
	it('aborts when the time is over, and not before', async () => {
		const deadline = startDeadline(1_000);
		await pass(990);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([false, false]);
		await pass(20);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([true, true]);
	});

	it('is over at once when there is no time', () => {
		const deadline = startDeadline(0);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([true, true]);
	});

	it('gives one second more for each 128 kB, also while the time runs', async () => {
		const deadline = startDeadline(1_000);
		deadline.extend(128 * 1024);
		await pass(1_500);
		deadline.extend(64 * 1024);
		await pass(990);
		expect(deadline.isOver()).toBe(false);
		await pass(20);
		expect(deadline.isOver()).toBe(true);
	});

	it('does not abort after the request has ended', async () => {
		const deadline = startDeadline(1_000);
		deadline.end();
		await pass(2_000);
		expect([deadline.isOver(), deadline.signal.aborted]).toEqual([false, false]);
	});

	it('aborts without being over when someone stops the execution', () => {
		const execution = new AbortController();
		const running = startDeadline(1_000, execution.signal);
		const ended = startDeadline(1_000, execution.signal);
		ended.end();
		execution.abort();
		expect([running.signal.aborted, running.isOver()]).toEqual([true, false]);
		expect(ended.signal.aborted).toBe(false);
		expect(startDeadline(1_000, execution.signal).signal.aborted).toBe(true);
	});
});

describe('atTimes', () => {
	/** Looks at these times; each look takes 50 milliseconds, and the one of this number finds something. */
	function look(times: number[], found = Infinity, stop?: AbortSignal) {
		const began = performance.now();
		const looks: number[] = [];
		const ended = atTimes(times, stop, async () => {
			looks.push(Math.round((performance.now() - began) / 10) * 10);
			await new Promise((resolve) => setTimeout(resolve, 50));
			return looks.length === found;
		});
		return { looks, ended };
	}

	it('looks at each time, counted from the beginning, until there is no more', async () => {
		const { looks, ended } = look([100, 300, 320, 500]);
		await pass(1_000);
		await ended;
		expect(looks).toEqual([100, 300, 350, 500]);
	});

	it('looks no more when something was found', async () => {
		const { looks, ended } = look([100, 200, 300], 2);
		await pass(1_000);
		await ended;
		expect(looks).toEqual([100, 200]);
	});

	it('looks no more when someone stops the execution, and does not fail', async () => {
		const execution = new AbortController();
		const { looks, ended } = look([100, 200], Infinity, execution.signal);
		await pass(160);
		execution.abort();
		await ended;
		await pass(1_000);
		expect(looks).toEqual([100]);
	});
});
