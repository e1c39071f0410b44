// Takes the lock of a workflow in n8n's database, and gives the times that it keeps.

import { sleep } from 'n8n-workflow';
import { bid, bidAndTest, markRow } from '../n8n/lockRow';
import { isFinal, MovedError, NoLockError, type DatabaseHelpers } from '../n8n/processedItems';
import { BoundedMap } from '../transport/concurrency';
import { lockDelays, Mark, STEPS } from './mark';

/** A caller of `withLock`, which has a task to run. */
export interface Applicant {
	helpers: DatabaseHelpers;
	workflowId: string;
	/** Writes a line to n8n's log. */
	log: (text: string, level: 'warn' | 'error') => void;
	/** Shows people a whole text. */
	hint: (text: string) => void;
}

/** What n8n was seen to do with the lock of a workflow: it keeps others out, or has changed. */
const platforms = new BoundedMap<'sound' | MovedError>(10_000);

/**
 * Takes the lock: inserts the row, or takes over the row of a dead holder.
 *
 * @returns gives the milliseconds in which the holder may still begin to write
 * @throws NoLockError when there can be no lock, and what n8n throws when its database fails
 */
export async function takeRow({ helpers, workflowId, log }: Applicant): Promise<() => number> {
	const { step, held, pause, patience } = times();
	const mark = new Mark(step);
	let answered = performance.now();
	for (;;) {
		const platform = platforms.get(workflowId);
		if (platform instanceof MovedError) throw platform;
		const left = timer(held);
		const began = performance.now();
		const numbers = mark.numbers();
		const bidFirst = async () => {
			const { row, isSound } = await bidAndTest(helpers, () => left() > 0);
			if (isSound) platforms.set(workflowId, 'sound');
			return row;
		};
		const asked = numbers
			? markRow(helpers, numbers).then((added) => mark.read(added, performance.now() - began))
			: (platform ? bid(helpers) : bidFirst()).then((row) => mark.readBid(row));
		const [answer] = await Promise.allSettled([asked]);
		if (answer.status === 'fulfilled') {
			answered = performance.now();
			if (answer.value === 'left behind') {
				log(
					`Signaturit: in n8n's database, the lock of workflow ${workflowId} was not given back, so it was taken over.`,
					'warn',
				);
			}
			if (answer.value !== 'held') return left;
		} else {
			const { reason } = answer;
			if (reason instanceof MovedError) platforms.set(workflowId, reason);
			if (numbers) mark.lost(performance.now() - began);
			// Any other error means that another process was faster to insert the row, unless the error goes on.
			const isOver = isFinal(reason) || began > answered + patience;
			if (isOver || reason instanceof NoLockError) throw reason;
		}
		await sleep(pause[0] + Math.random() * (pause[1] - pause[0]));
	}
}

/** Times in milliseconds. All follow from the time between two marks. */
export function times() {
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
