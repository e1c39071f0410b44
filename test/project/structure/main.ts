/**
 * Counts files, lines, imports and the files that a run enters, and measures how long the built package loads:
 * `npm run structure`. `--peer <folder>` compares with another clone of this repository; its loading time needs
 * `npm run build` there. `--list` names the files too.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { enteredFiles } from './entered';
import { builtFiles, loadingTimes } from './loading';
import { namesWithSeveralHomes, readSources, withOneImporter } from './sources';

const ROOT = resolve(__dirname, '..', '..', '..');

/** What is counted of the nodes' files by reading them, each with what a list names. */
function countsOf(root: string): [name: string, count: number, list: string[]][] {
	const files = readSources(join(root, 'nodes'));
	const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
	const alone = withOneImporter(files);
	const several = namesWithSeveralHomes(files);
	return [
		['files', files.length, []],
		['lines', sum(files.map(({ lines }) => lines)), []],
		['imports between files', sum(files.map(({ imports }) => imports.length)), []],
		['files with one importer', alone.length, alone],
		[
			'names with several homes',
			several.length,
			several.map(([name, homes]) => `${name}: ${homes.join(', ')}`),
		],
	];
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { peer: { type: 'string' }, list: { type: 'boolean', default: false } },
	});
	const peer = values.peer === undefined ? undefined : resolve(values.peer);
	const say = (name: string, ours: number, theirs: number | undefined, list: string[] = []) => {
		const cells = [ours, ...(theirs === undefined ? [] : [theirs])].map((cell) =>
			String(Number.isInteger(cell) ? cell : cell.toFixed(1)).padStart(8),
		);
		console.log(`${name.padEnd(34)}${cells.join('')}`);
		if (values.list) for (const line of list) console.log(`    ${line}`);
	};

	if (peer) console.log(`${''.padEnd(34)}    here    peer`);
	const others = peer ? countsOf(peer) : [];
	for (const [index, [name, count, list]] of countsOf(ROOT).entries()) {
		say(name, count, others[index]?.[1], list);
	}
	for (const [name, files] of Object.entries(await enteredFiles(join(ROOT, 'nodes')))) {
		say(`files entered by ${name}`, files.length, undefined, files);
	}
	const [ours = NaN, theirs] = loadingTimes([ROOT, ...(peer ? [peer] : [])].map(builtFiles));
	say('milliseconds to load the package', ours, theirs);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
