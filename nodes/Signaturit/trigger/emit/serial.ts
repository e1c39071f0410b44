const lines = new Map<string, Promise<unknown>>();

/** Runs tasks of the same key one after the other, within this process. */
export async function serially<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
	const before = lines.get(key) ?? Promise.resolve();
	const turn = before.then(task, task);
	lines.set(key, turn);
	try {
		return await turn;
	} finally {
		if (lines.get(key) === turn) lines.delete(key);
	}
}
