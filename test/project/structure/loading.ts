import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const RUNS = 25;

/** Prints how many milliseconds it takes to load these files and to make what they export. n8n has loaded its own before. */
const SCRIPT = `
const [first] = process.argv.slice(1);
const loadFrom = require('node:module').createRequire(first);
for (const name of ['n8n-workflow', 'luxon', 'zod']) loadFrom(name);
const started = performance.now();
for (const file of process.argv.slice(1)) {
	for (const exported of Object.values(require(file))) new exported();
}
console.log(performance.now() - started);
`;

/** The files of a built package that n8n loads. */
export function builtFiles(root: string): string[] {
	const folder = join(root, 'dist', 'nodes', 'Signaturit');
	const files = ['Signaturit', 'SignaturitTrigger'].map((name) => join(folder, `${name}.node.js`));
	const missing = files.find((file) => !existsSync(file));
	if (missing) throw new Error(`${missing} is missing: run npm run build there`);
	return files;
}

/**
 * How long it takes to load each of several sets of files, in milliseconds: the fastest of processes that take turns,
 * for whatever else the machine does only adds to it.
 */
export function loadingTimes(sets: readonly (readonly string[])[]): number[] {
	const times = sets.map((): number[] => []);
	for (let run = 0; run < RUNS; run++) {
		for (const [index, files] of sets.entries()) {
			const output = execFileSync(process.execPath, ['-e', SCRIPT, ...files], { encoding: 'utf8' });
			times[index]?.push(Number(output));
		}
	}
	return times.map((each) => Math.min(...each));
}
