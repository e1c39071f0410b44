// Waits until something is true, and says what was seen if it never is.

import { setTimeout as pause } from 'node:timers/promises';

/** It only ends what hangs: the machine may be ten times as slow as usual. */
export const PATIENCE_MS = 900_000;

interface Wait {
	/** Completes the sentence "Gave up waiting for …". */
	what: string;
	/** `PATIENCE_MS` by default. */
	timeoutMs?: number;
	everyMs?: number;
}

/**
 * Calls `look` again and again until it returns `done`.
 *
 * @param look returns `{ done: value }`, or `{ seen: text }` with what it saw instead
 * @returns the value
 * @throws Error when the time is up (with what was last seen), or at once with whatever `look` throws
 */
export async function waitFor<T>(
	{ what, timeoutMs = PATIENCE_MS, everyMs = 150 }: Wait,
	look: () => Promise<{ done: T } | { seen: string }>,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await look();
		if ('done' in answer) return answer.done;
		if (Date.now() >= deadline) {
			throw new Error(
				`Gave up waiting for ${what} after ${timeoutMs / 1000} s. Last seen: ${answer.seen}`,
			);
		}
		await pause(everyMs);
	}
}
