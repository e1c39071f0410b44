// Starts a program that ends when this process ends, and stops it on demand.

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface KeepOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Where the program's output goes: a pipe to this process, or an open file. */
	output: 'pipe' | number;
	/** A folder to remove if this process ends without having stopped the program. */
	removeWhenAbandoned?: string;
}

/**
 * Starts a program that ends when this process ends, however that happens; see keeper.ts.
 *
 * @returns the keeper: its output and exit code are the program's; `stopKept` ends it
 */
export function keep(command: string, args: string[], options: KeepOptions): ChildProcess {
	const { cwd, env, output, removeWhenAbandoned = '' } = options;
	const tsx = pathToFileURL(require.resolve('tsx')).href;
	const keeper = spawn(
		process.execPath,
		['--import', tsx, join(__dirname, 'keeper.ts'), removeWhenAbandoned, command, ...args],
		{
			cwd,
			env,
			stdio: ['pipe', output, output],
			// Ctrl-C in a terminal reaches the whole group: the keeper must survive it to clean up.
			detached: true,
		},
	);
	// Writing to a keeper that has just ended must not end this process.
	keeper.stdin?.on('error', () => undefined);
	return keeper;
}

/** Asks a keeper to end its program; after 15 seconds it kills the program. */
export function stopKept(keeper: ChildProcess): void {
	keeper.stdin?.write('stop\n');
}

/** Has a keeper kill its program and the program's children at once. */
export function killKept(keeper: ChildProcess): void {
	keeper.stdin?.write('kill\n');
}
