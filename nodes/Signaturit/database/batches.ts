/** Tasks that wait to be done together, and their results, in the order of their arrival. */
interface Batch {
	readonly tasks: unknown[];
	readonly results: Promise<readonly unknown[]>;
}

const waiting = new Map<string, Batch>();

/**
 * Does a task together with others of the same key that arrive in this process before its turn comes.
 *
 * @param begin does the tasks of a batch. It is called for the first one, and waits for its turn. Then it calls its
 * argument, which closes the batch and returns the tasks. It returns a result for each; if it fails, all of them fail
 * @param most how many tasks a batch has at most
 */
export async function inBatches<Task, Result>(
	key: string,
	task: Task,
	begin: (take: () => Task[]) => Promise<readonly Result[]>,
	most = Infinity,
): Promise<Result> {
	let batch = waiting.get(key);
	if (!batch || batch.tasks.length >= most) {
		const tasks: Task[] = [];
		const close = () => {
			if (waiting.get(key)?.tasks === tasks) waiting.delete(key);
		};
		const take = () => {
			close();
			return tasks;
		};
		// Its first task is in it before it begins.
		batch = { tasks, results: Promise.resolve(take).then(begin).finally(close) };
		waiting.set(key, batch);
	}
	const place = batch.tasks.push(task) - 1;
	return (await batch.results)[place] as Result;
}
