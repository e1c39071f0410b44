// The process between a test and its program, which ends the program when the test ends.

/**
 * Runs a program for a parent process, and ends it and cleans up when the parent ends, however that happens.
 *
 *     node --import tsx keeper.ts <folder> <command> [argument …]
 *
 * "stop" on standard input ends the program and keeps the folder, "kill" ends it at once. When standard input
 * ends, the parent has ended, perhaps while the program was being stopped: then the program is ended, and the
 * folder, unless it is '', is removed.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

const GRACE_MS = 15_000;

const [folder = '', command = '', ...args] = process.argv.slice(2);

// A group of its own, so that the program's own children can be reached too.
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
let abandoned = false;
let ending = false;

function signal(name: NodeJS.Signals, group = false): void {
	if (child.pid === undefined) return;
	try {
		process.kill(group ? -child.pid : child.pid, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

function end(): void {
	if (ending) return;
	ending = true;
	signal('SIGTERM');
	setTimeout(() => signal('SIGKILL', true), GRACE_MS).unref();
}

process.stdin.on('data', (text) => {
	const word = text.toString().trim();
	if (word === 'kill') {
		ending = true;
		signal('SIGKILL', true);
	}
	if (word === 'stop') end();
});
process.stdin.on('end', () => {
	abandoned = true;
	end();
});

child.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.once('exit', (code) => {
	signal('SIGKILL', true);
	const cleanUp =
		abandoned && folder ? rm(folder, { recursive: true, force: true }) : Promise.resolve();
	void cleanUp.finally(() => process.exit(code ?? 1));
});
