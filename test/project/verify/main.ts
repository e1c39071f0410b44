// The command that checks the package as n8n's reviewers do: `npm run verify`.

/**
 * Looks at what is published as n8n's reviewers do, and prints a table: `npm run verify`. Fails if a check fails.
 * `--except=previews` leaves a check out.
 */
import { join } from 'node:path';
import { packPackage } from '../../e2e/lib/install/pack';
import { temporaryFolder } from '../../e2e/lib/temporaryFolder';
import { checks } from './checks';
import { published } from './published';

async function main(): Promise<void> {
	const names = process.argv.slice(2).map((argument) => argument.replace(/^--except=/, ''));
	const unknown = names.filter((name) => !(name in checks));
	if (unknown.length > 0) throw new Error(`There is no check "${unknown.join(', ')}"`);

	const folder = await temporaryFolder('signaturit-verify-');
	const rows: string[][] = [['Check', 'Looked at', 'Result']];
	const faults: string[] = [];
	try {
		console.log('Packing …');
		const it = await published(await packPackage(folder.path), join(folder.path, 'unpacked'));
		for (const [name, { title, find }] of Object.entries(checks)) {
			if (names.includes(name)) continue;
			console.log(`${title} …`);
			const found = await find(it).catch((error: unknown) => ({
				lookedAt: '',
				faults: [String(error)],
			}));
			const failed = found.faults.length > 0;
			rows.push([title, found.lookedAt, failed ? 'failed' : 'passed']);
			if (failed) faults.push([`== ${title}`, ...found.faults].join('\n'));
		}
	} finally {
		await folder.remove();
	}
	console.log(['', ...faults, table(rows)].join('\n'));
	process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Rows of text, each column as wide as its longest cell. */
function table(rows: string[][]): string {
	const widths = rows.map((row) => row.map((cell) => cell.length));
	const widest = (column: number) => Math.max(...widths.map((row) => row[column] ?? 0));
	return rows
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widest(column)))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
