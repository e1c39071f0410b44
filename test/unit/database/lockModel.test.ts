import fc from 'fast-check';
import { newProcess } from '../trigger/processes';
import { newLadder } from './ladder';
import {
	HELD,
	live,
	PATIENCE,
	plans,
	settled,
	STEP,
	useSimulatedTime,
	type Plan,
} from './lockModel';
import { LATEST, LOCKED } from './lockTasks';
import { Table } from './table';

/** As many as a plan has at most, and those that take the place of dead ones. */
const processes = Array.from({ length: 9 }, () => newProcess(PATIENCE));

/** How many plans are lived, and for how many hand-overs. */
const PLANS = 6;
const HANDOVERS = 200;

/** For how many minutes others are lived then. `npm run prove` has sixty; what is under way is lived to its end. */
const MINUTES = Number(process.env.LOCK_MINUTES ?? 0);

const ENTRIES = { mode: 'entries' } as const;
const calm = () => ({ before: 1, between: 1, after: 1 });

/** Processes with events all the time, and nothing that goes wrong. */
const busy = (count: number, atOnce: number): Plan => ({
	pauses: Array.from({ length: count }, () => 0),
	statement: 3,
	atOnce,
	stalls: { often: 0, longest: 0 },
	failures: 0,
	deaths: [],
	seed: 1,
});

/** Lives until all of them have ended, but no longer than this many milliseconds, and returns how long it took. */
async function timeUntil(ends: Array<Promise<unknown>>, most: number): Promise<number> {
	const began = performance.now();
	expect(await settled(ends, most)).toBe(true);
	return performance.now() - began;
}

beforeEach(useSimulatedTime);
afterEach(() => {
	jest.useRealTimers();
});

