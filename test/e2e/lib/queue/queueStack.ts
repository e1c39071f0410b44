// Starts n8n in queue mode with all its processes, and restarts or ends them.

import { startService } from '../../../service/index';
import { Cleanup } from '../cleanup';
import type { InstalledN8n } from '../install/n8nInstall';
import { environment, HOST, startN8nProcess, type N8nProcess } from '../n8n/n8nProcess';
import { startN8n, type RunningN8n } from '../n8n/n8nServer';
import { createUserFolder, type UserFolder } from '../n8n/userFolder';
import { freePorts } from '../ports';
import type { Report } from '../report';
import { installAll, siteOf, type Site } from '../stack';
import { settingsFor, startPostgres } from './postgres';
import { startRedis } from './redis';
import { startSpreadingProxy } from './spreadingProxy';

/** n8n in queue mode: PostgreSQL, Redis, main, workers and webhook processors behind a proxy. */
export interface QueueStack extends Site {
	n8n: Pick<RunningN8n, 'url' | 'version' | 'logTail'>;
	workers: [N8nProcess, N8nProcess];
	/** They answer production webhooks. */
	processors: [N8nProcess, N8nProcess];
	/** Restarts main at the same address; the others run on. */
	restartMain(): Promise<void>;
	/** Starts a worker again that was stopped. */
	restartWorker(index: 0 | 1): Promise<void>;
	stop(): Promise<void>;
}

type N8nSettings = Readonly<Record<string, string>>;

/** What all processes of one n8n in queue mode share. */
interface Shared {
	installed: InstalledN8n;
	userFolder: UserFolder;
	settings: N8nSettings;
}

/** Collects what runs side by side, and stops it side by side: one after the other takes long. */
class Group {
	private readonly members: { stop(): Promise<void> }[] = [];

	add<T extends { stop(): Promise<void> }>(member: T): T {
		this.members.push(member);
		return member;
	}

	/** @throws the first failure, after all have been tried */
	async stop(): Promise<void> {
		await together(this.members.map(async (member) => await member.stop()));
	}
}

/** Waits until all have ended, also when one fails. */
async function together<T extends readonly unknown[]>(
	work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
	await Promise.allSettled(work);
	return (await Promise.all(work)) as unknown as T;
}

/** Starts a worker or a webhook processor. */
async function startPart(
	{ installed, userFolder, settings }: Shared,
	command: 'worker' | 'webhook',
	number: number,
	port: number,
): Promise<N8nProcess> {
	const [brokerPort = 0] = await freePorts(1);
	return await startN8nProcess({
		installed,
		userFolder,
		command,
		number,
		env: {
			...environment(userFolder, port, brokerPort),
			...settings,
			// A worker answers only at this port, a webhook processor at N8N_PORT.
			...(command === 'worker' && { QUEUE_HEALTH_CHECK_PORT: String(port) }),
		},
		readyUrl: `http://${HOST}:${port}/healthz/readiness`,
		isReady: ({ status }) => status === 200,
	});
}

/**
 * Starts everything. If a part fails, everything that was started before is stopped again.
 *
 * @throws SetupError when something is missing on this machine; the message says what to do
 */
export async function startQueueStack(report: Report, more: N8nSettings = {}): Promise<QueueStack> {
	const cleanup = new Cleanup();
	try {
		const userFolder = await createUserFolder();
		cleanup.add(userFolder.remove);
		const group = new Group();
		cleanup.add(async () => await group.stop());
		const n8nGroup = new Group();
		cleanup.add(async () => await n8nGroup.stop());

		const [installed, service, postgres, redis] = await together([
			installAll(report, userFolder),
			startService().then((started) => {
				group.add({ stop: started.close });
				return started;
			}),
			startPostgres().then((started) => group.add(started)),
			startRedis().then((started) => group.add(started)),
		]);

		const ports = await freePorts(5);
		const [main = 0, health1 = 0, health2 = 0, webhooks1 = 0, webhooks2 = 0] = ports;
		const proxy = await startSpreadingProxy({ main, processors: [webhooks1, webhooks2] });
		group.add({ stop: proxy.close });
		const shared: Shared = {
			installed,
			userFolder,
			settings: {
				EXECUTIONS_MODE: 'queue',
				WEBHOOK_URL: `${proxy.url}/`,
				...settingsFor(postgres),
				QUEUE_BULL_REDIS_HOST: HOST,
				QUEUE_BULL_REDIS_PORT: String(redis.port),
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				N8N_WORKER_SERVER_ADDRESS: HOST,
				...more,
			},
		};
		// Main migrates the database.
		const startMain = async () => n8nGroup.add(await startN8n({ ...shared, port: main }));
		let runningMain = await startMain();
		const part = async (...what: [command: 'worker' | 'webhook', number: number, port: number]) =>
			n8nGroup.add(await startPart(shared, ...what));
		const [worker1, worker2, processor1, processor2] = await together([
			part('worker', 1, health1),
			part('worker', 2, health2),
			part('webhook', 1, webhooks1),
			part('webhook', 2, webhooks2),
		]);

		const workers: QueueStack['workers'] = [worker1, worker2];
		return {
			n8n: {
				url: proxy.url,
				version: installed.version,
				logTail: async () => {
					const processes = [runningMain, ...workers, processor1, processor2];
					return (await Promise.all(processes.map(async (each) => await each.logTail()))).join(
						'\n\n',
					);
				},
			},
			...(await siteOf(proxy.url, service)),
			workers,
			processors: [processor1, processor2],
			restartMain: async () => {
				await runningMain.stop();
				runningMain = await startMain();
			},
			restartWorker: async (index) => {
				workers[index] = await part('worker', index + 1, [health1, health2][index] ?? 0);
			},
			stop: async () => await cleanup.run(),
		};
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
