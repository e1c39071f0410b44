// The surroundings of a simulated week: two accounts, an n8n, and the model that judges.

import { startService, type RunningService } from '../../service';
import { controlClient, type ControlClient } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import { setInstanceId } from '../engine/instance';
import { ScriptedServer } from '../engine/scriptedServer';
import { useDeduplication } from '../engine/useDeduplication';
import { Clocks } from './clocks';
import { Model, type Sent } from './model';
import { N8n } from './n8n';

/** How the workflow of a sequence is set at first. */
export interface Setting {
	listensToAccount: boolean;
	isPolling: boolean;
	/** Newer n8n calls a trigger in another order. */
	isNewer: boolean;
}

/** An account at Signaturit, which has a service of its own. */
export interface Account {
	name: string;
	service: RunningService;
	control: ControlClient;
}

/** What has one signer. */
export type Request = Sent & { email: string; isEnded: boolean };

export const CHOSEN = [
	'document_completed',
	'request_completed',
	'document_declined',
	'request_declined',
	'email_bounced',
];

/** The parameter by which the trigger listens to everything in the account, or not. */
export const listenTo = (isAccount: boolean) => ({ listenTo: isAccount ? 'account' : 'workflow' });

export const SECOND = 1_000;

/** What can happen; `which` chooses among what there is. */
export type Action = (world: World, which: number) => Promise<void>;

let worlds = 0;

/** Two accounts, an n8n that uses the first, and the model that judges what comes. */
export class World {
	readonly requests: Request[] = [];
	/** Whether the services fail. */
	isAway = false;
	/** Puts the last backup back. */
	restore?: () => void;

	private constructor(
		readonly clocks: Clocks,
		readonly accounts: readonly Account[],
		private readonly server: ScriptedServer,
		readonly n8n: N8n,
		readonly model: Model,
	) {}

	static async begin({ listensToAccount, isPolling, isNewer }: Setting): Promise<World> {
		const server = new ScriptedServer();
		await server.start();
		const services = await Promise.all([startService(), startService()]);
		const accounts = services.map((service, index) => ({
			name: `account ${index}`,
			service,
			control: controlClient(service),
		}));
		const [first] = services;
		if (!first) throw new Error('There is no service');
		setInstanceId(`n8n of week ${++worlds}`);
		const arrival = isPolling ? 'polling' : 'postsAndPolling';
		const stored = {
			staticData: '{}',
			parameters: { events: CHOSEN, ...listenTo(listensToAccount), arrival },
			credential: { ...credentialFor(first) },
			isPublished: false,
		};
		const n8n = new N8n(server, stored, `hook-${worlds}`, isNewer);
		await useDeduplication(n8n.memory);
		const clocks = new Clocks();
		const model = new Model(clocks.now, {
			listensToAccount,
			chosen: CHOSEN,
			account: 'account 0',
			place: n8n.place,
		});
		clocks.start();
		return new World(clocks, accounts, server, n8n, model);
	}

	get controls(): ControlClient[] {
		return this.accounts.map(({ control }) => control);
	}

	/** The account of the access token. */
	get account(): Account {
		const found = this.accounts.find(({ name }) => name === this.model.trigger.account);
		if (!found) throw new Error('There is no such account');
		return found;
	}

	/** Waits for all posts and executions. */
	async idle(): Promise<void> {
		for (const control of this.controls) await control.settled();
		await this.n8n.settled();
	}

	/** The same, and judges what has come. */
	async settled(): Promise<void> {
		await this.idle();
		for (const { keys, given, items, error } of this.n8n.runs.splice(0)) {
			const isNeedless = !error && items.length === 0 && keys.length > 0;
			if (isNeedless && keys.every((key) => given.includes(key))) {
				throw new Error(`An execution of what its process had given out: ${keys.join(', ')}`);
			}
			for (const { json } of items) {
				const { type } = json.event as { type: string };
				const wrong = this.model.come(`${type} of ${String(json.signatureId)}`);
				if (wrong) throw new Error(wrong);
			}
		}
	}

	async close(): Promise<void> {
		this.clocks.stop();
		this.n8n.stop();
		await this.server.stop();
		for (const { service } of this.accounts) await service.close();
	}
}
