import { delays, within } from '../../transport/deadline';

/** How long n8n's start has waited for the triggers of this process, in milliseconds. */
let waited = 0;

/**
 * Waits for a task while n8n starts: `delays.start` at most for all triggers together, for it activates one workflow
 * after the other. A task that takes longer goes on by itself. Without any time left, it is not begun.
 */
export async function duringStart(longest: number, task: () => Promise<unknown>): Promise<void> {
	const left = Math.min(longest, delays.start - waited);
	if (left <= 0) return;
	const began = performance.now();
	await within(left, task()).finally(() => {
		waited += performance.now() - began;
	});
}
