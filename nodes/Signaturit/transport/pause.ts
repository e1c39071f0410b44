/** Thrown when a pause ends early because the execution was stopped. */
class Stopped extends Error {
	constructor() {
		super('The execution was stopped');
	}
}

/**
 * Waits. n8n's own helper that can be stopped is missing in its newer versions.
 *
 * @param stop ends the waiting early
 * @throws Error when `stop` is aborted
 */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	const time = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	await new Promise<void>((resolve, reject) => {
		const end = () => {
			// Without listeners, a signal that nobody needs any more takes its timer along.
			time.removeEventListener('abort', end);
			stop?.removeEventListener('abort', end);
			if (stop?.aborted) reject(new Stopped());
			else resolve();
		};
		time.addEventListener('abort', end);
		stop?.addEventListener('abort', end);
		if (stop?.aborted) end();
	});
}

/**
 * Calls `look` at these times, in milliseconds from now, until it returns `true` or `stop` is aborted.
 */
export async function atTimes(
	times: readonly number[],
	stop: AbortSignal | undefined,
	look: () => Promise<boolean>,
): Promise<void> {
	const began = performance.now();
	for (const time of times) {
		try {
			await pause(began + time - performance.now(), stop);
		} catch {
			return;
		}
		if (await look()) return;
	}
}

/**
 * Waits for a task, but not longer than this many milliseconds.
 *
 * @returns its result; `undefined` when the time is over
 * @throws what the task throws in time
 */
export async function within<Result>(
	milliseconds: number,
	task: Promise<Result>,
): Promise<Result | undefined> {
	const ended = new AbortController();
	const timeUp = pause(milliseconds, ended.signal).then(
		() => undefined,
		() => undefined,
	);
	try {
		return await Promise.race([task, timeUp]);
	} finally {
		ended.abort();
	}
}
