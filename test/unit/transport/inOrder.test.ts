import fc from 'fast-check';
import { inOrder, mapBounded } from '../../../nodes/Signaturit/transport/concurrency';
import { moment } from '../moment';

/** A task that ends when fast-check decides, and a record of how the tasks ran. */
function tasks(scheduler: fc.Scheduler, fails: (index: number) => boolean = () => false) {
	const record = { started: [] as number[], inFlight: 0, peak: 0, startedAfterFailure: 0 };
	let failed = false;
	const task = async (index: number) => {
		record.started.push(index);
		if (failed) record.startedAfterFailure++;
		record.inFlight++;
		record.peak = Math.max(record.peak, record.inFlight);
		await scheduler.schedule(Promise.resolve());
		record.inFlight--;
		if (fails(index)) {
			failed = true;
			throw new Error(`task ${index}`);
		}
		return index * 10;
	};
	return { task, record };
}

const count = fc.integer({ min: 0, max: 40 });
const width = fc.integer({ min: 1, max: 8 });

describe('mapBounded', () => {
	it('starts tasks and returns results in index order, whichever ends first, and runs at most the given number at once', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), count, width, async (scheduler, total, atOnce) => {
				const { task, record } = tasks(scheduler);
				const results = await scheduler.waitFor(mapBounded(total, atOnce, task));
				const indices = Array.from({ length: total }, (_, index) => index);
				expect(record.started).toEqual(indices);
				expect(results).toEqual(indices.map((index) => index * 10));
				expect(record.peak).toBe(Math.min(total, atOnce));
			}),
		);
	});

	it('after a failure starts no further task, waits for those in flight, and throws the error with the lowest index', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.integer({ min: 1, max: 40 }),
				width,
				fc.uniqueArray(fc.nat(39), { minLength: 1, maxLength: 5 }),
				async (scheduler, total, atOnce, failing) => {
					const bad = failing.map((index) => index % total);
					const { task, record } = tasks(scheduler, (index) => bad.includes(index));
					const outcome = mapBounded(total, atOnce, task).then(
						() => 'no error',
						(error: Error) => ({ message: error.message, inFlight: record.inFlight }),
					);
					const first = Math.min(...bad.filter((index) => index < total));
					expect(await scheduler.waitFor(outcome)).toEqual({
						message: expect.stringMatching(/^task \d+$/),
						inFlight: 0,
					});
					const failed = record.started.filter((index) => bad.includes(index));
					expect(await outcome).toMatchObject({ message: `task ${Math.min(...failed)}` });
					expect(record.startedAfterFailure).toBe(0);
					if (atOnce === 1) expect(record.started).toHaveLength(first + 1);
				},
			),
		);
	});
});

describe('inOrder', () => {
	it('runs until the count is reached that a task has found out', async () => {
		const bounds = { count: Infinity, width: 2 };
		const started: number[] = [];
		const task = async (index: number) => {
			started.push(index);
			if (index === 5) bounds.count = 6;
			await Promise.resolve();
			return index;
		};
		const results: number[] = [];
		for await (const result of inOrder(bounds, task)) results.push(result);
		expect(results).toEqual([0, 1, 2, 3, 4, 5]);
		expect(started.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(started.length).toBeLessThanOrEqual(7);
	});

	it('runs more tasks at once when the width grows', async () => {
		const bounds = { count: 12, width: 1 };
		let inFlight = 0;
		const peaks: number[] = [];
		const task = async () => {
			peaks.push(++inFlight);
			await Promise.resolve();
			inFlight--;
			bounds.width = Math.min(4, bounds.width + 1);
		};
		let ended = 0;
		for await (const _ of inOrder(bounds, task)) ended++;
		expect(ended).toBe(12);
		expect(peaks[0]).toBe(1);
		expect(Math.max(...peaks)).toBeLessThanOrEqual(4);
		expect(Math.max(...peaks)).toBeGreaterThan(1);
	});

	it('starts no further task when no more results are wanted, and waits for those in flight', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), width, fc.nat(9), async (scheduler, atOnce, last) => {
				const { task, record } = tasks(scheduler);
				const readSome = async () => {
					let wanted = last;
					for await (const result of inOrder({ count: 40, width: atOnce }, task)) {
						if (wanted-- === 0) return { result, started: record.started.length };
					}
					return undefined;
				};
				const { result, started } = (await scheduler.waitFor(readSome())) ?? {};
				expect(result).toBe(last * 10);
				expect(record).toMatchObject({ inFlight: 0, started: { length: started } });
			}),
		);
	});

	it('fails with the error of a task that runs ahead when no more results are wanted', async () => {
		const task = async (index: number) => {
			await Promise.resolve();
			if (index === 1) throw new Error('task 1');
			return index;
		};
		const readOne = async () => {
			for await (const result of inOrder({ count: 3, width: 2 }, task)) return result;
			return undefined;
		};
		await expect(readOne()).rejects.toThrow('task 1');
	});
});

describe('staggered starts', () => {
	/** Runs four tasks of many steps, of which the one with the index `failing` fails at once. */
	const begin = async (width: number, failing = -1) => {
		const log: string[] = [];
		const task = async (index: number) => {
			log.push(`${index} begins`);
			for (let step = 0; step < 20; step++) await Promise.resolve();
			log.push(`${index} has sent`);
			if (index === failing) throw new Error('No');
			await moment(20);
		};
		const run = mapBounded(4, width, task, 'staggered');
		const [settled] = await Promise.allSettled([run]);
		return { log, status: settled.status };
	};
	const alone = (index: number) => [`${index} begins`, `${index} has sent`];

	it('are each in their own turn of the event loop, in order, however long the tasks take', async () => {
		const { log } = await begin(4);
		expect(log).toEqual([0, 1, 2, 3].flatMap(alone));
	});

	it('are no more after a failure', async () => {
		const { log, status } = await begin(4, 1);
		expect({ log, status }).toEqual({ log: [0, 1].flatMap(alone), status: 'rejected' });
	});

	it('cost no time when the next task has to wait anyway', async () => {
		const timer = jest.spyOn(globalThis, 'setTimeout');
		await begin(1);
		expect(timer).not.toHaveBeenCalled();
		await begin(4);
		expect(timer).toHaveBeenCalledTimes(3);
		timer.mockRestore();
	});
});
