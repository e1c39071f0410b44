/** Tasks that wait to be done together. */
interface Batch {
	readonly tasks: unknown[];
	/** In the order of the tasks. */
	readonly results: Promise<readonly unknown[]>;
}

/** Ends the waiting of a batch and returns its tasks, in the order of their arrival. */
type Take<Task> = () => Task[];

const waiting = new Map<string, Batch>();

/**
 * Does a task together with others of the same key that arrive in this process before its turn comes.
 *
 * @param begin called for the first task of a batch. It calls its argument when the turn has come, does the
 * tasks, and returns a result for each. If it fails, all tasks of the batch do
 * @param most how many tasks a batch has at most
 */
export async function inBatches<Task, Result>(
	key: string,
	task: Task,
	begin: (take: Take<Task>) => Promise<readonly Result[]>,
	most = Infinity,
): Promise<Result> {
	const found = waiting.get(key);
	const batch = found && found.tasks.length < most ? found : newBatch(key, begin);
	const place = batch.tasks.push(task) - 1;
	return (await batch.results)[place] as Result;
}

function newBatch<Task>(
	key: string,
	begin: (take: Take<Task>) => Promise<readonly unknown[]>,
): Batch {
	const tasks: Task[] = [];
	const close = () => {
		if (waiting.get(key)?.tasks === tasks) waiting.delete(key);
	};
	const take = () => {
		close();
		return tasks;
	};
	// Its first task is in it before it begins.
	const results = Promise.resolve(take).then(begin).finally(close);
	const batch: Batch = { tasks, results };
	waiting.set(key, batch);
	return batch;
}
