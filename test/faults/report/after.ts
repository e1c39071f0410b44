import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import after from '../../witness/after';
import type { Judged } from '../judge/problems';
import { REPORT_FOLDER } from './report';
import { summary } from './summary';

/** Jest calls it after the last test: prints the table of all parts. */
export default function printSummary(run: Parameters<typeof after>[0]): void {
	const folder = process.env[REPORT_FOLDER] ?? '';
	const parts = readdirSync(folder)
		.sort()
		.map((file): [string, Judged[]] => {
			const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
			return [basename(file, '.jsonl'), lines.map((line) => JSON.parse(line) as Judged)];
		});
	rmSync(folder, { recursive: true });
	if (parts.length > 0) process.stdout.write(`\n${summary(new Map(parts))}\n`);
	after(run);
}
