// Runs a task for each of many values, only a few at a time.

/** Runs a task for each entry, at most `width` at a time. The results are in the order of the entries. */
export async function pool<Entry, Result>(
	entries: readonly Entry[],
	width: number,
	run: (entry: Entry, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < entries.length; index = next++) {
			results[index] = await run(entries[index] as Entry, index);
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
	return results;
}
