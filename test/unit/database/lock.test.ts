import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { until } from '../../workflow/engine/until';
import { moment } from '../moment';
import { propertyRuns } from '../propertyRuns';
import { newProcess, newTrigger, sharedDatabase, type Process } from '../trigger/processes';
import { PATIENCE, settled, STEP, useSimulatedTime } from './lockModel';
import { LATEST, LOCKED, observer } from './lockTasks';

const database = sharedDatabase();
/** For tests in which nobody dies, however slow the machine is. */
const patient = [newProcess(60_000), newProcess(60_000)] as const;
/** For tests of what follows when a patience is over. */
const [first, second] = [newProcess(100), newProcess(100)];

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('the lock', () => {
	it('lets one task run at once, whichever process it is in and whether tasks fail, and runs each once', async () => {
		const tasks = fc.array(
			fc.record({ process: fc.nat(1), delay: fc.nat(5), turns: fc.nat(5), fails: fc.boolean() }),
			{ minLength: 2, maxLength: 12 },
		);
		await fc.assert(
			fc.asyncProperty(tasks, async (plans) => {
				const { helpers, row } = newTrigger();
				const { seen, task } = observer();
				const results = await Promise.allSettled(
					plans.map(async ({ process, delay, turns, fails }, index) => {
						await moment(delay);
						const { lock } = patient[process] as Process;
						return await lock.withLock(helpers, row.workflow.id, task(index, turns, fails));
					}),
				);
				expect(seen.most).toBe(1);
				expect(seen.done.sort((a, b) => a - b)).toEqual(plans.map((_, index) => index));
				expect(results.map(({ status }) => status)).toEqual(
					plans.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
				);
				// The result does not wait for it.
				await until(() => database.values('workflow', row).length === 0);
			}),
			{ numRuns: propertyRuns(20) },
		);
	});

	it('is shared by tasks that wait at the same moment, and given back afterwards', async () => {
		const { lock } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		let writes = 0;
		database.beforeWrite = () => {
			writes++;
		};
		const next = async () => await lock.withLock(helpers, row.workflow.id, async () => undefined);
		const over = async () => await until(() => database.values('workflow', row).length === 0);
		await next();
		await over();
		// It is taken and given back. The first time, n8n had a row to refuse.
		expect(writes).toBe(3);
		await Promise.all([next(), next(), next()]);
		await over();
		expect(writes).toBe(5);
	});

	it('is shared by tasks that come while it is held', async () => {
		const { lock } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		let writes = 0;
		database.beforeWrite = () => {
			writes++;
		};
		const chain = async (left: number): Promise<void> => {
			const next = await lock.withLock(helpers, row.workflow.id, async () => {
				await moment();
				return left > 0 ? { ended: chain(left - 1) } : undefined;
			});
			await next?.ended;
		};
		await chain(5);
		await until(() => database.values('workflow', row).length === 0);
		// It is taken, with a look at n8n, and given back.
		expect(writes).toBe(3);
	});

	it('is taken anew when the time to share it is over', async () => {
		const { lock, delays } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		const taken = jest.spyOn(database, 'clearAllProcessedItems');
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const task = async () =>
			await lock.withLock(helpers, row.workflow.id, async () => {
				// It is shared for half of a step.
				now += (delays.step * 2) / 3;
				return taken.mock.calls.length;
			});
		expect(await Promise.all([task(), task(), task()])).toEqual([0, 1, 2]);
	});

	it('is followed by a pause for other processes only when the time to share it is over', async () => {
		const { lock, delays } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		const timers = jest.spyOn(globalThis, 'setTimeout');
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const { step } = delays;
		const pausesAfter = async (time: number) => {
			const task = async () => {
				now += time;
			};
			await lock.withLock(helpers, row.workflow.id, task);
			await until(() => database.values('workflow', row).length === 0);
			await moment(5);
			return timers.mock.calls.filter(([, pause]) => pause === step / 40).length;
		};
		expect([await pausesAfter(1), await pausesAfter(1)]).toEqual([0, 0]);
		expect(await pausesAfter(step / 2)).toBe(1);
	});

	it('is the row of the workflow, not of a node, and no other rows are touched', async () => {
		const { lock } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		const recorded = jest.spyOn(database, 'checkProcessedAndRecord');
		const cleared = jest.spyOn(database, 'clearAllProcessedItems');
		await lock.withLock(helpers, row.workflow.id, async () => undefined);
		await until(() => database.values('workflow', row).length === 0);
		const scopes = [...recorded.mock.calls, ...cleared.mock.calls].flat();
		// Two bids at once, one more with the row in hand, and the end.
		expect(scopes.filter((each) => each === 'workflow')).toHaveLength(4);
		expect(scopes).not.toContain('node');
	});

	it('is given back between tasks when they never end, so that another process has its turn', async () => {
		const { lock } = newProcess(1_200);
		const { helpers, row } = newTrigger();
		let isDone = false;
		let tasks = 0;
		const endless = async () => {
			await lock.withLock(helpers, row.workflow.id, async () => await moment());
			if (!isDone && ++tasks < 100_000) await endless();
		};
		const many = Promise.all(Array.from({ length: 20 }, endless));
		await moment(5);
		const { lock: other } = newProcess(1_200);
		await other.withLock(helpers, row.workflow.id, async () => {
			isDone = true;
		});
		await many;
		expect(tasks).toBeLessThan(100_000);
	});

	it.each([
		// In a workflow that was never saved, and in an n8n without its service for values.
		'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed',
		'Instance needs to initialized before use. Make sure to call init()',
	])('fails at once where no row can ever be made: %s', async (message) => {
		const { lock } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		database.beforeWrite = () => {
			throw new Error(message);
		};
		const task = jest.fn();
		await expect(lock.withLock(helpers, row.workflow.id, task)).rejects.toThrow(message);
		expect(task).not.toHaveBeenCalled();
	});

	it('is taken from a holder that has died, by one process after the other', async () => {
		const inSimulatedTime = [newProcess(PATIENCE), newProcess(PATIENCE)];
		useSimulatedTime();
		for (let round = 0; round < 10; round++) {
			const { helpers, row } = newTrigger();
			await helpers.checkProcessedAndRecord([LOCKED], 'workflow', LATEST);
			const { seen, task } = observer(sleep);
			const ends = inSimulatedTime.map(
				async ({ lock }, index) =>
					await lock.withLock(helpers, row.workflow.id, task(index, STEP, false)),
			);
			expect(await settled(ends, 3 * PATIENCE)).toBe(true);
			expect(seen).toEqual({ most: 1, done: expect.arrayContaining([0, 1]) });
		}
	});

	it('is waited for without writing to its row between two marks', async () => {
		const { helpers, row } = newTrigger();
		await helpers.checkProcessedAndRecord([LOCKED], 'workflow', LATEST);
		let writes = 0;
		database.beforeWrite = () => {
			writes++;
		};
		// No second mark is due.
		jest.spyOn(performance, 'now').mockReturnValue(0);
		const asked = jest.spyOn(database, 'checkProcessedAndRecord');
		const { lock } = newProcess(1_000);
		const done = lock.withLock(helpers, row.workflow.id, async () => 'done');
		await until(() => asked.mock.calls.length === 5);
		expect(writes).toBe(1);
		await helpers.clearAllProcessedItems('workflow', LATEST);
		expect(await done).toBe('done');
	});

	it('keeps what a task has done when it cannot be given back', async () => {
		const { helpers, row } = newTrigger();
		const done = first.lock.withLock(helpers, row.workflow.id, async () => {
			database.beforeWrite = () => {
				throw new Error('The database fails');
			};
			return 'done';
		});
		expect(await done).toBe('done');
		database.beforeWrite = () => undefined;
		expect(await second.lock.withLock(helpers, row.workflow.id, async () => 'next')).toBe('next');
	});

	it.each([
		['when the database fails for long', false],
		['when the database can be read but not written for long, while another one holds it', true],
	])('is given up %s', async (_, isHeld) => {
		const { helpers, row } = newTrigger();
		if (isHeld) await helpers.checkProcessedAndRecord([LOCKED], 'workflow', LATEST);
		database.beforeWrite = () => {
			throw new Error('The database fails');
		};
		const task = jest.fn();
		const failing = first.lock.withLock(helpers, row.workflow.id, task);
		await expect(failing).rejects.toThrow('The database fails');
		expect(task).not.toHaveBeenCalled();
	});

	it('waits when another process inserts the row at the same moment', async () => {
		const { helpers, row } = newTrigger();
		const { seen, task } = observer();
		let inserted = 0;
		const both = new Promise<void>((resolve) => {
			database.beforeWrite = async () => {
				if (++inserted === 2) resolve();
				if (inserted <= 2) await both;
			};
		});
		await Promise.all(
			patient.map(
				async ({ lock }, index) =>
					await lock.withLock(helpers, row.workflow.id, task(index, 3, false)),
			),
		);
		expect(inserted).toBeGreaterThan(2);
		expect(seen).toEqual({ most: 1, done: expect.arrayContaining([0, 1]) });
	});
});
