// The folder for the counts of all test files, and their sum at the end.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Description } from '../service/description/description';
import { DESCRIPTION_JSON, readDescription } from '../service/description/document';
import type { Tally } from './witness';

/** Where the test files leave their counts; set for the whole run. */
export const TALLY_FOLDER = 'WITNESS_TALLY_FOLDER';

/** What one test file leaves. */
export interface TallyLine extends Tally {
	/** The operations that this file, or one before it in the same process, has called. */
	operations: string[];
	/** What was not as described, and came too late to fail a test. */
	late: string[];
}

/** Makes the folder for the counts of a run, with the description of the service that all test files read. */
export function makeTallyFolder(): void {
	const folder = mkdtempSync(join(tmpdir(), 'witness-'));
	const json = join(folder, 'description.json');
	writeFileSync(json, JSON.stringify(readDescription()));
	Object.assign(process.env, { [TALLY_FOLDER]: folder, [DESCRIPTION_JSON]: json });
}

/**
 * Prints the counts of a run, and removes their folder.
 *
 * @throws Error when something was not compared, or came too late to fail a test
 */
export function printTally(): void {
	const folder = process.env[TALLY_FOLDER] ?? '';
	const lines = readdirSync(folder)
		.filter((file) => file.endsWith('.jsonl'))
		.flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
		.map((line) => JSON.parse(line) as TallyLine);
	process.stdout.write(`\n${summary(lines)}\n`);
	rmSync(folder, { recursive: true });
	const late = lines.flatMap((line) => line.late);
	if (late.length > 0) throw new Error(`Not as docs/openapi.yaml describes it: ${late.join('\n')}`);
	const unchecked = lines.reduce((total, line) => total + line.unchecked, 0);
	if (unchecked > 0)
		throw new Error(`${unchecked} requests were not compared with docs/openapi.yaml`);
}

/** The counts of a run, for people. */
function summary(lines: TallyLine[]): string {
	const sum = (name: keyof Tally) => lines.reduce((total, line) => total + line[name], 0);
	const operations = new Set(lines.flatMap((line) => line.operations)).size;
	return [
		'Compared with docs/openapi.yaml:',
		`  requests     ${sum('requests')}, ${sum('withoutBody')} of them without a body that nobody has read`,
		`  answers      ${sum('answers')}`,
		`  event posts  ${sum('posts')}`,
		`  operations   ${operations} of ${new Description().operations.length}`,
		'Not compared:',
		`  answers spoiled on purpose ${sum('spoiled')}, made up by tests ${sum('madeUp')}, broken off ${sum('brokenOff')}`,
		`  unchecked    ${sum('unchecked')}`,
	].join('\n');
}
