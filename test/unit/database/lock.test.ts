import fc from 'fast-check';
import { until } from '../../workflow/engine/until';
import { moment } from '../moment';
import { newProcess, newTrigger, sharedDatabase, type Process } from '../trigger/memory/processes';

const database = sharedDatabase();
/** For tests in which nobody dies, however slow the machine is. */
const patient = [newProcess(60_000), newProcess(60_000)] as const;
/** Their tasks take far less than their patience, also on a busy machine. */
const [first, second] = [newProcess(100), newProcess(100)];

const LATEST = { mode: 'latestIncrementalKey' } as const;
const LOCKED = Number.MIN_SAFE_INTEGER;

afterEach(() => jest.restoreAllMocks());

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
				await until(() => database.values('workflow', row).length === 0);
			}),
			{ numRuns: 50 },
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
		const over = async () => {
			await until(() => database.values('workflow', row).length === 0);
		};
		await Promise.all([next(), next(), next()]);
		await over();
		// It is taken and given back.
		expect(writes).toBe(2);
		await next();
		await over();
		expect(writes).toBe(4);
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
		expect(writes).toBe(2);
	});

	it('is taken anew for each task when no time is left to share it', async () => {
		const { lock, delays } = newProcess(60_000);
		delays.lock = { ...delays.lock, shared: 0 };
		const { helpers, row } = newTrigger();
		const taken = jest.spyOn(database, 'clearAllProcessedItems');
		jest.spyOn(Date, 'now').mockReturnValue(1_790_000_000_000);
		const task = async () =>
			await lock.withLock(helpers, row.workflow.id, async () => taken.mock.calls.length);
		expect(await Promise.all([task(), task(), task()])).toEqual([0, 1, 2]);
	});

	it('is the row of the workflow, not of a node, and no other rows are touched', async () => {
		const { lock } = newProcess(60_000);
		const { helpers, row } = newTrigger();
		const recorded = jest.spyOn(database, 'checkProcessedAndRecord');
		const cleared = jest.spyOn(database, 'clearAllProcessedItems');
		await lock.withLock(helpers, row.workflow.id, async () => undefined);
		await until(() => database.values('workflow', row).length === 0);
		const scopes = [...recorded.mock.calls, ...cleared.mock.calls].flat();
		expect(scopes.filter((each) => each === 'workflow')).toHaveLength(2);
		expect(scopes).not.toContain('node');
	});

	it('is given back between tasks when they never end, so that another process has its turn', async () => {
		const { lock, delays } = newProcess(60_000);
		delays.lock = { ...delays.lock, pause: [0, 5], shared: 0 };
		const { helpers, row } = newTrigger();
		let isDone = false;
		let tasks = 0;
		const endless = async () => {
			await lock.withLock(helpers, row.workflow.id, async () => await moment());
			if (!isDone && ++tasks < 100_000) await endless();
		};
		const many = Promise.all(Array.from({ length: 20 }, endless));
		await moment(5);
		const [{ lock: other }] = patient;
		await other.withLock(helpers, row.workflow.id, async () => {
			isDone = true;
		});
		await many;
		expect(tasks).toBeLessThan(100_000);
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

	it('leaves the row of Remove Duplicates alone also after a task', async () => {
		const { lock, delays } = newProcess(60_000);
		// So the second task begins only after the first one has given the lock back.
		delays.lock = { ...delays.lock, shared: 0 };
		const { helpers, row } = newTrigger();
		await helpers.checkProcessedAndRecord([5], 'workflow', LATEST);
		for (const result of ['one', 'two']) {
			const task = async () => {
				expect(database.values('workflow', row)).toEqual([5]);
				return result;
			};
			expect(await lock.withLock(helpers, row.workflow.id, task)).toBe(result);
		}
	});

	it('is waited for with tickets that differ, also by those who come at the same moment', async () => {
		const { helpers, row } = newTrigger();
		const tickets: number[] = [];
		const offer = jest.spyOn(helpers, 'checkProcessedAndRecord');
		offer.mockImplementation(async (offered) => {
			tickets.push(Math.max(...offered.map(Number)));
			return { new: [LOCKED], processed: [] };
		});
		const now = jest.spyOn(Date, 'now').mockReturnValue(1_790_000_000_000);
		// Each draws its ticket, and then its patience.
		const drawn = [0.5, 0, 0.500_001, 0];
		const lot = jest.spyOn(Math, 'random').mockImplementation(() => drawn.shift() ?? 0);
		await Promise.all(
			patient.map(async ({ lock }) => {
				await lock.withLock(helpers, row.workflow.id, async () => undefined);
			}),
		);
		now.mockRestore();
		lot.mockRestore();
		expect(new Set(tickets).size).toBe(patient.length);
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

describe('the time of the lock', () => {
	const STEP = 100;
	const ENTRIES = { mode: 'entries' } as const;
	/** How long a holder has to do nothing until it counts as dead, at most. */
	const PATIENCE = 15_000;
	const four = [1, 2, 3, 4].map(() => newProcess(PATIENCE / 1.5));
	const [one, two, three] = four as [Process, Process, Process];

	/** Lets time pass for all processes. Without it, those that wait stand still. */
	const pass = async (time: number) => {
		for (let passed = 0; passed < time; passed += STEP) {
			jest.advanceTimersByTime(STEP);
			await moment(8);
		}
	};
	const gate = () => {
		let open = (): void => undefined;
		const opened = new Promise<void>((resolve) => {
			open = resolve;
		});
		return { open, opened };
	};
	const died = async ({ helpers }: ReturnType<typeof newTrigger>) =>
		await helpers.checkProcessedAndRecord([LOCKED], 'workflow', LATEST);

	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it('ends before another one takes the lock, so a holder that stood still does not write', async () => {
		const { helpers, row } = newTrigger();
		const { open, opened } = gate();
		const write = async (process: Process, before: Promise<void>) =>
			await process.lock.withLock(helpers, row.workflow.id, async (timely) => {
				await before;
				return (await timely.checkProcessedAndRecord(['a'], 'node', ENTRIES)).new;
			});
		const standing = write(one, opened).catch(String);
		await pass(STEP);
		const next = write(two, Promise.resolve());
		await pass(PATIENCE + STEP);
		expect(await next).toEqual(['a']);
		await helpers.clearAllProcessedItems('node', ENTRIES);
		open();
		expect(await standing).toMatch(/stood still .* for 16 seconds/);
		expect(database.values('node', row)).toEqual([]);
	});

	it('ends at its very last moment: then nothing is written, and the row is left to others', async () => {
		const { lock, delays } = newProcess(9_000);
		delays.lock = { ...delays.lock, held: 3_000 };
		const { helpers, row } = newTrigger();
		const writeAfter = async (milliseconds: number) => {
			const writing = lock.withLock(helpers, row.workflow.id, async (timely) => {
				jest.setSystemTime(Date.now() + milliseconds);
				return (await timely.checkProcessedAndRecord(['a'], 'node', ENTRIES)).new;
			});
			const result = await writing.catch(String);
			await moment(8);
			return [result, database.values('workflow', row).length];
		};
		expect(await writeAfter(2_999)).toEqual([['a'], 0]);
		await pass(STEP);
		await helpers.clearAllProcessedItems('node', ENTRIES);
		expect(await writeAfter(3_000)).toEqual([
			'Error: n8n stood still or its database was slow for 3 seconds. Another execution may have done the same meanwhile, so this one has stopped. If it was not done, retry this execution.',
			1,
		]);
		expect(database.values('node', row)).toEqual([]);
	});

	it('ends during a write, and then the holder fails, and leaves the lock to the next one', async () => {
		const { helpers, row } = newTrigger();
		const [stall, last] = [gate(), gate()];
		database.beforeWrite = async (scope) => {
			if (scope === 'node') await stall.opened;
		};
		const { withLock } = one.lock;
		const standing = withLock(helpers, row.workflow.id, async (timely) => {
			await timely.checkProcessedAndRecord(['a'], 'node', ENTRIES);
		}).catch(String);
		await pass(STEP);
		let isHeld = false;
		const next = two.lock.withLock(helpers, row.workflow.id, async () => {
			isHeld = true;
			await last.opened;
		});
		await until(
			() => isHeld,
			async () => await pass(STEP),
		);
		stall.open();
		expect(await standing).toMatch(/stood still/);
		await moment(8);
		expect(database.values('workflow', row)).toHaveLength(1);
		last.open();
		await next;
		await pass(2 * STEP);
		expect(database.values('workflow', row)).toEqual([]);
	});

	it('is not cut short by those who have waited for the holder before', async () => {
		for (let round = 0; round < 5; round++) {
			const trigger = newTrigger();
			const { helpers, row } = trigger;
			await died(trigger);
			const { seen, task } = observer();
			const waiting = four.map(
				async ({ lock }, index) =>
					await lock.withLock(helpers, row.workflow.id, task(index, 50, false)),
			);
			for (let holder = 0; holder < 3; holder++) {
				await pass(PATIENCE / 1.5 - STEP);
				expect(seen.most).toBe(0);
				await helpers.clearAllProcessedItems('workflow', LATEST);
				await died(trigger);
			}
			await pass(2 * PATIENCE);
			await Promise.all(waiting);
			expect(seen.most).toBe(1);
		}
	});

	it.each([
		['before one whose clock is right', 0],
		['after one, which it outbids and then dies', 1],
	])('does not depend on clocks: one that is fast waits %s', async (_, place) => {
		const trigger = newTrigger();
		const { helpers, row } = trigger;
		await died(trigger);
		const { seen, task } = observer();
		const now = Date.now();
		const waiting: Array<Promise<number>> = [];
		for (const [index, { lock }] of [one, two].entries()) {
			// In this test it is still ahead when the time is over, so it never takes the lock over.
			jest.setSystemTime(now + (index === place ? 7 * 60_000 : 0));
			waiting.push(lock.withLock(helpers, row.workflow.id, task(index, 5, false)));
			await moment(30);
		}
		jest.setSystemTime(now);
		await pass(5 * PATIENCE);
		await Promise.all(waiting);
		expect(seen).toEqual({ most: 1, done: expect.arrayContaining([0, 1]) });
	});

	it.each([-5, 0, 1, 5, 1_700_000_000_000])(
		'is not waited for when Remove Duplicates keeps the number %d there',
		async (number) => {
			const { helpers, row } = newTrigger();
			await helpers.checkProcessedAndRecord([number], 'workflow', LATEST);
			expect(await three.lock.withLock(helpers, row.workflow.id, async () => 'done')).toBe('done');
			expect(database.values('workflow', row)).toEqual([number]);
		},
	);

	it('lets all go on whose process lives, and a value be new once, whoever dies or stands still', async () => {
		const plans = fc.array(
			fc.record({
				process: fc.nat(3),
				delay: fc.nat(100),
				kind: fc.constantFrom('lives', 'lives', 'lives', 'stands still', 'dies'),
				value: fc.constantFrom('a', 'b', 'c'),
			}),
			{ minLength: 2, maxLength: 12 },
		);
		await fc.assert(
			fc.asyncProperty(plans, async (tasks) => {
				const { helpers, row } = newTrigger();
				const isNew: unknown[] = [];
				const dead = new Set<number>();
				const ends = tasks.map(async ({ process, delay, kind, value }) => {
					await new Promise((resolve) => setTimeout(resolve, delay * STEP));
					const { lock } = four[process] as Process;
					await lock.withLock(helpers, row.workflow.id, async (timely) => {
						if (kind === 'dies') {
							dead.add(process);
							await gate().opened;
						}
						const time = kind === 'lives' ? STEP : 3 * PATIENCE;
						await new Promise((resolve) => setTimeout(resolve, time));
						isNew.push(...(await timely.checkProcessedAndRecord([value], 'node', ENTRIES)).new);
					});
				});
				const results = tasks.map((): string | undefined => undefined);
				ends.forEach((end, index) => {
					const settle = (result: string) => () => {
						results[index] = result;
					};
					end.then(settle('lives'), settle('stands still'));
				});
				const left = () =>
					tasks.filter(({ process }, index) => !dead.has(process) && !results[index]);
				for (let time = 0; left().length > 0 && time < 100; time++) await pass(PATIENCE / 3);
				expect(left()).toEqual([]);
				expect(tasks).toEqual(
					tasks.map((task, index) => ({ ...task, kind: results[index] ?? task.kind })),
				);
				expect(new Set(isNew).size).toBe(isNew.length);
				expect(isNew.sort()).toEqual([...database.values('node', row)].sort());
			}),
			{ numRuns: 50 },
		);
	}, 60_000);
});
