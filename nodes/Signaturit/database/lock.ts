import { sleep, type DeduplicationItemTypes, type IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../transport/deadline';

/** The part of n8n's helpers that keeps values in its database. */
export type DatabaseHelpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems'
>;

/** A mode that keeps one number for each workflow: the row of the lock. */
const MODE = { mode: 'latestIncrementalKey' } as const;

/** Below every number that a Remove Duplicates node could keep there. */
const LOCKED = Number.MIN_SAFE_INTEGER;

/** How many tickets there are in a minute. */
const TICKETS = 60_000_000;

/**
 * How many minutes a ticket may be ahead of the time, to be higher than those of others with fast clocks: up to 190
 * years. A higher number in the row is that of a Remove Duplicates node.
 */
const AHEAD = [0, ...Array.from({ length: 9 }, (_, power) => 10 ** power)];

/**
 * A waiter leaves a dead holder's row to another waiter with a higher ticket. If that one has not taken the row over
 * after so many times this patience, it counts as dead too.
 */
const LEFT_TO_OTHERS = 3;

/** The time of a holder of the lock is over, so another one may have taken it. */
export class OutOfTime extends Error {
	constructor(milliseconds: number) {
		super(
			`n8n stood still or its database was slow for ${Math.ceil(milliseconds / 1_000)} seconds. Another execution may have done the same meanwhile, so this one has stopped. If it was not done, retry this execution.`,
		);
	}
}

/** A task that waits for the lock. */
interface Turn {
	helpers: DatabaseHelpers;
	/** Never rejects. */
	run: (ends: number) => Promise<void>;
	reject: (error: unknown) => void;
}

/** The tasks that wait in this process, by the id of their workflow. Unlike tasks `inTurn`, they share a lock. */
const waiting = new Map<string, Turn[]>();

/**
 * Runs a task while no other one runs for the same workflow, in any process of n8n: n8n reads and writes its list of
 * processed items in two steps, so two processes would overwrite each other.
 *
 * The lock is a row: only one process can insert the first row of a workflow, and deleting it unlocks. Its holder may
 * write for a short time only. If the row stays much longer, its holder has died, and a waiter takes it over. A row of a
 * Remove Duplicates node is left alone; then the task runs without a lock. Tasks of this process share the lock, also
 * those that come while it is held: taking it costs more than a task.
 *
 * @param task it writes with the helpers that it is given: they throw `OutOfTime` when the holder's time is over
 * @throws what the task throws, and what n8n throws when its database fails
 */
export async function withLock<Result>(
	helpers: DatabaseHelpers,
	workflowId: string,
	task: (helpers: DatabaseHelpers) => Promise<Result>,
): Promise<Result> {
	return await new Promise<Result>((resolve, reject) => {
		const run = async (ends: number) => await task(inTime(helpers, ends)).then(resolve, reject);
		const turn: Turn = { helpers, run, reject };
		const turns = waiting.get(workflowId);
		if (turns) turns.push(turn);
		else void runAll(workflowId, turn);
	});
}

async function runAll(workflowId: string, first: Turn): Promise<void> {
	const turns = [first];
	waiting.set(workflowId, turns);
	for (let turn = turns[0]; turn; turn = turns[0]) {
		const { helpers } = turn;
		const [lock] = await Promise.allSettled([waitForLock(helpers)]);
		if (lock.status === 'rejected') {
			for (const { reject } of turns.splice(0)) reject(lock.reason);
			break;
		}
		const ends = lock.value;
		const end = Date.now() + delays.lock.shared;
		do {
			await turns.shift()?.run(ends);
		} while (turns.length > 0 && Date.now() < end);
		// After its time, the row may be another holder's. If it cannot be deleted, others take it over after a while.
		if (ends < Infinity && Date.now() < ends)
			await helpers.clearAllProcessedItems('workflow', MODE).catch(() => undefined);
		// Now the turn of other processes has come.
		await sleep(delays.lock.pause[1]);
	}
	waiting.delete(workflowId);
}

/**
 * Takes the lock. n8n compares all numbers of a call with that of the row: the higher ones are new, and the highest
 * replaces it, or is inserted. A waiter sends two numbers. `LOCKED` is new only if there is no row: then the call has
 * inserted one, and the waiter holds the lock. The ticket shows whether a holder has died (`waitWithTicket`).
 *
 * Two waiters with the same ticket could both take the lock of a dead holder. They often come at the same moment, so a
 * ticket is drawn by lot among the numbers of a minute.
 *
 * @returns until when its holder may write; `Infinity` if the row belongs to another node
 * @throws what n8n throws when its database fails
 */
async function waitForLock(helpers: DatabaseHelpers): Promise<number> {
	for (const ahead of AHEAD) {
		const minute = Math.floor(Date.now() / 60_000) + ahead;
		const ticket = LOCKED + Math.floor((minute + Math.random()) * TICKETS);
		const ends = await waitWithTicket(helpers, ticket);
		if (ends !== undefined) return ends;
	}
	return Infinity;
}

/**
 * Waits with a ticket. It is new when the row has a lower number: that of another waiter, or of a holder that has taken
 * the lock since. Then the patience begins. When it is over, the waiter sends the next number as well. If that alone is
 * new, the row has had the ticket all the time: its holder is dead, and the number takes the row over.
 *
 * n8n writes back what it has read even if nothing is new. So a ticket may get into the row of the next holder, who
 * would count as dead too early. Therefore the patience is more than twice the time of a holder.
 *
 * @returns as `waitForLock`; `undefined` if the row has a higher number
 */
async function waitWithTicket(
	helpers: DatabaseHelpers,
	first: number,
): Promise<number | undefined> {
	let ticket = first;
	let writtenAt: number | undefined;
	let patience = between(delays.lock.patience);
	let answered = Date.now();
	for (;;) {
		const began = Date.now();
		const waited = began - (writtenAt ?? began);
		const numbers = waited > patience ? [LOCKED, ticket, ticket + 1] : [LOCKED, ticket];
		const [answer] = await Promise.allSettled([
			helpers.checkProcessedAndRecord(numbers, 'workflow', MODE),
		]);
		if (answer.status === 'fulfilled') {
			answered = Date.now();
			const isNew = new Set(answer.value.new);
			const isLeft = isNew.has(ticket + 1) && !isNew.has(ticket);
			if (isNew.has(LOCKED) || isLeft) return began + delays.lock.held;
			if (isNew.has(ticket)) {
				ticket = Math.max(...numbers);
				writtenAt = answered;
				patience = between(delays.lock.patience);
			} else if (writtenAt === undefined) return undefined;
			// The other one has not taken it over, so it is dead too.
			else if (waited > LEFT_TO_OTHERS * patience) return await waitForLock(helpers);
		} else {
			const said = String(answer.reason);
			if (said.includes('Deduplication Failed')) return Infinity;
			// A workflow that was never saved has no rows, nor has an n8n without its service for them, whose words have the
			// slip. Any other error, unless it goes on, means that another process was faster to insert the row.
			const isFinal = /foreign key|needs to initialized/i.test(said);
			if (isFinal || began > answered + patience) throw answer.reason;
		}
		await sleep(between(delays.lock.pause));
	}
}

/**
 * A value to be written in time. n8n reads its list, turns the values into text and writes the list. If its process
 * stood still after the reading, another holder may have written since. Then the text is refused, and n8n writes nothing.
 */
class TimelyValue {
	constructor(
		readonly value: DeduplicationItemTypes,
		private readonly assertInTime: () => void,
	) {}

	toString(): string {
		this.assertInTime();
		return String(this.value);
	}
}

/** The helpers for a task that may write until then. Afterwards they throw `OutOfTime`. */
function inTime(helpers: DatabaseHelpers, ends: number): DatabaseHelpers {
	const assertInTime = () => {
		const over = Date.now() - ends;
		if (over >= 0) throw new OutOfTime(over + delays.lock.held);
	};
	const write = async <Result>(
		values: readonly DeduplicationItemTypes[],
		call: (timely: DeduplicationItemTypes[]) => Promise<Result>,
	) => {
		assertInTime();
		const timely: unknown[] = values.map((value) => new TimelyValue(value, assertInTime));
		return await call(timely as DeduplicationItemTypes[]).finally(assertInTime);
	};
	const plain = (given: readonly unknown[]) =>
		given.map((each) => (each instanceof TimelyValue ? each.value : String(each)));
	return {
		...helpers,
		checkProcessedAndRecord: async (values, ...how) => {
			const call = async (timely: DeduplicationItemTypes[]) =>
				await helpers.checkProcessedAndRecord(timely, ...how);
			const { new: added, processed } = await write(values, call);
			return { new: plain(added), processed: plain(processed) };
		},
		removeProcessed: async (values, ...how) =>
			await write(values, async (timely) => await helpers.removeProcessed(timely, ...how)),
	};
}

/** A random number within the range. */
function between([least, most]: readonly [number, number]): number {
	return least + Math.random() * (most - least);
}
