// A simulation of several processes that compete for the lock, with stalls, failures and deaths.

import fc from 'fast-check';
import type { Process } from '../trigger/processes';
import { Table, type Kind, type Weather } from './table';

/** Between two marks, as in n8n; milliseconds of simulated time, as everything here. */
export const STEP = 4_000;

/** How long a holder may begin to write. */
export const HELD = 3 * STEP;

/** After so long, a holder that gives no sign counts as dead. */
export const PATIENCE = 8 * STEP;

/** Longest that a call may stand still: a holder's last call has ended when another one takes its row over. */
const LONGEST_STALL = PATIENCE - HELD;

const ENTRIES = { mode: 'entries' } as const;

/** A process stands still at the first call of a kind from a moment on, and where in it. Times in milliseconds. */
interface Certain {
	process: number;
	from: number;
	kind: Kind;
	where: 'before' | 'between';
	time: number;
}

/** Before a call, a process may stand still for longer, but not before it gives the lock back. */
const LONGEST_BEFORE = 60_000;

const certain: fc.Arbitrary<Certain> = fc
	.record({
		process: fc.nat(5),
		from: fc.nat(100_000),
		kind: fc.constantFrom<Kind>('bid', 'mark', 'record', 'record', 'remove', 'clear'),
		where: fc.constantFrom<Certain['where']>('before', 'between'),
		share: fc.double({ min: 0.1, max: 1, noNaN: true }),
	})
	.map(({ share, ...stall }) => {
		const isLong = stall.where === 'before' && stall.kind !== 'clear';
		return { ...stall, time: share * (isLong ? LONGEST_BEFORE : LONGEST_STALL) };
	});

/** What the processes do, and what happens to them. */
export interface Plan {
	/** How long each pauses between two tasks. */
	pauses: number[];
	/** How long a statement takes at most. */
	statement: number;
	/** How many tasks each has at a time. */
	atOnce: number;
	/** How many calls in a thousand stand still, and how long at most. */
	stalls: { often: number; longest: number };
	/** Calls that certainly stand still. */
	certain: Certain[];
	/** How many calls in a thousand fail. */
	failures: number;
	/** When a process dies; another one takes its place. */
	deaths: number[];
	seed: number;
}

export const plans: fc.Arbitrary<Plan> = fc.record({
	pauses: fc.array(fc.constantFrom(0, 0, 10, 300, 3_000), { minLength: 2, maxLength: 6 }),
	statement: fc.constantFrom(3, 10),
	atOnce: fc.constantFrom(1, 4),
	stalls: fc.record({
		often: fc.constantFrom(0, 1, 5, 20, 40),
		longest: fc.constantFrom(50, 1_000, STEP, 10_000, HELD, LONGEST_STALL),
	}),
	certain: fc.array(certain, { maxLength: 12 }),
	failures: fc.constantFrom(0, 0, 5, 20),
	deaths: fc.array(fc.nat(120_000), { maxLength: 3 }),
	seed: fc.nat(),
});

/** Numbers from 0 to 1 that look drawn by lot, the same for the same seed. */
function lots(seed: number): () => number {
	let state = seed | 1;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
		let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
		mixed ^= mixed >>> 15;
		return (mixed >>> 0) / 2 ** 32;
	};
}

/** What has become of a plan. */
export interface Outcome {
	/** Hand-overs of the lock from one process to another one. */
	handovers: number;
	lost: number;
	/** Tasks of living processes that have not ended in time. */
	starving: number;
	/** Values that were new more than once, or are not in the table. */
	wrong: string[];
	/** How often the lock was asked for in vain, for each task. */
	asked: number;
}

/** Nothing that goes wrong. */
export const CALM: Weather = { before: 1, between: 1, after: 1 };

let workflows = 0;

/** From now on, time passes in `settled` only. What waits for no time goes on. */
export function useSimulatedTime(): void {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'hrtime'] });
}

export const TICK = 100;

/** Lets so many milliseconds pass, or fewer if all of these have ended before. Returns whether they have. */
export async function settled(ends: Array<Promise<unknown>>, most: number): Promise<boolean> {
	let [isDone, time] = [false, 0];
	void Promise.allSettled(ends).then(() => {
		isDone = ends.length > 0;
	});
	for (; !isDone && time < most; time += TICK) await jest.advanceTimersByTimeAsync(TICK);
	return isDone;
}

