// An n8n with one workflow that can be stopped, killed, started and restored from a backup.

import type {
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
import { DeduplicationMemory } from '../engine/deduplicationMemory';
import { runNode } from '../engine/engine';
import { triggerWorkflow } from '../engine/engineTrigger';
import type { ScriptedServer } from '../engine/scriptedServer';
import { until } from '../engine/until';
import { answerPost } from '../trigger/http';
import { lookIsOver } from '../trigger/looks';
import { keyOf, keysOf, type Run } from './runs';

type Workflow = ReturnType<typeof triggerWorkflow>;
type Execution = Awaited<ReturnType<Workflow['execution']>>;

/** What n8n's database keeps. */
interface Stored {
	staticData: string;
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	isPublished: boolean;
}

/** An n8n with one workflow, whose process can be stopped, killed and started, and whose database can be put back. */
export class N8n {
	readonly ip = '127.0.0.1';
	readonly mode = 'webhook';
	readonly cannotRecord = false;
	readonly memory = new DeduplicationMemory();
	/** The executions of the trigger since they were taken last. */
	runs: Run[] = [];
	isUp = true;
	/** Which of two addresses `WEBHOOK_URL` has. */
	place: 'first' | 'second' = 'first';
	private polling?: { workflow: Workflow; context: IPollFunctions };
	private readonly running = new Set<Promise<unknown>>();
	/** What n8n knows to be stored of the static data that a workflow was loaded with. */
	private readonly known = new WeakMap<Workflow, string>();
	/** By this process. */
	private given: string[] = [];

	/** @param isNewer newer n8n polls before it calls the hooks of a publication */
	constructor(
		private readonly server: ScriptedServer,
		private readonly stored: Stored,
		private readonly webhookId: string,
		private readonly isNewer: boolean,
	) {
		server.answers = [
			(request, response) => {
				const path = new URL(`${this.address}/webhook/${webhookId}/`).pathname;
				const listens = this.polling && request.url?.startsWith(path);
				if (listens) this.follow(answerPost(this, request, response));
				else response.writeHead(this.isUp ? 404 : 502).end();
			},
		];
	}

	get address(): string {
		return `${this.server.url}/${this.place}`;
	}

	get isPublished(): boolean {
		return this.stored.isPublished;
	}

	/** The workflow as n8n loads it from its database. */
	load(): Workflow {
		const { parameters, credential, staticData } = this.stored;
		const { address, webhookId } = this;
		const workflow = triggerWorkflow(parameters, 'default', { credential, address, webhookId });
		Object.assign(workflow.staticData(), JSON.parse(staticData));
		this.known.set(workflow, staticData);
		return workflow;
	}

	/** n8n publishes, or publishes anew what was changed. @returns whether it could */
	async publish(changes: INodeParameters = {}): Promise<boolean> {
		const wasPublished = this.isPublished;
		if (wasPublished) await this.unpublish();
		Object.assign(this.stored.parameters, changes);
		this.stored.isPublished = true;
		const isDone = await this.activate(wasPublished ? 'update' : 'activate').then(
			() => true,
			() => false,
		);
		if (!isDone) await this.unpublish();
		return isDone;
	}

	async unpublish(): Promise<void> {
		this.stored.isPublished = false;
		await this.deactivate();
	}

	async poll(): Promise<void> {
		if (!this.polling && this.isUp && this.isPublished) await this.goOn();
		if (!this.polling) return;
		const { workflow, context } = this.polling;
		await workflow.trigger.poll.call(context);
		await lookIsOver(context);
		await this.settled();
	}

	/** The process ends. What it knew is gone. */
	stop(): void {
		this.isUp = false;
		this.polling = undefined;
		this.given = [];
		const call = new Call(this.load().hook('internal'));
		Object.assign(processState(call), new ProcessState());
	}

	async start(): Promise<void> {
		this.isUp = true;
		if (this.isPublished) await this.goOn();
		await this.settled();
	}

	/** Whatever reads or notes an event while this runs is killed before it has done so, and n8n with it. */
	async kill(during: () => Promise<void>): Promise<void> {
		this.memory.beforeWrite = (scope) => {
			if (scope === 'node') throw new Error('n8n is killed');
		};
		await during();
		this.stop();
		this.memory.beforeWrite = () => undefined;
	}

	/** Keeps a backup of the database. @returns what puts it back while n8n is stopped */
	backup(): () => void {
		const stored = JSON.stringify(this.stored);
		const putBack = this.memory.backup();
		return () => {
			Object.assign(this.stored, JSON.parse(stored));
			putBack();
		};
	}

	changeCredential(credential: ICredentialDataDecryptedObject): void {
		Object.assign(this.stored.credential, credential);
	}

	/** Sends a request with the action node. @returns its id; `undefined` if it cannot */
	async send(parameters: INodeParameters): Promise<string | undefined> {
		const { items, error } = await runNode({
			parameters,
			credential: this.stored.credential,
			staticData: JSON.parse(this.stored.staticData) as IDataObject,
			address: this.address,
			active: this.isPublished,
			mode: 'trigger',
		});
		return error ? undefined : (items[0]?.json.id as string);
	}

	/** Waits for everything that runs. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.allSettled(this.running);
		await until(() => !this.memory.isLocked);
	}

	/** Runs an execution as n8n does, beside what has started it. */
	run(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		_: Workflow,
		onResponse?: Parameters<Workflow['execution']>[2],
	): Promise<void> {
		const keys = keysOf(items);
		const workflow = this.load();
		const run: Run = { keys, given: [...this.given], items: [] };
		this.runs.push(run);
		const finish = ({ items: given, error }: Execution) => {
			Object.assign(run, { items: given, error });
			this.given.push(...given.map(({ json }) => keyOf(json)));
			this.save(workflow);
		};
		const ended = workflow.execution(items, mode, onResponse).then(finish);
		this.follow(ended);
		return ended;
	}

	/** n8n activates what was published. If it cannot, it tries again later. */
	private async goOn(): Promise<void> {
		await this.activate('init').catch(async () => await this.deactivate());
	}

	private async deactivate(): Promise<void> {
		this.polling = undefined;
		const workflow = this.load();
		await workflow.trigger.webhookMethods.default.delete.call(
			workflow.hook('internal', false, 'update'),
		);
		this.save(workflow);
		await this.settled();
	}

	private async activate(mode: WorkflowActivateMode): Promise<void> {
		const workflow = this.load();
		const { checkExists, create } = workflow.trigger.webhookMethods.default;
		const emit: IPollFunctions['__emit'] = ([items = []], answer, end) => {
			this.save(workflow);
			const run = this.run(items, 'trigger', workflow, (response) => answer?.resolve(response));
			void run.catch(() => undefined).then(() => end?.resolve(undefined as never));
		};
		const context = workflow.polls(emit, () => undefined, mode);
		this.polling = { workflow, context };
		const hook = () => workflow.hook('trigger', false, mode);
		if (this.isNewer) await workflow.trigger.poll.call(context);
		if (!(await checkExists.call(hook()))) await create.call(hook());
		this.save(workflow);
		if (!this.isNewer) await workflow.trigger.poll.call(context);
		await lookIsOver(context);
		await this.settled();
	}

	/** n8n stores all static data when something in them was set. */
	private save(workflow: Workflow): void {
		const text = JSON.stringify(workflow.staticData());
		if (text !== this.known.get(workflow)) this.stored.staticData = text;
		this.known.set(workflow, text);
	}

	private follow(task: Promise<unknown>): void {
		this.running.add(task);
		void task.catch(() => undefined).finally(() => this.running.delete(task));
	}
}
