// Starts a local service and an n8n with the trigger, and shows what executions get.

import '../engine/engineSettings';
import type {
	IBinaryKeyData,
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { processState, ProcessState } from '../../../nodes/Signaturit/trigger/processState';
import { startService, type RunningService } from '../../service';
import { controlClient } from '../../service/control/client';
import { DeduplicationMemory } from '../engine/deduplicationMemory';
import { startEngine, stopEngine } from '../engine/engine';
import { triggerWorkflow } from '../engine/engineTrigger';
import { credentialFor } from '../engine/fixtures';
import { ScriptedServer } from '../engine/scriptedServer';
import { setInstanceId } from '../engine/instance';
import { shortDelays } from '../engine/shortDelays';
import { until } from '../engine/until';
import { useDeduplication } from '../engine/useDeduplication';
import { answerPost, post } from './http';
import { lookIsOver } from './looks';
import { sendContract } from './sendContract';
import { ServiceApi, type SentRequest } from './serviceApi';

type Workflow = ReturnType<typeof triggerWorkflow>;
type Execution = Awaited<ReturnType<Workflow['execution']>>;

export interface TriggerItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** The local service, and a server that calls the trigger's webhook and runs its executions as n8n does. */
export class TriggerRig {
	/** The trigger's parameters; a change takes effect at the next post. */
	parameters: INodeParameters = {};
	mode: 'webhook' | 'manual' = 'webhook';
	/** What it holds may be edited in place. */
	credential: ICredentialDataDecryptedObject = {};
	/** The IP address that the trigger sees as the sender of posts. */
	ip = '127.0.0.1';
	/** Whether n8n fails to record the execution that a post should start. */
	cannotRecord = false;
	readonly memory = new DeduplicationMemory();
	/** The failed executions that polls have left. */
	readonly pollErrors: Error[] = [];
	/** What the executions that were started since the last `reset` got, in their order. */
	readonly inputs: INodeExecutionData[][] = [];
	/** Each stops one of them, as n8n's *Stop* does. */
	readonly stops: Array<() => void> = [];
	private readonly running: Promise<Execution>[] = [];
	/** Each test has an address and an n8n of its own, so that its polls do not find the requests of the tests before. */
	private tests = 0;
	private activated?: Workflow;
	/** The static data of the active workflow as n8n has saved them last, as JSON. */
	private saved = '{}';
	private startedService?: RunningService;
	private readonly server = new ScriptedServer();

	async start(token?: string): Promise<void> {
		this.server.answers = [(...call) => void answerPost(this, ...call)];
		await this.server.start();
		this.startedService = await startService({ token });
		await useDeduplication(this.memory);
	}

	async stop(): Promise<void> {
		await this.startedService?.close();
		await this.server.stop();
	}

	get service(): RunningService {
		if (!this.startedService) throw new Error('The rig has not been started');
		return this.startedService;
	}

	get control() {
		return controlClient(this.service);
	}

	get address(): string {
		return this.server.url;
	}

	get webhookId(): string {
		return `hook-${this.tests}`;
	}

	get eventsUrl(): string {
		return `${this.address}/webhook/${this.webhookId}/events.json`;
	}

	/** A new workflow with the trigger. */
	workflow(): Workflow {
		return triggerWorkflow(this.parameters, 'default', {
			credential: this.credential,
			address: this.address,
			webhookId: this.webhookId,
		});
	}

	/** The active workflow, with its static data; it stays the same until `reset`. */
	get active(): Workflow {
		this.activated ??= this.workflow();
		return this.activated;
	}

	/** Prepares a new test: sets the parameters, and everything else to its initial value. */
	async reset(parameters: INodeParameters): Promise<void> {
		await this.control.settings({ holdEvents: false, includeSignatureId: true, hold: [] });
		await this.control.faults.clear();
		await this.settled();
		const { running, inputs, stops, pollErrors } = this;
		for (const list of [running, inputs, stops, pollErrors, this.server.received]) list.length = 0;
		Object.assign(this, { activated: undefined, saved: '{}' });
		setInstanceId(`n8n of test ${++this.tests}`);
		this.credential = { ...credentialFor(this.service) };
		this.restart();
		Object.assign(this, { parameters, mode: 'webhook', ip: '127.0.0.1', cannotRecord: false });
	}

	/** Sends a contract to Ada and Charles with the action node. Its events go to the trigger. */
	async send(changes: INodeParameters = {}, files = 1): Promise<SentRequest> {
		await this.activate();
		return await sendContract(this.service, this.active.staticData(), changes, files);
	}

	/** Posts a body to the trigger, as the service or anybody else can. */
	async post(body: unknown, contentType = 'application/json', query = '') {
		return await post(this.eventsUrl + query, body, contentType);
	}

	/** The service's API, without the nodes. */
	get api(): ServiceApi {
		return new ServiceApi(this.service);
	}

	/** Waits for the service's posts and for the executions that they have started. */
	async settled(): Promise<Execution[]> {
		await this.control.settled();
		const executions = await Promise.all(this.running);
		// A test may move the clock then, and the lock must not be held for so long.
		await until(() => !this.memory.isLocked);
		return executions;
	}

	/** The process forgets what it has heard of and given out, as when n8n is started again. */
	restart(): void {
		Object.assign(processState(new Call(this.workflow().hook('internal'))), new ProcessState());
	}

	/** All items since the last `reset`. */
	async items(): Promise<TriggerItem[]> {
		const executions = await this.settled();
		for (const { error } of executions) if (error) throw error;
		return executions.flatMap(({ items }) => items);
	}

	/** How many executions were started since the last `reset`. */
	get started(): number {
		return this.running.length;
	}

	/**
	 * The polls of one activation, as n8n makes them. Each call of the result is a poll; it resolves when the
	 * poll is over and the executions that it has started have ended.
	 */
	polls(activation: WorkflowActivateMode = 'activate', context = this.pollContext(activation)) {
		return async () => {
			// Unless the test has activated it.
			if (!this.active.staticData().signaturitTriggers) await this.activate(activation);
			await this.active.trigger.poll.call(context);
			await lookIsOver(context);
			await this.settled();
		};
	}

	async activate(activation?: WorkflowActivateMode): Promise<void> {
		const { trigger, hook } = this.active;
		await trigger.webhookMethods.default.create.call(hook('trigger', false, activation));
		this.save();
	}

	/** n8n saves the static data after hooks, and when a poll starts an execution. */
	private save(): void {
		this.saved = JSON.stringify(this.active.staticData());
	}

	/** What n8n has saved is all that is left when it is stopped. */
	stopN8n(): void {
		this.restart();
		const saved = JSON.parse(this.saved) as IDataObject;
		Object.assign(this.active.staticData(), { signaturitTriggers: undefined }, saved);
	}

	/** The context in which n8n polls for one activation. */
	pollContext(activation: WorkflowActivateMode = 'activate') {
		const { active } = this;
		const emit: IPollFunctions['__emit'] = ([items = []], answer, end) => {
			this.save();
			const run = this.run(items, 'trigger', active, (given) => answer?.resolve(given));
			void run.then(() => end?.resolve(undefined as never));
		};
		return active.polls(emit, (error) => this.pollErrors.push(error), activation);
	}

	/** Runs an execution, as one that a post or a poll has started, or as a retry of it. */
	run(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		{ execution } = this.active,
		onResponse?: Parameters<Workflow['execution']>[2],
	): Promise<Execution> {
		const running = execution(items, mode, onResponse, (stop) => this.stops.push(stop));
		this.inputs.push(items);
		this.running.push(running);
		return running;
	}

	/** The active workflow as n8n loads it for a post. */
	load(): Workflow {
		const workflow = this.workflow();
		Object.assign(workflow.staticData(), this.active.staticData());
		return workflow;
	}
}

/**
 * Registers the hooks that start and stop n8n's engine and a rig for the test file, and returns the rig.
 *
 * @param token the access token of the service; a new one without it
 */
export function triggerRig(token?: string): TriggerRig {
	const rig = new TriggerRig();
	shortDelays();
	beforeAll(async () => {
		await startEngine();
		await rig.start(token);
	});
	afterAll(async () => {
		await rig.stop();
		stopEngine();
	});
	return rig;
}
