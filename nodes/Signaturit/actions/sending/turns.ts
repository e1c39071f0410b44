const lines = new Map<string, Promise<unknown>>();

/** Runs the tasks of this process with the same key one after the other, whether they fail or not. */
export async function inTurn<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
	const mine = (lines.get(key) ?? Promise.resolve()).then(task);
	const end = mine.catch(() => undefined);
	lines.set(key, end);
	try {
		return await mine;
	} finally {
		if (lines.get(key) === end) lines.delete(key);
	}
}
