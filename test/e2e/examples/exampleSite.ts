// A real n8n for the examples, and an example that runs in it.

import type { Execution, Item, Workflow, WorkflowFile } from '../lib/n8n/n8nClient';
import { formUrlOf, submitForm, type FormAnswers } from '../lib/n8n/submitForm';
import { startStack, type Stack } from '../lib/stack';
import { exampleWorkflow, itemsOf } from '../mainJob';

/** A real n8n for the examples. */
export class ExampleSite {
	private constructor(readonly stack: Stack) {}

	static async start(): Promise<ExampleSite> {
		return new ExampleSite(await startStack());
	}

	/** @param adapt what a user would set up beforehand */
	async imported(
		example: string,
		adapt: (file: WorkflowFile) => WorkflowFile = (file) => file,
	): Promise<ExampleRun> {
		const file = adapt(await exampleWorkflow(this.stack.credential, example));
		return new ExampleRun(this.stack, await this.stack.client.importWorkflow(file));
	}

	/** As `imported`, and published. */
	async published(...example: Parameters<ExampleSite['imported']>): Promise<ExampleRun> {
		return await (await this.imported(...example)).publish();
	}

	/** What the service has been asked to do since the last look, as methods and paths. */
	async writes(): Promise<string[]> {
		const requests = await this.stack.control.requests();
		await this.stack.control.clearRequests();
		return requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path }) => `${method} ${path}`);
	}

	/** The newest signature requests of the account. */
	async newestRequests(): Promise<string[]> {
		const path = '/v3/signatures.json?limit=100';
		const { data } = await this.stack.http.get<Array<{ id: string }>>(path);
		return data.map(({ id }) => id);
	}
}

/** An example workflow in a real n8n. */
export class ExampleRun {
	/** The executions that were read: each is read once. */
	private readonly seen = new Set<string>();

	constructor(
		private readonly stack: Stack,
		readonly workflow: Workflow,
	) {}

	async publish(): Promise<this> {
		await this.stack.client.activate(this.workflow.id);
		return this;
	}

	/** Fills in and submits the form of a node, in the order of its fields. */
	async submit(node: string, answers: FormAnswers): Promise<void> {
		await submitForm(formUrlOf(this.stack.n8n, this.workflow, node), answers);
	}

	/** Executes the workflow by hand, from a trigger that needs no input. */
	async execute(trigger: string): Promise<Execution> {
		const execution = await this.stack.client.run(this.workflow.id, trigger);
		this.seen.add(execution.id);
		return execution;
	}

	private async nextThat(
		what: string,
		isIt: (execution: Execution) => boolean,
	): Promise<Execution> {
		const isNew = (execution: Execution) => !this.seen.has(execution.id) && isIt(execution);
		const [found] = await this.stack.client.finishedExecutions(this.workflow.id, 1, isNew);
		if (!found) throw new Error(`No execution has ${what}`);
		this.seen.add(found.id);
		return found;
	}

	/** Waits for the next execution in which this node has given out something. */
	async next(node: string): Promise<Execution> {
		return await this.nextThat(`reached "${node}"`, (it) => itemsOf(it, node).length > 0);
	}

	/** Waits for the next execution that has failed. Resolves to the reason. */
	async nextFailure(): Promise<string> {
		const { error } = await this.nextThat('failed', ({ status }) => status === 'error');
		return error?.message ?? '';
	}

	/** As `next`: what the node has given out. */
	async nextItems(node: string): Promise<Item[]> {
		return itemsOf(await this.next(node), node);
	}

	/** Ends what the example listens to, so that it does not disturb others. */
	async end(): Promise<void> {
		await this.stack.client.deactivate(this.workflow.id);
	}
}

/** The workflow with something else in one of its nodes, such as its credentials. */
export function withNode(file: WorkflowFile, name: string, change: object): WorkflowFile {
	const nodes = file.nodes.map((node) => (node.name === name ? { ...node, ...change } : node));
	return { ...file, nodes };
}
