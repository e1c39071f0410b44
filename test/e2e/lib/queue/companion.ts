// Starts a program that n8n needs beside it, such as a database, and ends it.

import { once } from 'node:events';
import { keep, stopKept } from '../keep';
import { waitFor } from '../wait';

const LOG_LENGTH = 2_000;

/** A program that runs beside n8n, on the loopback address. */
export interface Companion {
	port: number;
	/** Ends it and removes its data. */
	stop(): Promise<void>;
}

interface CompanionOptions {
	/** Its name in messages. */
	name: string;
	command: string[];
	port: number;
	/** Its data; removed at the end. */
	folder: { path: string; remove: () => Promise<void> };
	isReady: () => Promise<boolean>;
}

/**
 * Starts a program and waits until it is ready.
 *
 * @throws Error when it does not start, with the end of what it printed
 */
export async function startCompanion({
	name,
	command: [file = '', ...args],
	port,
	folder,
	isReady,
}: CompanionOptions): Promise<Companion> {
	const keeper = keep(file, args, {
		cwd: folder.path,
		env: { PATH: process.env.PATH },
		output: 'pipe',
		removeWhenAbandoned: folder.path,
	});
	let log = '';
	for (const output of [keeper.stdout, keeper.stderr]) {
		output?.setEncoding('utf8').on('data', (text: string) => {
			log = `${log}${text}`.slice(-LOG_LENGTH);
		});
	}
	const ended = once(keeper, 'exit');
	const stop = async () => {
		if (keeper.exitCode === null && keeper.signalCode === null) {
			stopKept(keeper);
			await ended;
		}
		await folder.remove();
	};
	try {
		await waitFor({ what: `${name} to start` }, async () => {
			if (keeper.exitCode !== null) throw new Error(`${name} ended: ${log}`);
			return (await isReady()) ? { done: true } : { seen: log };
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { port, stop };
}
