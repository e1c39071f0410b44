import { allowed, forbidden, type Judged, type ProblemKind } from '../judge/problems';

/** Names of the counts, as the table shows them. */
const titles: Record<ProblemKind, string> = {
	'sent twice': 'sent twice',
	'wrong success': 'wrong successes',
	'unmarked unknown verdict': 'unmarked unknown verdicts',
	hang: 'hangs',
	'short file': 'short files',
	'socket left open': 'sockets left open',
	'success not believed': 'successes not believed',
	'wrong mark': 'wrong marks',
	'item lost': 'items lost',
	'led astray': 'led astray by a redirect',
	'token shown': 'tokens shown',
	'success that nothing disproves': 'successes that nothing disproves',
	'false unknown verdict': 'false unknown verdicts',
};

/** A line of the table: what is counted, and what the count must be. */
type Line = [title: string, count: (runs: readonly Judged[]) => number, mark?: string];

/** The results of all parts as one table: a column for each part, and their sum. */
export function summary(parts: ReadonlyMap<string, readonly Judged[]>): string {
	const all = [...parts.values()].flat();
	const columns = [...parts.values(), all];
	const endings = (ending: Judged['ending']) => (runs: readonly Judged[]) =>
		runs.filter((run) => run.ending === ending).length;
	const withKind = (kind: ProblemKind) => (runs: readonly Judged[]) =>
		runs.filter(({ problems }) => problems.some((problem) => problem.kind === kind)).length;
	const lines: Line[] = [
		['runs', (runs) => runs.length],
		['calls', (runs) => runs.reduce((sum, { calls }) => sum + calls, 0)],
		['faults', (runs) => new Set(runs.map(({ fault }) => fault)).size],
		['done', endings('done')],
		['refused', endings('refused')],
		['unknown', endings('unknown')],
		['read', endings('right')],
		['not read', endings('error')],
		...allowed.map((kind): Line => [titles[kind], withKind(kind)]),
		...forbidden.map((kind): Line => [titles[kind], withKind(kind), 'must be 0']),
	];
	const cells = [
		['', ...parts.keys(), 'all', ''],
		...lines.map(([title, count, mark = '']) => [
			title,
			...columns.map((runs) => String(count(runs))),
			mark && count(all) > 0 ? `${mark} !` : mark,
		]),
	];
	return aligned(cells);
}

/** Rows of cells as lines with columns of equal width, numbers on the right. */
function aligned(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(...rows.map((row) => (row[column] ?? '').length)),
	);
	return rows
		.map((row) =>
			row
				.map((cell, column) =>
					column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
				)
				.join('   ')
				.trimEnd(),
		)
		.join('\n');
}
