/** How long n8n may take to store that an execution goes on, in milliseconds. */
const STORING = 10_000;

/** Of so many executions it is known when they were woken. */
const MAX = 10_000;

interface Resumption {
	run: number;
	at: number;
}

const resumptions = new Map<string, Resumption>();

/**
 * Whether another post has let an execution go on since this one began to look. n8n would take the items of this
 * one also for a later sleep of the same node, as in a loop, and go on with the data that the execution had
 * before.
 *
 * @param sleeper the execution and its node
 * @param run the run of the node that sleeps
 * @param began when the post began to look, in milliseconds since 1970
 */
export function wasResumed(sleeper: string, run: number, began: number): boolean {
	const last = resumptions.get(sleeper);
	return last !== undefined && last.run >= run && began < last.at + STORING;
}

/** Whether a post may let an execution go on. From then on, the others may not. */
export function mayResume(sleeper: string, run: number, began: number, now = Date.now()): boolean {
	if (wasResumed(sleeper, run, began)) return false;
	resumptions.delete(sleeper);
	resumptions.set(sleeper, { run, at: now });
	const [oldest] = resumptions.keys();
	if (resumptions.size > MAX && oldest !== undefined) resumptions.delete(oldest);
	return true;
}
