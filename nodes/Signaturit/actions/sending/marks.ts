import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { inBatches } from '../../database/batches';
import { OutOfTime, withLock, type DatabaseHelpers } from '../../database/lock';
import { delays } from '../../transport/delays';
import { errorAbout } from '../../transport/errors';
import { quietly } from '../../transport/quiet';

/** n8n's database keeps so many marks for a node. They matter for minutes only. */
const OPTIONS = { mode: 'entries', maxEntries: 2_000 } as const;

/** What a mark stands for: something with a Reference that is being sent. */
export interface Sending {
	/** The same for the same thing in all processes of n8n. */
	name: string;
	/** How long after its beginning it may still appear at the service, in milliseconds. */
	window: number;
	/** It is known what became of all that was begun up to this moment: those marks do not count. */
	knownUntil: number;
}

/** Whether somebody else is sending the same; otherwise the mark that was made. */
export interface Marked {
	isOthers: boolean;
	mark?: string;
}

/** What to do under the lock: ask for marks and make one, or take one back. */
type Task = Sending | { withdrawn: string };

/**
 * Marks in n8n's database that something with a Reference is about to be sent, unless somebody has sent the same so
 * shortly before that it may still be on its way: another process, another execution, or one that broke down.
 *
 * n8n's list of processed values keeps hashes, and can only be asked by recording. So a mark is the hash of the
 * name and the minute of its beginning: all minutes that matter are recorded, and what was not there is removed
 * again, under the lock of the workflow.
 *
 * @returns no mark where n8n's database cannot be used, e.g. in a workflow that was never saved: then nothing is known of
 * others
 * @throws NodeOperationError with the verdict `refused` when another one may have marked the same meanwhile
 */
export async function markSending(this: IExecuteFunctions, sending: Sending): Promise<Marked> {
	try {
		return await inTurnWith.call(this, sending);
	} catch (error) {
		if (error instanceof OutOfTime) {
			const what = 'It could not be noted that this is being sent, so nothing was sent';
			throw errorAbout(this.getNode(), error, what, '', 'refused');
		}
		this.logger.warn(
			`Signaturit: n8n's database could not tell whether the same is being sent. ${quietly(error)}`,
		);
		return { isOthers: false };
	}
}

/** Takes a mark back: nothing was sent. */
export async function withdrawMark(
	this: IExecuteFunctions,
	mark: string | undefined,
): Promise<void> {
	// If it stays, the next one waits for a while in vain.
	if (mark !== undefined) await inTurnWith.call(this, { withdrawn: mark }).catch(() => undefined);
}

async function inTurnWith(this: IExecuteFunctions, task: Task): Promise<Marked> {
	const { id = '' } = this.getWorkflow();
	return await inBatches(
		`marks of ${id} ${this.getNode().id}`,
		task,
		async (take: () => Task[]) =>
			await withLock(this.helpers, id, async (helpers) => await doAll(helpers, take())),
	);
}

async function doAll(
	{ checkProcessedAndRecord, removeProcessed }: DatabaseHelpers,
	tasks: Task[],
): Promise<Marked[]> {
	const now = Date.now();
	const asked = tasks.map((task) => ('name' in task ? marksOf(task, now) : []));
	const values = [...new Set(asked.flat().map(({ value }) => value))];
	const recorded =
		values.length > 0 ? await checkProcessedAndRecord(values, 'node', OPTIONS) : { new: [] };
	const surplus = new Set(recorded.new.map(String));
	const results = tasks.map((task, index): Marked => {
		if ('withdrawn' in task) {
			surplus.add(task.withdrawn);
			return { isOthers: false };
		}
		const marks = asked[index] ?? [];
		const isOthers = marks.some(
			({ began, value }) => began > task.knownUntil && !surplus.has(value),
		);
		if (isOthers) return { isOthers };
		const mark = marks.at(-1)?.value ?? '';
		surplus.delete(mark);
		return { isOthers, mark };
	});
	if (surplus.size > 0) await removeProcessed([...surplus], 'node', OPTIONS);
	return results;
}

/** The marks that something may have left that can still appear, the oldest first; the last is that of this minute. */
function marksOf({ name, window }: Sending, now: number): Array<{ began: number; value: string }> {
	const last = Math.floor(now / delays.mark);
	const count = Math.ceil(window / delays.mark) + 1;
	return Array.from({ length: count }, (_, index) => {
		const minute = last - count + 1 + index;
		const value = createHash('sha256').update(`${name} ${minute}`).digest('base64url');
		return { began: minute * delays.mark, value };
	});
}
