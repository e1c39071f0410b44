/** A task that waits to be done together with others of its kind. */
interface Waiting<Task, Result> {
	task: Task;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

const queues = new Map<string, Waiting<unknown, unknown>[]>();

/**
 * Does tasks in batches, one batch of the same key at a time within this process: while one batch is being
 * done, the tasks that arrive are collected for the next.
 *
 * @param work does a batch, in the order of arrival, and returns a result for each task. If it fails, all
 * tasks of the batch do
 */
export async function inBatches<Task, Result>(
	key: string,
	task: Task,
	work: (tasks: Task[]) => Promise<Result[]>,
): Promise<Result> {
	return await new Promise<Result>((resolve, reject) => {
		const waiting = { task, resolve, reject } as Waiting<unknown, unknown>;
		const queue = queues.get(key);
		if (queue) {
			queue.push(waiting);
		} else {
			queues.set(key, [waiting]);
			void drain(key, work as (tasks: unknown[]) => Promise<unknown[]>);
		}
	});
}

async function drain(key: string, work: (tasks: unknown[]) => Promise<unknown[]>): Promise<void> {
	for (;;) {
		const batch = queues.get(key)?.splice(0) ?? [];
		if (batch.length === 0) break;
		try {
			const results = await work(batch.map(({ task }) => task));
			batch.forEach(({ resolve }, index) => resolve(results[index]));
		} catch (error) {
			batch.forEach(({ reject }) => reject(error));
		}
	}
	queues.delete(key);
}
