// Starts one process of n8n with its environment and log, and stops it.

import axios from 'axios';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstalledN8n } from '../install/n8nInstall';
import { keep, killKept, stopKept } from '../keep';
import { waitFor } from '../wait';
import type { UserFolder } from './userFolder';

export const HOST = '127.0.0.1';
/** One for all, because a prepared database can be read with its key alone. n8n's id follows from it. */
const ENCRYPTION_KEY = 'known-to-everybody-who-reads-this';
/** After it, what ends n8n has failed itself. */
const STOP_MS = 60_000;
const TAIL_LINES = 40;

/** One process of n8n: the whole of it, or a part of it in queue mode. */
export interface N8nProcess {
	/** The process that keeps n8n as its child. */
	keeperPid: number;
	/** All of its log. */
	log(): Promise<string>;
	/** The last lines of its log. */
	logTail(): Promise<string>;
	/** Resolves when it has ended, by `stop`, by `kill` or by itself. */
	ended: Promise<unknown>;
	/** Ends it and everything it started; its user folder stays. */
	stop(): Promise<void>;
	/** Ends it and everything it started at once, with SIGKILL. */
	kill(): Promise<void>;
}

export interface N8nProcessOptions {
	installed: InstalledN8n;
	userFolder: UserFolder;
	/** n8n's command: it names the log file too. */
	command: 'start' | 'worker' | 'webhook';
	/** Tells processes with the same command apart. */
	number?: number;
	env: NodeJS.ProcessEnv;
	/** An address that answers when the process is ready. */
	readyUrl: string;
	/** Whether the answer at that address says so, and what the process has logged since it was started. */
	isReady: (answer: { status: number; body: string }, logged: string) => boolean;
}

/** Only what n8n needs: settings for another n8n on this machine must not reach this one. */
export function environment(
	userFolder: UserFolder,
	port: number,
	brokerPort: number,
): NodeJS.ProcessEnv {
	return {
		PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
		HOME: userFolder.path,
		...(process.env.TMPDIR && { TMPDIR: process.env.TMPDIR }),
		N8N_USER_FOLDER: userFolder.path,
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		N8N_PORT: String(port),
		N8N_HOST: HOST,
		N8N_LISTEN_ADDRESS: HOST,
		WEBHOOK_URL: `http://${HOST}:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		GENERIC_TIMEZONE: 'UTC',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// What n8n has not verified is not loaded by n8n 3 unless this is set.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	};
}

async function tail(file: string): Promise<string> {
	const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
	return lines.slice(-TAIL_LINES).join('\n');
}

async function answerOf(url: string): Promise<{ status: number; body: string }> {
	const { status, data } = await axios.get<string>(url, {
		responseType: 'text',
		timeout: 5_000,
		proxy: false,
		validateStatus: () => true,
	});
	return { status, body: data };
}

/**
 * Starts a process of n8n and waits until it is ready.
 *
 * @throws Error when it does not start, with the last lines of its log
 */
export async function startN8nProcess({
	installed,
	userFolder,
	command,
	number,
	env,
	readyUrl,
	isReady,
}: N8nProcessOptions): Promise<N8nProcess> {
	const name = [command === 'start' ? 'n8n' : `n8n-${command}`, number].filter(Boolean).join('-');
	const logFile = join(userFolder.path, `${name}.log`);
	const log = await open(logFile, 'a');
	const { size: loggedBefore } = await log.stat();
	const keeper = keep(process.execPath, [installed.bin, command], {
		cwd: userFolder.path,
		// Node 20 knows no such cache.
		env: { ...env, NODE_COMPILE_CACHE: installed.compiled },
		output: log.fd,
		removeWhenAbandoned: userFolder.path,
	});
	await once(keeper, 'spawn');
	await log.close();
	const ended = once(keeper, 'exit');

	const end = async (how: typeof stopKept) => {
		if (keeper.exitCode !== null || keeper.signalCode !== null) return;
		how(keeper);
		await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
		keeper.kill('SIGKILL');
		await ended;
	};
	const stop = async () => await end(stopKept);
	try {
		await waitFor({ what: `${name} to start` }, async () => {
			if (keeper.exitCode !== null) throw new Error(`${name} ended with ${keeper.exitCode}`);
			try {
				const answer = await answerOf(readyUrl);
				const logged = (await readFile(logFile)).subarray(loggedBefore).toString();
				return isReady(answer, logged) ? { done: true } : { seen: answer.body.slice(0, 100) };
			} catch (error) {
				return { seen: (error as Error).message };
			}
		});
	} catch (error) {
		await stop();
		throw new Error(`${(error as Error).message}\nThe end of its log:\n${await tail(logFile)}`);
	}
	return {
		keeperPid: keeper.pid ?? NaN,
		log: async () => await readFile(logFile, 'utf8'),
		logTail: async () => await tail(logFile),
		ended,
		stop,
		kill: async () => await end(killKept),
	};
}
