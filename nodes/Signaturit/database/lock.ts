import { sleep, type DeduplicationItemTypes, type IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../transport/delays';

/** The part of n8n's helpers that keeps values in its database. */
export type DatabaseHelpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** A mode that keeps one number for each workflow: the row of the lock. */
const MODE = { mode: 'latestIncrementalKey' } as const;

/** Below every number that a Remove Duplicates node could keep there. */
const LOCKED = Number.MIN_SAFE_INTEGER;

/** The row of a lock that somebody has waited for in vain. */
const SUSPECTED = LOCKED + 1;

type Attempt = 'taken' | 'held' | 'foreign';

/** A task that waits for the lock. */
interface Turn {
	helpers: DatabaseHelpers;
	/** Never rejects. */
	run: () => Promise<void>;
	reject: (error: unknown) => void;
}

/** The tasks of one workflow that wait in this process. */
interface Queue {
	turns: Turn[];
	/** Called when another one arrives. */
	arrived: () => void;
}

const queues = new Map<string, Queue>();

/**
 * Runs a task while no other one runs for the same workflow, in any process of n8n.
 *
 * n8n's list of processed items is read and written in two steps, so two processes would overwrite each
 * other. What is atomic is the first row of a workflow: only one process can insert it. It is the lock;
 * deleting it unlocks. If it stays for longer than any task takes, its holder has died, and it is cleared:
 * who has waited long marks it, and clears it if it still has the mark after as long again. A lock that
 * somebody else has taken since has none.
 * A row that belongs to a Remove Duplicates node of the workflow is left alone; then the task runs without
 * a lock. Within this process, tasks take turns, so that only one of them waits for the lock. All that wait
 * then share it, and those that come soon.
 */
export async function withLock<Result>(
	helpers: DatabaseHelpers,
	workflowId: string,
	task: () => Promise<Result>,
): Promise<Result> {
	return await new Promise<Result>((resolve, reject) => {
		const run = async () => await task().then(resolve, reject);
		const turn: Turn = { helpers, run, reject };
		const queue = queues.get(workflowId);
		if (queue) {
			queue.turns.push(turn);
			queue.arrived();
		} else {
			void runAll(workflowId, { turns: [turn], arrived: () => undefined });
		}
	});
}

async function runAll(workflowId: string, queue: Queue): Promise<void> {
	const { turns } = queue;
	queues.set(workflowId, queue);
	for (let turn = turns[0]; turn; turn = turns[0]) {
		const { helpers } = turn;
		const [attempt] = await Promise.allSettled([waitForLock(helpers)]);
		if (attempt.status === 'rejected') {
			for (const { reject } of turns.splice(0)) reject(attempt.reason);
			break;
		}
		await runSome(queue);
		// If it fails, others clear the lock after a while.
		if (attempt.value === 'taken') await unlock(helpers).catch(() => undefined);
		// Now the others' turn has come.
		if (turns.length > 0) await sleep(delays.lock.pause[1]);
	}
	queues.delete(workflowId);
}

/** Runs the tasks that wait, and those that arrive soon, for they often come close together. */
async function runSome(queue: Queue): Promise<void> {
	const end = Date.now() + delays.lock.shared;
	for (let turn = queue.turns.shift(); turn; turn = queue.turns.shift()) {
		await turn.run();
		if (Date.now() >= end) return;
		if (queue.turns.length === 0) await arrival(queue);
	}
}

async function arrival(queue: Queue): Promise<void> {
	const arrived = new Promise<void>((resolve) => {
		queue.arrived = resolve;
	});
	await Promise.race([arrived, sleep(delays.lock.linger)]);
}

async function waitForLock(helpers: DatabaseHelpers): Promise<Attempt> {
	// Not all who wait may take the holder for dead at the same moment.
	let deadline = Date.now() + between(delays.lock.patience);
	let hasFailed = false;
	for (;;) {
		const attempt = await tryLock(helpers);
		if (attempt !== 'held') return attempt;
		if (Date.now() > deadline) {
			const holder = await examine(helpers).catch((error: unknown) => {
				// Once, another process may have inserted the row at the same moment.
				if (hasFailed) throw error;
				hasFailed = true;
				return 'suspected';
			});
			if (holder === 'foreign') return holder;
			if (holder === 'dead') await unlock(helpers);
			else deadline = Date.now() + between(delays.lock.patience);
		}
		await sleep(between(delays.lock.pause));
	}
}

async function tryLock(helpers: DatabaseHelpers): Promise<Attempt> {
	const [result] = await Promise.allSettled([isNew(helpers, LOCKED)]);
	if (result.status === 'fulfilled') return result.value ? 'taken' : 'held';
	const said = String(result.reason);
	// A workflow that was never saved has no rows.
	if (/foreign key|needs to be initialized/i.test(said)) throw result.reason;
	// Other errors are those of an insertion that another process was faster with.
	return said.includes('Deduplication Failed') ? 'foreign' : 'held';
}

/**
 * Finds out about the holder of a lock that takes long. A number counts as new if it is higher than that of
 * the row, which it then replaces. So a row without the mark gets it. One that has it gets a higher number:
 * by the time of day, each is higher than the last one of anybody. The row of another node has a number
 * that is higher still.
 */
async function examine(helpers: DatabaseHelpers): Promise<'suspected' | 'dead' | 'foreign'> {
	if (await isNew(helpers, SUSPECTED)) return 'suspected';
	return (await isNew(helpers, LOCKED + Date.now())) ? 'dead' : 'foreign';
}

async function isNew(helpers: DatabaseHelpers, value: DeduplicationItemTypes): Promise<boolean> {
	const result = await helpers.checkProcessedAndRecord([value], 'workflow', MODE);
	return result.new.length > 0;
}

async function unlock(helpers: DatabaseHelpers): Promise<void> {
	await helpers.clearAllProcessedItems('workflow', MODE);
}

/** A random number of milliseconds within the range. */
function between([least, most]: readonly [number, number]): number {
	return least + Math.random() * (most - least);
}
