// Waits until a condition holds, but not for ever.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until a condition holds, but not for ever: what fails would keep all later tests busy.
 *
 * @param wait leaves the processor to what brings the condition about
 */
export async function until(
	holds: () => boolean | Promise<boolean>,
	wait: () => Promise<unknown> = async () => await pause(1),
): Promise<void> {
	for (let turn = 0; !(await holds()); turn++) {
		if (turn === 100_000) throw new Error('It did not happen');
		await wait();
	}
}
