import fc from 'fast-check';
import { newProcess } from '../trigger/processes';
import { newLadder } from './ladder';
import {
	CALM,
	HELD,
	live,
	PATIENCE,
	plans,
	settled,
	STEP,
	TICK,
	useSimulatedTime,
	type Plan,
} from './lockModel';
import { LATEST, LOCKED, observer } from './lockTasks';
import { Table } from './table';

/** As many as a plan has at most, and those that take the place of dead ones. */
const processes = Array.from({ length: 9 }, () => newProcess(PATIENCE));

/** How many plans are lived, and for how many hand-overs. */
const PLANS = 4;
const HANDOVERS = 100;

/** For how many minutes others are lived then. `npm run prove` has sixty; what is under way is lived to its end. */
const MINUTES = Number(process.env.LOCK_MINUTES ?? 0);

const ENTRIES = { mode: 'entries' } as const;
const calm = () => CALM;

/** Processes with events all the time, and nothing that goes wrong. */
const busy = (count: number, atOnce: number): Plan => ({
	pauses: Array.from({ length: count }, () => 0),
	statement: 3,
	atOnce,
	stalls: { often: 0, longest: 0 },
	certain: [],
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

	it('is taken from a dead holder within two minutes, also when each call takes three seconds', async () => {
		const table = new Table();
		const helpers = table.helpersOf(0, () => ({ before: 1_000, between: 1_000, after: 1_000 }));
		const dead = table.helpersOf(1, calm).checkProcessedAndRecord([LOCKED], 'workflow', LATEST);
		await settled([dead], HELD);
		const next = processes[0]?.lock.withLock(helpers, 'slow calls', async () => undefined);
		expect(await timeUntil([Promise.resolve(next)], 120_000)).toBeGreaterThan(PATIENCE);
	});

	it('is not taken from a living holder by a mark that was written late into its row', async () => {
		const table = new Table();
		const began = performance.now();
		const sleep = async (time: number) => await new Promise((resolve) => setTimeout(resolve, time));
		const { seen, task } = observer(sleep);
		const run = async (id: number, time: number, weather: Parameters<Table['helpersOf']>[1]) =>
			await processes[id]?.lock.withLock(
				table.helpersOf(id, weather),
				'late mark',
				task(id, time, false),
			);
		// It is given back at 31.6 seconds.
		const first = run(0, HELD - 100, (kind) =>
			kind === 'clear' ? { ...CALM, before: 31_600 - (performance.now() - began) } : CALM,
		);
		await settled([], TICK);
		let marks = 0;
		const waiter = run(1, STEP, (kind) =>
			kind === 'mark' && ++marks === 8 ? { ...CALM, between: STEP } : CALM,
		);
		await settled([], 31_000);
		const next = run(2, HELD - 100, calm);
		await timeUntil([first, waiter, next], 8 * PATIENCE);
		expect(marks).toBeGreaterThan(8);
		expect(seen).toEqual({ most: 1, done: [0, 2, 1] });
	});

	it('is looked at once more when n8n has read the row: a write that begins late is made again', async () => {
		const table = new Table();
		const helpers = table.helpersOf(0, (kind) =>
			kind === 'record' && asked++ === 0 ? { ...CALM, before: 2 * PATIENCE } : CALM,
		);
		let asked = 0;
		const record = async (own: typeof helpers) =>
			(await own.checkProcessedAndRecord(['a'], 'node', ENTRIES)).new;
		const late = processes[0]?.lock.withLock(helpers, 'reads late', record);
		await timeUntil([Promise.resolve(late)], 8 * PATIENCE);
		expect(asked).toBe(2);
		expect(await late).toEqual(['a']);
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
		const late = table.helpersOf(0, () => ({ ...CALM, after: 2 * HELD }));
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
		const helpers = table.helpersOf(0, () => ({ ...CALM, after: 2 * HELD }));
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

	it.each([-5, 0, 5, 1_700_000_000_000_000, Number.MAX_SAFE_INTEGER])(
		'leaves a Remove Duplicates node the number %d, runs its tasks after a while, and says so',
		async (number) => {
			const table = new Table();
			const helpers = table.helpersOf(0, calm);
			await settled([helpers.checkProcessedAndRecord([number], 'workflow', LATEST)], HELD);
			const hint = jest.fn();
			const { withLock } = newProcess(PATIENCE).lock;
			const done = withLock(helpers, `keeps ${number}`, async () => 'done', jest.fn(), hint);
			await timeUntil([done], 10 * PATIENCE);
			expect(hint.mock.calls).toEqual([[expect.stringContaining('set its scope to Node')]]);
			expect(table.values('workflow')).toEqual([number]);
		},
	);
});
