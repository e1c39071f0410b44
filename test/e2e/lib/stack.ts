// Starts a real n8n with the package installed, beside the local service.

import type { AxiosInstance } from 'axios';
import { controlClient, type ControlClient } from '../../service/control/client';
import { startService, type RunningService } from '../../service/index';
import { apiClient } from '../../service/specs/support/rig';
import { Cleanup } from './cleanup';
import { N8nClient, type Credential, type Owner } from './n8n/n8nClient';
import { installN8n, type InstalledN8n } from './install/n8nInstall';
import { takeDatabase } from './n8n/preparedDatabase';
import { startN8n, type RunningN8n } from './n8n/n8nServer';
import { packPackage } from './install/pack';
import { requireFreePort } from './ports';
import { quiet, type Report } from './report';
import {
	addPackage,
	copyOf,
	createUserFolder,
	installPackage,
	type UserFolder,
} from './n8n/userFolder';

/** A real n8n with the package installed, a client signed in as its owner, and a local Signaturit. */
export interface Site {
	n8n: Pick<RunningN8n, 'url' | 'logTail'>;
	client: N8nClient;
	owner: Owner;
	/** For the local service. */
	credential: Credential;
	service: RunningService;
	control: ControlClient;
	/** Calls the service's API, as its account. */
	http: AxiosInstance;
}

/** A site whose n8n is one process. */
export interface Stack extends Site {
	n8n: RunningN8n;
	/** The home folder of the user that n8n runs as. */
	home: string;
	/** Restarts n8n at the same address and with the same data, and with these additional settings if they are given. */
	restartN8n(settings?: Readonly<Record<string, string>>): Promise<void>;
	/** Restarts n8n, and starts another one at another address on a copy of its data. */
	startCopy(): Promise<RunningN8n>;
	stop(): Promise<void>;
}

export interface StackOptions {
	/** By default nothing is reported. */
	report?: Report;
	n8nPort?: number;
	servicePort?: number;
	/** Additional settings of n8n. */
	settings?: Readonly<Record<string, string>>;
	/** Other packages beside that of the project, by their names: the code of each. */
	beside?: Readonly<Record<string, string>>;
	/** Called with a line for each request that the local service receives. */
	serviceLog?: (line: string) => void;
	/** Collects from the start what has to be stopped; `stop` runs it. */
	cleanup?: Cleanup;
}

/** The owner of every n8n that the tests start. */
const OWNER: Owner = { email: 'demo@example.com', password: 'Sign-here-2-times' };

/** The data of a credential for the local service. */
export function credentialData(service: RunningService, accessToken = service.token) {
	return { environment: 'custom', accessToken, baseUrl: service.url };
}

/** A new n8n's owner, signed in, with a credential for the local service, and clients of that service. */
export async function siteOf(url: string, service: RunningService): Promise<Omit<Site, 'n8n'>> {
	const client = new N8nClient(url);
	await client.setUpOwner(OWNER);
	const data = credentialData(service);
	return {
		client,
		owner: OWNER,
		credential: await client.createCredential('Local Signaturit', 'signaturitApi', data),
		service,
		control: controlClient(service),
		http: apiClient(service, service.token),
	};
}

/** Installs n8n, and the package into its user folder. */
export async function installAll(report: Report, userFolder: UserFolder): Promise<InstalledN8n> {
	const installed = await report.step('Find or install n8n', async () => {
		const found = await installN8n(report);
		report.line(`n8n ${found.version} on Node ${process.versions.node}`);
		return found;
	});
	await report.step('Build and pack the package, install the tarball into n8n', async () => {
		const tarball = await packPackage(userFolder.path);
		await installPackage(userFolder, tarball);
		await takeDatabase(installed, userFolder);
		report.line(`${tarball.slice(userFolder.path.length + 1)} installed`);
	});
	return installed;
}

/**
 * Starts everything. If a part fails, everything that was started before is stopped again.
 *
 * @throws SetupError when something is missing on this machine; the message says what to do
 */
export async function startStack({
	report = quiet,
	n8nPort,
	servicePort,
	settings,
	beside = {},
	serviceLog,
	cleanup = new Cleanup(),
}: StackOptions = {}): Promise<Stack> {
	try {
		// Checked first, because installing takes minutes.
		if (n8nPort !== undefined) await requireFreePort(n8nPort, 'n8n', '--n8n-port');
		if (servicePort !== undefined) {
			await requireFreePort(servicePort, 'the local service', '--service-port');
		}
		const userFolder = await createUserFolder();
		cleanup.add(userFolder.remove);
		const installed = await installAll(report, userFolder);
		for (const [name, code] of Object.entries(beside)) await addPackage(userFolder, name, code);

		const service = await report.step('Start the local Signaturit', async () => {
			const started = await startService({ port: servicePort, log: serviceLog });
			cleanup.add(started.close);
			report.line(`listens at ${started.url}`);
			return started;
		});

		const start = async (port?: number, more = settings, folder = userFolder) => {
			const started = await startN8n({ installed, userFolder: folder, port, settings: more });
			cleanup.add(started.stop);
			return started;
		};
		const n8n = await report.step('Start n8n', async () => {
			const started = await start(n8nPort);
			report.line(`listens at ${started.url}`);
			return started;
		});
		const stack: Stack = {
			n8n,
			home: userFolder.path,
			...(await siteOf(n8n.url, service)),
			restartN8n: async (more) => {
				await stack.n8n.stop();
				stack.n8n = await start(stack.n8n.port, more);
			},
			startCopy: async () => {
				// The database is whole only while n8n is stopped.
				await stack.n8n.stop();
				const copy = await copyOf(userFolder);
				cleanup.add(copy.remove);
				stack.n8n = await start(stack.n8n.port);
				return await start(undefined, undefined, copy);
			},
			stop: async () => await cleanup.run(),
		};
		return stack;
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
