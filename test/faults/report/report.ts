import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { forbidden, type Judged, type ProblemKind } from '../judge/problems';

/** Where the test files leave their results for the report; set for the whole run. */
export const REPORT_FOLDER = 'FAULTS_REPORT_FOLDER';

/** Keeps the results of a row for the report that is printed at the end. */
export function record(part: string, judged: readonly Judged[]): void {
	const folder = process.env[REPORT_FOLDER];
	if (!folder) throw new Error('The tests of the fault table run with `npm run test:faults` only');
	const lines = judged.map((run) => `${JSON.stringify(run)}\n`);
	appendFileSync(join(folder, `${part}.jsonl`), lines.join(''));
}

/** The forbidden problems of these runs, one line each, as a test expects none. */
export function forbiddenOf(judged: readonly Judged[]): string[] {
	const kinds = new Set<ProblemKind>(forbidden);
	return judged.flatMap(({ name, problems }) =>
		problems
			.filter(({ kind }) => kinds.has(kind))
			.map(({ kind, detail }) => `${kind} | ${name} | ${detail}`),
	);
}
