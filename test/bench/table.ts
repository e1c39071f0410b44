// The bench's result as a table, and the shape of its rows.

/** A row of the result, as text. */
export interface Measurement {
	what: string;
	ours: string;
	/** `–` where the other side cannot do the work. */
	theirs: string;
	ratio: string;
	bound: string;
	/** Whether the bound is kept; absent where nothing is judged. */
	isKept?: boolean;
}

/** @param most by which factor the time may be longer than what it is compared with */
export const timeRow = (
	what: string,
	ratio: number,
	most: number,
	[ours = '–', theirs = '–']: readonly string[] = [],
): Measurement => ({
	what,
	ours,
	theirs,
	ratio: `${ratio.toFixed(2)} × its time`,
	bound: `≤ ${most.toFixed(2)}`,
	isKept: ratio <= most,
});

const HEAD = ['', 'Signaturit', 'other side', 'ratio', 'bound', ''];

/** The measurements as a table, with columns of equal width. */
export function table(measurements: readonly Measurement[]): string {
	const rows = [
		HEAD,
		...measurements.map(({ what, ours, theirs, ratio, bound, isKept }) => [
			what,
			ours,
			theirs,
			ratio,
			bound,
			isKept === undefined ? '' : isKept ? 'kept' : 'MISSED',
		]),
	];
	const widths = HEAD.map((_, column) =>
		Math.max(...rows.map((row) => (row[column] ?? '').length)),
	);
	const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
	return rows.map((row) => line(row).join('   ').trimEnd()).join('\n');
}
