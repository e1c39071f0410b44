// Counts the characters that are normalized in a task, and gives a text of many accents.

/** Counts the characters that are normalized while a task runs: the time grows with the square of the marks among them. */
export function normalizedIn(task: () => void): number {
	const { normalize } = String.prototype;
	let count = 0;
	const spy = jest.spyOn(String.prototype, 'normalize').mockImplementation(function (
		this: string,
		form?: string,
	) {
		count += this.length;
		return normalize.call(this, form);
	});
	task();
	spy.mockRestore();
	return count;
}

/** Marks of accents that Unicode sorts when it normalizes them. */
export const marks = '\u0301\u0323'.repeat(50_000);
