// Starts a whole n8n in a user folder, and waits until it answers.

import type { InstalledN8n } from '../install/n8nInstall';
import { freePorts, requireFreePort } from '../ports';
import { environment, HOST, startN8nProcess, type N8nProcess } from './n8nProcess';
import type { UserFolder } from './userFolder';

/** An n8n that answers the editor. After `stop` it can be started again on its user folder. */
export interface RunningN8n extends N8nProcess {
	/** Without a trailing slash. */
	url: string;
	port: number;
	version: string;
}

export interface N8nOptions {
	installed: InstalledN8n;
	userFolder: UserFolder;
	/** A free one by default. */
	port?: number;
	/** Further environment variables of n8n. */
	settings?: Readonly<Record<string, string>>;
}

/** n8n's log when all published workflows have been activated. */
const ALL_ACTIVE = 'Editor is now accessible via:';

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
	const started = await startN8nProcess({
		installed,
		userFolder,
		command: 'start',
		// The editor's address differs from that of the webhooks, as behind many proxies.
		env: {
			...environment(userFolder, port, brokerPort),
			N8N_EDITOR_BASE_URL: `http://localhost:${port}`,
			...settings,
		},
		// /healthz answers before n8n is ready for requests, and n8n answers them before it has activated its workflows.
		readyUrl: `${url}/rest/settings`,
		isReady: ({ body }, logged) => body.startsWith('{"data"') && logged.includes(ALL_ACTIVE),
	});
	return { ...started, url, port, version: installed.version };
}
