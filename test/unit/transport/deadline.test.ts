import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import {
	atTimes,
	pause,
	startDeadline,
	within,
} from '../../../nodes/Signaturit/transport/deadline';

/** Registers hooks in whose tests time passes by `pass` alone. */
function useFakeTime() {
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
}

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

describe('startDeadline', () => {
	useFakeTime();

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
	useFakeTime();

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

const LONG = 600_000;
const SHARED = AbortSignal;

/** Set in what this file runs: all test files of a worker share `AbortSignal`, and what others began may go on. */
const own = new AsyncLocalStorage<true>();

/** Runs a task. @returns the timers that it has made: their times, and what they have given */
async function timersOf(task: () => Promise<unknown>) {
	const timeout = jest.fn((milliseconds: number) => SHARED.timeout(milliseconds));
	const watch = (milliseconds: number) =>
		own.getStore() ? timeout(milliseconds) : SHARED.timeout(milliseconds);
	const watched = Object.assign(Object.create(SHARED) as typeof SHARED, { timeout: watch });
	globalThis.AbortSignal = watched;
	try {
		await own.run(true, task);
	} finally {
		globalThis.AbortSignal = SHARED;
	}
	const { calls, results } = timeout.mock;
	return { times: calls.flat(), signals: results.map(({ value }) => value as AbortSignal) };
}

/** Runs a task, and counts the listeners that are left at the signals of its timers. */
async function listenersLeftBy(task: () => Promise<unknown>): Promise<number[]> {
	const { signals } = await timersOf(task);
	return signals.map((signal) => getEventListeners(signal, 'abort').length);
}

describe('pause', () => {
	it('waits as long as it is told to, with any number', async () => {
		const { times } = await timersOf(async () => {
			for (const milliseconds of [20, 20.4, 0, -1]) await pause(milliseconds);
		});
		expect(times).toEqual([20, 21, 0, 0]);
	});

	it('fails at once when it is stopped, before or meanwhile', async () => {
		const execution = new AbortController();
		const waiting = pause(LONG, execution.signal);
		execution.abort();
		await expect(waiting).rejects.toThrow('The execution was stopped');
		await expect(pause(LONG, execution.signal)).rejects.toThrow('The execution was stopped');
	});

	it('leaves nothing behind at the execution, nor a timer when it is stopped', async () => {
		const execution = new AbortController();
		await pause(1, execution.signal);
		expect(getEventListeners(execution.signal, 'abort')).toEqual([]);
		const left = await listenersLeftBy(async () => {
			const waiting = pause(LONG, execution.signal);
			execution.abort();
			await expect(waiting).rejects.toThrow('stopped');
		});
		expect(left).toEqual([0]);
	});

	it('is not stopped by what happens after it', async () => {
		const execution = new AbortController();
		await pause(1, execution.signal);
		execution.abort();
	});
});

describe('within', () => {
	it('gives the result of a task that ends in time', async () => {
		await expect(within(LONG, Promise.resolve('done'))).resolves.toBe('done');
		await expect(within(LONG, Promise.reject(new Error('no')))).rejects.toThrow('no');
	});

	it('leaves no timer behind when the task ends in time', async () => {
		const left = await listenersLeftBy(async () => await within(LONG, Promise.resolve('done')));
		expect(left).toEqual([0]);
	});

	it('gives nothing when the task takes longer', async () => {
		await expect(within(1, new Promise(() => undefined))).resolves.toBeUndefined();
	});
});
