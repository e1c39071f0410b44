import fc from 'fast-check';
import { until } from '../../workflow/engine/until';
import { moment } from '../moment';
import { newProcess, newTrigger, sharedDatabase, type Process } from '../trigger/memory/processes';
import { LATEST, LOCKED, observer } from './lockTasks';

const database = sharedDatabase();

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

	it.each(['checkProcessedAndRecord', 'removeProcessed'] as const)(
		'ends between reading and writing: then %s does not write over what the next holder has written',
		async (call) => {
			const { helpers, row } = newTrigger();
			await helpers.checkProcessedAndRecord(['a'], 'node', ENTRIES);
			const { open, opened } = gate();
			let reads = 0;
			database.afterRead = async (scope) => {
				if (scope === 'node' && ++reads === 1) await opened;
			};
			const record = async (process: Process, name: typeof call, value: string) =>
				await process.lock.withLock(helpers, row.workflow.id, async (timely) => {
					await timely[name]([value], 'node', ENTRIES);
				});
			const standing = record(one, call, 'a').catch(String);
			await pass(STEP);
			const next = record(two, 'checkProcessedAndRecord', 'b');
			await pass(PATIENCE + STEP);
			await next;
			open();
			expect(await standing).toMatch(/stood still/);
			expect(database.values('node', row)).toEqual(['a', 'b']);
		},
	);

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
