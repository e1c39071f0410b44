import fc from 'fast-check';
import {
	moment,
	newProcess,
	newTrigger,
	sharedDatabase,
	type Process,
} from '../trigger/memory/processes';

const database = sharedDatabase();
/** For tests in which nobody dies, however slow the machine is. */
const patient = [newProcess(60_000), newProcess(60_000)] as const;
/** Their tasks take far less than their patience, also on a busy machine. */
const [first, second] = [newProcess(100), newProcess(100)];

const LATEST = { mode: 'latestIncrementalKey' } as const;
const LOCKED = Number.MIN_SAFE_INTEGER;

/** Notes which tasks run, and how many at once. */
function observer() {
	let running = 0;
	const seen = { most: 0, done: [] as number[] };
	const task = (number: number, turns: number, fails: boolean) => async () => {
		running++;
		seen.most = Math.max(seen.most, running);
		await moment(turns);
		running--;
		seen.done.push(number);
		if (fails) throw new Error(`task ${number}`);
		return number;
	};
	return { seen, task };
}

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
				while (database.values('workflow', row).length > 0) await moment();
			}),
			{ numRuns: 50 },
		);
	});

	it('is kept for tasks that come close together, and given back afterwards', async () => {
		const { lock, delays } = newProcess(60_000);
		delays.lock = { ...delays.lock, linger: 60_000 };
		const { helpers, row } = newTrigger();
		let writes = 0;
		database.beforeWrite = () => {
			writes++;
		};
		const next = async () => await lock.withLock(helpers, row.workflow.id, async () => undefined);
		for (let count = 0; count < 3; count++) await next();
		expect(writes).toBe(1);
		delays.lock = { ...delays.lock, linger: 0 };
		await next();
		while (database.values('workflow', row).length > 0) await moment();
		expect(writes).toBe(2);
	});

	it('is given back between tasks when they never end, so that another process has its turn', async () => {
		const { lock, delays } = newProcess(60_000);
		delays.lock = { ...delays.lock, pause: [0, 5], shared: 0 };
		const { helpers, row } = newTrigger();
		let isDone = false;
		const endless = async () => {
			await lock.withLock(helpers, row.workflow.id, async () => await moment());
			if (!isDone) await endless();
		};
		const many = Promise.all(Array.from({ length: 20 }, endless));
		await moment(5);
		const [{ lock: other }] = patient;
		await other.withLock(helpers, row.workflow.id, async () => {
			isDone = true;
		});
		await many;
	});

	it('fails at once where no row can ever be made, as in a workflow that was never saved', async () => {
		const { lock } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		database.beforeWrite = () => {
			throw new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed');
		};
		const task = jest.fn();
		await expect(lock.withLock(helpers, row.workflow.id, task)).rejects.toThrow('FOREIGN KEY');
		expect(task).not.toHaveBeenCalled();
	});

	it('is taken from a holder that has died, by one process after the other', async () => {
		for (let round = 0; round < 10; round++) {
			const { helpers, row } = newTrigger();
			await helpers.checkProcessedAndRecord([LOCKED], 'workflow', LATEST);
			const { seen, task } = observer();
			await Promise.all(
				[first, second].map(
					async ({ lock }, index) =>
						await lock.withLock(helpers, row.workflow.id, task(index, 300, false)),
				),
			);
			expect(seen).toEqual({ most: 1, done: expect.arrayContaining([0, 1]) });
		}
	});

	it('is not taken from a holder that lives when the one before took as long', async () => {
		for (let round = 0; round < 5; round++) {
			const { helpers, row } = newTrigger();
			let isDone = false;
			let running = 0;
			const untilSuspected = async () => {
				running++;
				while (!isDone && database.values('workflow', row)[0] !== LOCKED + 1) await moment();
				expect(running).toBe(1);
				running--;
			};
			const [{ lock: others }] = patient;
			const waiting = async () => {
				await moment();
				await first.lock.withLock(helpers, row.workflow.id, async () => {
					expect(running).toBe(0);
				});
				isDone = true;
			};
			await Promise.all([
				others.withLock(helpers, row.workflow.id, untilSuspected),
				others.withLock(helpers, row.workflow.id, untilSuspected),
				waiting(),
			]);
		}
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

	it('is given up when the database fails for long', async () => {
		const { helpers, row } = newTrigger();
		database.beforeWrite = () => {
			throw new Error('The database fails');
		};
		const task = jest.fn();
		const failing = first.lock.withLock(helpers, row.workflow.id, task);
		await expect(failing).rejects.toThrow('The database fails');
		expect(task).not.toHaveBeenCalled();
	});

	it.each([
		['a number', LATEST, [5]],
		['a date', { mode: 'latestDate' } as const, [1_700_000_000_000]],
		['values', { mode: 'entries' } as const, ['a', 'b']],
	])(
		'leaves a row alone in which Remove Duplicates keeps %s, and runs the task',
		async (_, mode, values) => {
			const { helpers, row } = newTrigger();
			await helpers.checkProcessedAndRecord(values, 'workflow', mode);
			expect(await first.lock.withLock(helpers, row.workflow.id, async () => 'done')).toBe('done');
			expect(database.values('workflow', row)).toEqual(values);
		},
	);

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
