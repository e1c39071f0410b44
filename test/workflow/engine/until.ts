import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds, and leaves the processor to what brings that about. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await pause(1);
}
