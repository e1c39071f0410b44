import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import type { ExecuteCall } from '../transport/call';
import { Bid, lockDelays, Mark, STEPS } from './mark';

/** The part of n8n's helpers that keeps values in its database. */
export type DatabaseHelpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems'
>;

/** A mode that keeps one number for each workflow: the row of the lock. */
const MODE = { mode: 'latestIncrementalKey' } as const;

/** A caller of `withLock`, which has a task to run. */
interface Applicant {
	helpers: DatabaseHelpers;
	workflowId: string;
	/** Writes a line to n8n's log. */
	log: (text: string) => void;
}

/** A task that waits for the lock in this process. */
interface Turn {
	applicant: Applicant;
	/** Never rejects. */
	run: (lock: Lock) => Promise<void>;
	reject: (error: unknown) => void;
}

/** The tasks that wait in this process, by the id of their workflow. Unlike tasks `inTurn`, they share a lock. */
const waiting = new Map<string, Turn[]>();

/**
 * Runs a task while no other one runs for the same workflow, in any process of n8n: n8n reads and writes its list of
 * processed items in two steps, so two processes would overwrite each other.
 *
 * The lock is a row: only one process can insert the first row of a workflow, and deleting it unlocks. Its holder may
 * begin to write for a short time only. If the row stays much longer, its holder has died, and a waiter takes it over
 * (`Mark`). Tasks of this process share the lock, also those that come while it is held: taking it costs more than a task.
 *
 * @param task it writes with the helpers that it is given. When the holder's time is over, they take the lock again
 * before they write. So each of its calls is safe, but between two of them another holder may have written
 * @param log writes a line to n8n's log
 * @throws what the task throws, what n8n throws when its database fails, and Error when another node has the row
 */
export async function withLock<Result>(
	helpers: DatabaseHelpers,
	workflowId: string,
	task: (helpers: DatabaseHelpers) => Promise<Result>,
	log: Applicant['log'] = () => undefined,
): Promise<Result> {
	const applicant = { helpers, workflowId, log };
	return await new Promise<Result>((resolve, reject) => {
		const run = async (lock: Lock) => await task(lock.helpersOf(applicant)).then(resolve, reject);
		const turn: Turn = { applicant, run, reject };
		const turns = waiting.get(workflowId);
		if (turns) turns.push(turn);
		else void runAll(workflowId, turn);
	});
}

/** `withLock` for the workflow that calls. */
export async function locked<Result>(
	call: ExecuteCall,
	task: (helpers: DatabaseHelpers) => Promise<Result>,
): Promise<Result> {
	const { id = '' } = call.n8n.getWorkflow();
	return await withLock(call.n8n.helpers, id, task, (text) => call.log('warn', text));
}

async function runAll(workflowId: string, first: Turn): Promise<void> {
	const turns = [first];
	waiting.set(workflowId, turns);
	const { shared, pause } = times();
	let end = performance.now() + shared;
	for (let turn = turns[0]; turn; turn = turns[0]) {
		const lock = new Lock();
		const [taken] = await Promise.allSettled([lock.take(turn.applicant)]);
		if (taken.status === 'rejected') {
			for (const { reject } of turns.splice(0)) reject(taken.reason);
			break;
		}
		do {
			await turns.shift()?.run(lock);
		} while (turns.length > 0 && performance.now() < end);
		await lock.giveBack(turn.applicant);
		if (performance.now() < end) continue;
		// Now the turn of other processes has come: none of them pauses longer between two tries.
		await sleep(pause[1]);
		end = performance.now() + shared;
	}
	waiting.delete(workflowId);
}

/** How often the lock is taken until an answer comes in time. */
const TRIES = 4;

/** The lock, as this process holds it. */
class Lock {
	/** Gives the milliseconds in which the holder may still begin to write; `Infinity` if another node has the row. */
	private left = () => 0;

