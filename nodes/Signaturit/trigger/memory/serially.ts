const lastTasks = new Map<string, Promise<unknown>>();

/** Runs tasks with the same key one after the other, within this process. A failed task delays none. */
export async function serially<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
	const before = lastTasks.get(key) ?? Promise.resolve();
	const own = before.then(task, task);
	lastTasks.set(key, own);
	try {
		return await own;
	} finally {
		if (lastTasks.get(key) === own) lastTasks.delete(key);
	}
}