/**
 * Lives a plan on the real code, each process with modules of its own, until the lock was handed over so many times.
 * Each task records a value that others record as well, and removes one of its own: so it writes twice.
 */
export async function live(
	plan: Plan,
	handovers: number,
	modules: ReadonlyArray<{ lock: Pick<Process['lock'], 'withLock'> }>,
): Promise<Outcome> {
	const workflowId = `workflow ${++workflows}`;
	const lot = lots(plan.seed);
	const table = new Table();
	const isNew = new Map<string, number>();
	const open = new Set<number>();
	let [holder, changes, tasks, isOver] = [-1, 0, 0, false];
	const began = performance.now();
	const stalls = [...plan.certain];
	const certainly = (process: number, kind: Kind): Certain | undefined => {
		const time = performance.now() - began;
		const index = stalls.findIndex(
			(stall) => stall.process === process && stall.kind === kind && stall.from <= time,
		);
		return index < 0 || isOver ? undefined : stalls.splice(index, 1)[0];
	};
	const weatherOf =
		(process: number) =>
		(kind: Kind): Weather => {
			const sure = certainly(process, kind);
			if (sure) return { ...CALM, [sure.where]: sure.time };
			const statement = () => 1 + (plan.statement - 1) * lot();
			const stall = () =>
				!isOver && lot() * 1_000 < plan.stalls.often ? lot() ** 2 * plan.stalls.longest : 0;
			const fails = !isOver && lot() * 1_000 < plan.failures;
			// All of them stand in one call.
			const [early, late] = [stall() / 2, stall() / 2];
			return {
				before: statement() + early,
				between: statement() + late,
				// The answer may arrive at any time.
				after: lot() < 0.01 && !isOver ? stall() * 5 : 0,
				...(fails && { fails: lot() < 0.5 ? 'before' : 'after' }),
			};
		};
	let processes = 0;
	const begin = async (id: number, pause: number): Promise<void> => {
		const { withLock } = (modules[id] as (typeof modules)[number]).lock;
		const helpers = table.helpersOf(id, weatherOf(id));
		for (let count = 0; !isOver; count++) {
			const task = tasks++;
			open.add(task);
			const value = `value ${Math.floor(task / 2)}`;
			await withLock(helpers, workflowId, async (own) => {
				const { new: added } = await own.checkProcessedAndRecord([value, task], 'node', ENTRIES);
				if (holder !== id) changes++;
				holder = id;
				if (added.includes(value)) isNew.set(value, (isNew.get(value) ?? 0) + 1);
				await own.removeProcessed([task], 'node', ENTRIES);
			})
				// An execution whose call fails is seen, and n8n's user can retry it.
				.catch(() => undefined);
			open.delete(task);
			// At least once, others of this process have their turn.
			await new Promise((resolve) => setTimeout(resolve, pause));
		}
	};
	const start = (pause: number) => {
		const id = processes++;
		for (let count = 0; count < plan.atOnce; count++) void begin(id, pause);
	};
	plan.pauses.forEach(start);
	const deaths = [...plan.deaths].sort((a, b) => a - b);
	for (let time = 0; changes < handovers && time < 900_000; time += 1_000) {
		await jest.advanceTimersByTimeAsync(1_000);
		while ((deaths[0] ?? Infinity) <= time) {
			deaths.shift();
			// It dies with whatever it was doing; most of the time it waits or holds the lock.
			table.dead.add(holder);
			start(plan.pauses[0] ?? 0);
		}
	}
	isOver = true;
	const living = () => open.size - table.dead.size * plan.atOnce;
	// Calls that stand still already do so to their end.
	const most = 8 * PATIENCE + 6 * Math.max(plan.stalls.longest, LONGEST_BEFORE);
	for (let time = 0; living() > 0 && time < most; time += TICK)
		await jest.advanceTimersByTimeAsync(TICK);
	const known = table.values('node');
	return {
		handovers: changes,
		lost: table.lost,
		starving: Math.max(0, living()),
		wrong: [...isNew].filter(([v, times]) => times > 1 || !known.includes(v)).map(([v]) => v),
		asked: table.asked / tasks,
	};
}
