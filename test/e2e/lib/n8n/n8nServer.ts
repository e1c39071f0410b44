import axios from 'axios';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keep, stopKept } from '../keep';
import type { InstalledN8n } from '../install/n8nInstall';
import { freePorts, requireFreePort } from '../ports';
import type { UserFolder } from './userFolder';
import { waitFor } from '../wait';

const HOST = '127.0.0.1';
const READY_MS = 120_000;
const STOP_MS = 20_000;
const TAIL_LINES = 40;

export interface RunningN8n {
	/** Without a trailing slash. */
	url: string;
	port: number;
	version: string;
	/** The last lines of n8n's log. */
	logTail(): Promise<string>;
	/** Resolves when n8n has ended, by `stop` or by itself. */
	ended: Promise<unknown>;
	/** Ends n8n and everything it started; its user folder stays, so that it can be started on it again. */
	stop(): Promise<void>;
}

export interface N8nOptions {
	installed: InstalledN8n;
	userFolder: UserFolder;
	/** A free one by default. */
	port?: number;
	/** Further environment variables of n8n. */
	settings?: Readonly<Record<string, string>>;
}

/** Only what n8n needs: settings for another n8n on this machine must not reach this one. */
function environment(userFolder: UserFolder, port: number, brokerPort: number): NodeJS.ProcessEnv {
	return {
		PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
		HOME: userFolder.path,
		...(process.env.TMPDIR && { TMPDIR: process.env.TMPDIR }),
		N8N_USER_FOLDER: userFolder.path,
		N8N_ENCRYPTION_KEY: userFolder.encryptionKey,
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
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	};
}

async function tail(file: string): Promise<string> {
	const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
	return lines.slice(-TAIL_LINES).join('\n');
}

/** The answer to a request for the editor's settings. /healthz answers before n8n is ready for requests. */
async function settingsAnswer(url: string): Promise<string> {
	const { data } = await axios.get<string>(`${url}/rest/settings`, {
		responseType: 'text',
		timeout: 5_000,
		proxy: false,
		validateStatus: () => true,
	});
	return data;
}

async function untilReady(url: string, keeper: ChildProcess): Promise<void> {
	await waitFor({ what: 'n8n to start', timeoutMs: READY_MS }, async () => {
		if (keeper.exitCode !== null) throw new Error(`n8n ended with exit code ${keeper.exitCode}`);
		try {
			const answer = await settingsAnswer(url);
			return answer.startsWith('{"data"') ? { done: true } : { seen: answer.slice(0, 100) };
		} catch (error) {
			return { seen: (error as Error).message };
		}
	});
}

/**
 * Starts a real n8n on the loopback address and waits until it is ready.
 *
 * @throws SetupError when the requested port is in use
 * @throws Error when n8n does not start, with the last lines of its log
 */
export async function startN8n({
	installed,
	userFolder,
	port: wanted,
	settings,
}: N8nOptions): Promise<RunningN8n> {
	if (wanted !== undefined) await requireFreePort(wanted, 'n8n', '--n8n-port');
	const [free = 0, brokerPort = 0] = await freePorts(2);
	const port = wanted ?? free;
	const url = `http://${HOST}:${port}`;
	const logFile = join(userFolder.path, 'n8n.log');

	const log = await open(logFile, 'a');
	const keeper = keep(process.execPath, [installed.bin, 'start'], {
		cwd: userFolder.path,
		env: { ...environment(userFolder, port, brokerPort), ...settings },
		output: log.fd,
		removeWhenAbandoned: userFolder.path,
	});
	await once(keeper, 'spawn');
	await log.close();
	const ended = once(keeper, 'exit');

	const stop = async () => {
		if (keeper.exitCode !== null || keeper.signalCode !== null) return;
		stopKept(keeper);
		await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
		keeper.kill('SIGKILL');
		await ended;
	};
	try {
		await untilReady(url, keeper);
	} catch (error) {
		await stop();
		throw new Error(`${(error as Error).message}\nThe end of its log:\n${await tail(logFile)}`);
	}
	return {
		url,
		port,
		version: installed.version,
		logTail: async () => await tail(logFile),
		ended,
		stop,
	};
}
