// Lets one task at a time work on n8n's processed items, for each workflow.

import { sleep } from 'n8n-workflow';
import { freeRow } from '../n8n/lockRow';
import {
	explain,
	MovedError,
	NoLockError,
	Punctual,
	recordIn,
	unlessMoved,
	type DatabaseHelpers,
	type Item,
} from '../n8n/processedItems';
import type { ExecuteCall } from '../transport/call';
import { BoundedMap } from '../transport/concurrency';
import { takeRow, times, type Applicant } from './takeRow';

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
 * Where there can be no lock, because another node has the row or n8n has changed, the task runs without it: an event
 * twice is better than none. That is said.
 *
 * @param task it writes with the helpers that it is given. When the holder's time is over, they take the lock again
 * before they write, also when n8n has read the row already. So each of its calls is safe, but between two of them another
 * holder may have written
 * @param log writes a line to n8n's log
 * @param hint shows people of this execution why it runs without the lock
 * @throws what the task throws, and what n8n throws when its database fails
 */
export async function withLock<Result>(
	helpers: DatabaseHelpers,
	workflowId: string,
	task: (helpers: DatabaseHelpers) => Promise<Result>,
	log: Applicant['log'] = () => undefined,
	hint: Applicant['hint'] = () => undefined,
): Promise<Result> {
	const applicant: Applicant = { helpers, workflowId, log, hint };
	return await new Promise<Result>((resolve, reject) => {
		const run = async (lock: Lock) => {
			const [done] = await Promise.allSettled([task(lock.helpersOf(applicant))]);
			lock.tell(applicant);
			if (done.status === 'fulfilled') resolve(done.value);
			else reject(done.reason);
		};
		const turn: Turn = { applicant, run, reject };
		const turns = waiting.get(workflowId);
		if (turns) turns.push(turn);
		else void runAll(workflowId, turn);
	});
}

/**
 * `withLock` for the workflow that calls. An execution says each thing once.
 *
 * @param sharers the calls for which the task works, when it has ended
 */
export async function locked<Result>(
	call: ExecuteCall,
	task: (helpers: DatabaseHelpers) => Promise<Result>,
	sharers: () => readonly ExecuteCall[] = () => [call],
): Promise<Result> {
	const { id = '' } = call.n8n.getWorkflow();
	const log: Applicant['log'] = (text, level) => call.once(text, () => call.log(level, text));
	const hint = (text: string) => {
		for (const sharer of sharers()) sharer.hint('warning', text);
	};
	return await withLock(call.n8n.helpers, id, task, log, hint);
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
	/** Gives the milliseconds in which the holder may still begin to write; `Infinity` without a lock. */
	private left = () => 0;
	/** Why there is no lock. */
	private missing?: NoLockError;

	/**
	 * Takes it if the holder's time is over, or has not begun: also when it was over before the answer came.
	 *
	 * @throws what `takeRow` throws, and Error when all answers come too late
	 */
	async take(applicant: Applicant): Promise<void> {
		for (let tries = 0; this.left() <= 0; tries++) {
			if (tries === TRIES) throw tooSlow();
			const [taken] = await Promise.allSettled([takeRow(applicant)]);
			if (taken.status === 'rejected' && !(taken.reason instanceof NoLockError)) throw taken.reason;
			this.missing = taken.status === 'rejected' ? taken.reason : undefined;
			this.left = taken.status === 'rejected' ? () => Infinity : taken.value;
		}
	}

	/** After its time, the row may be another holder's. If it cannot be deleted, others take it over after a while. */
	async giveBack({ helpers }: Applicant): Promise<void> {
		const left = this.left();
		if (left > 0 && left !== Infinity) await freeRow(helpers).catch(() => undefined);
	}

	helpersOf(applicant: Applicant): DatabaseHelpers {
		const { helpers } = applicant;
		return {
			...helpers,
			checkProcessedAndRecord: async (values, ...rest) => {
				const record = async (own: Item[]) => await recordIn(helpers, own, ...rest);
				const added = await this.write(applicant, values, record);
				const isNew = new Set(added);
				return { new: added, processed: values.filter((value) => !isNew.has(value)) };
			},
			removeProcessed: async (values, ...rest) => {
				const remove = async (own: Item[]) => await helpers.removeProcessed(own, ...rest);
				const removed = this.write(applicant, values, async (own) => {
					await remove(own).catch(explain);
					return own;
				});
				await removed.catch(unlessMoved(undefined));
			},
		};
	}

	/** Says why a task has run without the lock: to people in each execution, in the log once if n8n has changed. */
	tell({ workflowId, hint, log }: Applicant): void {
		const { missing } = this;
		if (!missing) return;
		const text = `An event may start this workflow twice, and a request with a Reference may be sent twice: the Signaturit nodes of workflow ${workflowId} run without their lock. ${missing.message}.`;
		hint(text);
		const hasChanged = missing instanceof MovedError;
		if (!hasChanged) log(`Signaturit: ${text}`, 'warn');
		else if (!reported.get(workflowId)) log(`Signaturit: ${text}`, 'error');
		if (hasChanged) reported.set(workflowId, true);
	}

	/** Writes values while the lock is held. Throws as `recordIn`. */
	private async write(
		applicant: Applicant,
		values: Item[],
		write: (values: Item[]) => Promise<Item[]>,
	): Promise<Item[]> {
		for (let tries = 0; tries < TRIES; tries++) {
			await this.take(applicant);
			const { missing } = this;
			const guard = new Punctual(() => this.left() <= 0);
			const [written] = await Promise.allSettled([write(missing ? values : guard.all(values))]);
			if (written.status === 'fulfilled') {
				return missing ? written.value : Punctual.valuesOf(written.value);
			}
			if (guard.hasStopped) continue;
			if (written.reason instanceof MovedError) this.missing = written.reason;
			throw written.reason;
		}
		throw tooSlow();
	}
}

function tooSlow(): Error {
	const seconds = times().held / 1_000;
	return new Error(
		`n8n's database takes more than ${seconds} seconds for an answer, so nothing can be noted there safely. Look at what burdens it, then retry the execution`,
	);
}

/** The workflows of which the log says already that n8n has changed. */
const reported = new BoundedMap<true>(10_000);