describe('the lock, in a model of n8n in several processes', () => {
	it('has one holder at a time, loses no value, and lets everybody go on', async () => {
		const end = process.hrtime()[0] + MINUTES * 60;
		const property = fc.asyncProperty(plans, async (plan) => {
			const { lost, starving, wrong } = await live(plan, HANDOVERS, processes);
			expect({ lost, starving, wrong }).toEqual({ lost: 0, starving: 0, wrong: [] });
		});
		let count = 0;
		for (; count === 0 || process.hrtime()[0] < end; count += PLANS) {
			await fc.assert(property, { numRuns: PLANS });
		}
		if (MINUTES > 0) process.stderr.write(`${count} plans were lived.\n`);
	});

	// Each of more processes asks as often, however few tasks it has.
	it.each([2, 4])(
		'is asked for in vain at most once for two tasks of %d processes',
		async (count) => {
			const { asked, wrong } = await live(busy(count, 10), 50, processes);
			expect(wrong).toEqual([]);
			expect(asked).toBeLessThanOrEqual(0.5);
		},
	);

	it.each([2, 4])(
		'has a model that finds out a lock by tickets, of %d processes',
		async (count) => {
			const broken = Array.from({ length: count }, newLadder);
			const { lost, wrong } = await live(busy(count, 10), HANDOVERS, broken);
			expect(lost + wrong.length).toBeGreaterThan(0);
		},
	);

	it('costs those who wait the patience when its holder dies, and another patience for each dead waiter', async () => {
		for (const dead of [0, 1, 2]) {
			const table = new Table();
			const helpersOf = (id: number) => table.helpersOf(id, calm);
			const workflowId = `dead ${dead}`;
			await settled([helpersOf(9).checkProcessedAndRecord([LOCKED], 'workflow', LATEST)], HELD);
			const wait = async (id: number) => {
				await new Promise((resolve) => setTimeout(resolve, id * 1_500));
				await processes[id]?.lock.withLock(helpersOf(id), workflowId, async () => id);
			};
			const waiters = [0, 1, 2, 3].map(wait);
			// Each marks the row before it dies. The first ones have waited longest, so their marks are the highest.
			await settled([], 3 * STEP);
			for (let id = 0; id < dead; id++) table.dead.add(id);
			const most = (1 + dead) * (PATIENCE + 2 * STEP);
			expect(await timeUntil(waiters.slice(dead), most)).toBeGreaterThan(PATIENCE / 2);
		}
	});

	it('is taken again by a holder whose time is over before it writes, and nothing fails', async () => {
		const table = new Table();
		const record = async (id: number, stall: number) =>
			await processes[id]?.lock.withLock(table.helpersOf(id, calm), 'late', async (own) => {
				await new Promise((resolve) => setTimeout(resolve, stall));
				const { new: added } = await own.checkProcessedAndRecord(['a', id], 'node', ENTRIES);
				await new Promise((resolve) => setTimeout(resolve, stall));
				await own.removeProcessed([id], 'node', ENTRIES);
				return added;
			});
		const late = record(0, 2 * PATIENCE);
		const next = record(1, 0);
		await timeUntil([late, next], 8 * PATIENCE);
		expect(await Promise.all([late, next])).toEqual([[0], ['a', 1]]);
		expect([table.values('node'), table.lost]).toEqual([['a'], 0]);
		await settled([], HELD);
		expect(table.values('workflow')).toEqual([]);
	});

	it('is taken once more before a write when the answer that it was taken comes too late', async () => {
		const table = new Table();
		const punctual = table.helpersOf(0, calm);
		const late = table.helpersOf(0, () => ({ ...calm(), after: 2 * HELD }));
		/** When each call for the lock began. Its own row counts as left behind after 19 of them. */
		const asked: number[] = [];
		const lateCalls = 24;
		const helpers: typeof punctual = {
			...punctual,
			checkProcessedAndRecord: async (values, scope, options) => {
				if (scope === 'workflow') asked.push(performance.now());
				const isLate = scope === 'workflow' && asked.length <= lateCalls;
				const { checkProcessedAndRecord } = isLate ? late : punctual;
				return await checkProcessedAndRecord(values, scope, options);
			},
		};
		const written = processes[0]?.lock.withLock(helpers, 'answered late', async (own) => {
			await own.checkProcessedAndRecord(['a'], 'node', ENTRIES);
			return performance.now() - (asked.at(-1) ?? 0);
		});
		await timeUntil([Promise.resolve(written)], 30 * PATIENCE);
		expect(asked.length).toBeGreaterThan(lateCalls);
		expect(await written).toBeLessThan(HELD);
	});

	it('is given up, and nothing is written, when all answers come too late', async () => {
		const table = new Table();
		const helpers = table.helpersOf(0, () => ({ ...calm(), after: 2 * HELD }));
		const task = jest.fn();
		const failing = processes[0]?.lock.withLock(helpers, 'always late', task).catch(String);
		await timeUntil([Promise.resolve(failing)], 60 * PATIENCE);
		expect(await failing).toContain("n8n's database takes more than 12 seconds for an answer");
		expect(task).not.toHaveBeenCalled();
	});

	it('is not waited for again by its holder when each call takes seconds', async () => {
		const table = new Table();
		const slow = () => ({ before: 1_000, between: 500, after: 1_000 });
		const record = async (value: number) =>
			await processes[0]?.lock.withLock(table.helpersOf(0, slow), 'slow', async (own) => {
				await own.checkProcessedAndRecord([value], 'node', ENTRIES);
				await own.removeProcessed([value], 'node', ENTRIES);
			});
		// Each takes the lock, writes twice and gives it back.
		await timeUntil([1, 2, 3, 4, 5].map(record), 5 * HELD);
	});

	it.each([-5, 0, 5, 1_700_000_000_000, 1_700_000_000_000_000])(
		'is taken from a Remove Duplicates node that keeps the number %d there, and the log has a line',
		async (number) => {
			const table = new Table();
			const helpers = table.helpersOf(0, calm);
			await settled([helpers.checkProcessedAndRecord([number], 'workflow', LATEST)], HELD);
			const log = jest.fn();
			const { withLock } = newProcess(PATIENCE).lock;
			const done = withLock(helpers, `keeps ${number}`, async () => 'done', log);
			await timeUntil([done], 10 * PATIENCE);
			expect(log.mock.calls).toEqual([[expect.stringContaining('taken over')]]);
		},
	);

	it('fails with a reason when another node keeps a number there that is higher than all marks', async () => {
		const table = new Table();
		const helpers = table.helpersOf(0, calm);
		const highest = Number.MAX_SAFE_INTEGER;
		await settled([helpers.checkProcessedAndRecord([highest], 'workflow', LATEST)], HELD);
		const { withLock } = newProcess(PATIENCE).lock;
		const task = jest.fn();
		const failing = withLock(helpers, 'highest', task).catch(String);
		await timeUntil([failing], 20 * PATIENCE);
		expect(await failing).toContain('Set its Scope to Node');
		expect(task).not.toHaveBeenCalled();
		expect(table.values('workflow')).toEqual([highest]);
	});
});
