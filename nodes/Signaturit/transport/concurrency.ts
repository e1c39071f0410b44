import { sleep } from 'n8n-workflow';

/**
 * Runs a task for 0, 1, 2 …, so many at once. When one fails, nothing new is started, and those in
 * flight are waited for.
 *
 * @param count how many there are; asked before each start, as a task may learn it
 * @param width how many may be in flight, at least 1; asked before each start
 * @throws the error of the failed task with the lowest index
 */
export async function forEachBounded(
	count: () => number,
	width: () => number,
	task: (index: number) => Promise<void>,
): Promise<void> {
	const failures = new Map<number, unknown>();
	let next = 0;
	let inFlight = 0;
	await new Promise<void>((resolve) => {
		const run = async (index: number) => {
			try {
				await task(index);
			} catch (error) {
				failures.set(index, error);
			}
			inFlight--;
			startMore();
		};
		const startMore = () => {
			while (failures.size === 0 && inFlight < width() && next < count()) {
				inFlight++;
				void run(next++);
			}
			if (inFlight === 0) resolve();
		};
		startMore();
	});
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
}

/** The results of a task for 0 … `count - 1`, in this order, `width` at once; as `forEachBounded`. */
export async function mapBounded<Result>(
	count: number,
	width: number,
	task: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	await forEachBounded(
		() => count,
		() => width,
		async (index) => {
			results[index] = await task(index);
		},
	);
	return results;
}

/**
 * Lets tasks that run at once begin one after the other, each in a turn of the event loop of its own.
 * Begun in the same turn, they go on in step: all their requests leave only when the work for the last
 * one is done, all answers come together, and in between nothing happens.
 *
 * @returns what each task waits for before it begins
 */
export function turns(): () => Promise<void> {
	let last = Promise.resolve();
	return async () => {
		const mine = last;
		last = mine.then(async () => await sleep(0));
		await mine;
	};
}
