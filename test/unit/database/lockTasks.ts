// How n8n keeps the lock in a row, and an observer that counts tasks running at once.

import { moment } from '../moment';

/** How n8n keeps the lock: as a number in a row of the workflow. */
export const LATEST = { mode: 'latestIncrementalKey' } as const;

/** The number while the lock is held. */
export const LOCKED = Number.MIN_SAFE_INTEGER;

/**
 * Notes which tasks run, and how many at once.
 *
 * @param wait what a task does, for so many turns, or milliseconds
 */
export function observer(wait: (time: number) => Promise<unknown> = moment) {
	let running = 0;
	const seen = { most: 0, done: [] as number[] };
	const task = (number: number, time: number, fails: boolean) => async () => {
		running++;
		seen.most = Math.max(seen.most, running);
		await wait(time);
		running--;
		seen.done.push(number);
		if (fails) throw new Error(`task ${number}`);
		return number;
	};
	return { seen, task };
}