	/**
	 * Takes it if the holder's time is over, or has not begun: also when it was over before the answer came.
	 *
	 * @throws what `waitForLock` throws, and Error when all answers come too late
	 */
	async take(applicant: Applicant): Promise<void> {
		for (let tries = 0; this.left() <= 0; tries++) {
			if (tries === TRIES) {
				const seconds = times().held / 1_000;
				throw new Error(
					`n8n's database takes more than ${seconds} seconds for an answer, so nothing can be noted there safely. Look at what burdens it, then retry the execution`,
				);
			}
			this.left = await waitForLock(applicant);
		}
	}

	/** After its time, the row may be another holder's. If it cannot be deleted, others take it over after a while. */
	async giveBack({ helpers }: Applicant): Promise<void> {
		const left = this.left();
		if (left <= 0 || left === Infinity) return;
		await helpers.clearAllProcessedItems('workflow', MODE).catch(() => undefined);
	}

	helpersOf(applicant: Applicant): DatabaseHelpers {
		const { helpers } = applicant;
		return {
			...helpers,
			checkProcessedAndRecord: async (...values) => {
				await this.take(applicant);
				return await helpers.checkProcessedAndRecord(...values);
			},
			removeProcessed: async (...values) => {
				await this.take(applicant);
				return await helpers.removeProcessed(...values);
			},
		};
	}
}

/**
 * Takes the lock: inserts the row, or takes over the row of a dead holder.
 *
 * @returns gives the milliseconds in which the holder may still begin to write
 * @throws what n8n throws when its database fails, and Error when another node has the row
 */
async function waitForLock({ helpers, workflowId, log }: Applicant): Promise<() => number> {
	const { step, held, pause, patience } = times();
	const mark = new Mark(step);
	let answered = performance.now();
	for (;;) {
		const left = timer(held);
		const began = performance.now();
		const bid = new Bid();
		const numbers = mark.numbers();
		const [answer] = await Promise.allSettled([
			// n8n's type knows numbers and texts only.
			helpers.checkProcessedAndRecord(numbers ?? [bid as unknown as number], 'workflow', MODE),
		]);
		if (bid.hasFoundRow || answer.status === 'fulfilled') {
			answered = performance.now();
			const added = answer.status === 'fulfilled' ? answer.value.new : [];
			const taken = numbers ? mark.read(added.map(Number)) : mark.readBid(added.length > 0);
			if (taken === 'left behind') {
				log(
					`Signaturit: in n8n's database, the lock of workflow ${workflowId} was not given back, so it was taken over.`,
				);
			}
			if (taken !== 'held') return left;
		} else {
			const said = String(answer.reason);
			if (said.includes('Deduplication Failed')) {
				if (!unlocked.has(workflowId)) {
					log(
						`Signaturit: a Remove Duplicates node of workflow ${workflowId} keeps its values where the Signaturit nodes need a row of n8n's database. Set its scope to Node, and clear its history. Until then, several processes of n8n may give out an event twice.`,
					);
				}
				unlocked.add(workflowId);
				return () => Infinity;
			}
			if (numbers) mark.lost();
			// A workflow that was never saved has no rows, nor has an n8n without its service for them: the slip is n8n's.
			// Any other error means that another process was faster to insert the row, unless the error goes on.
			const isFinal = /foreign key|needs to initialized/i.test(said);
			if (isFinal || began > answered + patience) throw answer.reason;
		}
		await sleep(pause[0] + Math.random() * (pause[1] - pause[0]));
	}
}

/** The workflows without a lock that n8n's log already names. */
const unlocked = new Set<string>();

/** Times in milliseconds. All follow from the time between two marks. */
function times() {
	const { step } = lockDelays;
	return {
		step,
		/** How long a process keeps the lock for all of its tasks that wait. */
		shared: step / 2,
		/** The shortest and the longest pause between two tries to take it. */
		pause: [step / 80, step / 40] as const,
		/** How long its holder may begin to write, and to give it back. The other steps leave a busy database time. */
		held: 3 * step,
		/** How long the database may fail before its error is thrown. */
		patience: STEPS * step,
	};
}

/** Gives the milliseconds that are left. A clock that is set back, or a machine that slept, does not add to them. */
function timer(milliseconds: number): () => number {
	const [date, time] = [Date.now(), performance.now()];
	return () => milliseconds - Math.max(Date.now() - date, performance.now() - time);
}
