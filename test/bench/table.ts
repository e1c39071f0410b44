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
	return rows
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('   ')
				.trimEnd(),
		)
		.join('\n');
}
