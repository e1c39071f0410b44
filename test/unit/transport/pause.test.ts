import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { pause, within } from '../../../nodes/Signaturit/transport/deadline';

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
