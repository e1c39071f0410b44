// Workflows of several nodes on n8n's engine, with sleep, Retry and Loop Over Items.

import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPairedItemData,
	type IRunExecutionData,
	type ISourceData,
	type IWorkflowSettings,
} from 'n8n-workflow';
import { additionalData, addNodeType, node, nodeTypes, WORKFLOW_ID } from './engineWorkflow';

/** A node of a flow. */
export interface FlowNode {
	name: string;
	type: string;
	parameters?: INodeParameters;
	settings?: Partial<INode>;
	/** The names of the nodes that get the items of each output. */
	to?: string[][];
}

/** How an execution has ended, or that it sleeps. */
export interface Flowed {
	id: string;
	mode: 'trigger' | 'retry';
	data: IRunExecutionData;
	status: string;
	error?: Error & { description?: string | null; context?: { verdict?: string } };
}

const described = (name: string, inputs: number, outputs: number): INodeType['description'] => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: name,
	defaults: {},
	inputs: Array<'main'>(inputs).fill('main'),
	outputs: Array<'main'>(outputs).fill('main'),
	properties: [],
});

/** Registers a node that changes each item, which stays linked to it. `undefined` goes to the second output. */
export function addChange(
	name: string,
	change: (item: INodeExecutionData, run: number) => INodeExecutionData | undefined,
	isLinked = true,
): void {
	addNodeType(name, {
		description: described(name, 1, 2),
		async execute() {
			const run = Number(this.getWorkflowDataProxy(0).$runIndex);
			const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
			for (const [item, each] of this.getInputData().entries()) {
				const changed = change(each, run);
				const { pairedItem: _, ...unlinked } = changed ?? each;
				outputs[changed ? 0 : 1].push({ ...unlinked, ...(isLinked && { pairedItem: { item } }) });
			}
			return outputs;
		},
	});
}

interface BatchContext {
	items?: INodeExecutionData[];
	processed: INodeExecutionData[];
	source: ISourceData;
}

/** n8n's *Loop Over Items* with batches of one item: its outputs are `done` and `loop`. */
const loopOverItems: INodeType = {
	description: described('loopOverItems', 1, 2),
	async execute() {
		const items = this.getInputData();
		const context = this.getContext('node') as unknown as BatchContext;
		if (!context.items) {
			const [first, ...rest] = items;
			Object.assign(context, { items: rest, processed: [], source: this.getInputSourceData() });
			return [[], first ? [first] : []];
		}
		const source = this.getInputSourceData();
		context.processed.push(
			...items.map((item, index) => ({
				...item,
				pairedItem: { sourceOverwrite: source, item: index },
			})),
		);
		const next = context.items.shift();
		if (!next) return [context.processed, []];
		const pairedItem = {
			...(next.pairedItem as IPairedItemData),
			sourceOverwrite: context.source,
		};
		return [[], [{ ...next, pairedItem }]];
	},
};

/** A workflow on n8n's engine, whose first node is `Start`. */
export class Flow {
	private executions = 0;

	constructor(
		private readonly credential: ICredentialDataDecryptedObject,
		public nodes: FlowNode[],
		private readonly settings: IWorkflowSettings = {},
	) {
		addNodeType('loopOverItems', loopOverItems);
	}

	/** @param stop stops the execution, as somebody does in the editor */
	async run(items: INodeExecutionData[], stop?: AbortSignal): Promise<Flowed> {
		const start = this.workflow().getNode('Start');
		if (!start) throw new Error('The flow has no Start');
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [items] }, source: null }],
			},
		});
		return await this.process(data, 'trigger', String(++this.executions), stop);
	}

	/** Lets the limit of a sleeping execution pass. It wakes with the ID and the mode that it has had before. */
	async passLimit({ id, mode, data }: Flowed, stop?: AbortSignal): Promise<Flowed> {
		const stored = copyOf(data);
		stored.waitTill = data.waitTill;
		return await this.process(stored, mode, id, stop);
	}

	/** n8n's *Retry* of a failed execution, with the workflow as it is now. */
	async retry({ data }: Flowed, stop?: AbortSignal): Promise<Flowed> {
		const stored = copyOf(data);
		const { resultData, executionData } = stored;
		const last = resultData.runData[resultData.lastNodeExecuted ?? ''];
		if (last?.at(-1)?.error !== undefined) last.pop();
		delete resultData.error;
		const workflow = this.workflow();
		for (const entry of executionData?.nodeExecutionStack ?? []) {
			entry.node = workflow.getNode(entry.node.name) ?? entry.node;
		}
		return await this.process(stored, 'retry', String(++this.executions), stop);
	}

	private workflow(): Workflow {
		const connections: IConnections = {};
		for (const { name, to = [] } of this.nodes) {
			const main = to.map((names) =>
				names.map((each) => ({ node: each, type: 'main', index: 0 }) as const),
			);
			connections[name] = { main };
		}
		const nodes = this.nodes.map(({ name, type, parameters = {}, settings }) => ({
			...node(name, type, parameters),
			...settings,
		}));
		return new Workflow({
			id: WORKFLOW_ID,
			name: 'Test',
			nodes,
			connections,
			active: false,
			nodeTypes,
			staticData: {},
			settings: this.settings,
		});
	}

	private async process(
		data: IRunExecutionData,
		mode: Flowed['mode'],
		id: string,
		stop?: AbortSignal,
	): Promise<Flowed> {
		const workflow = this.workflow();
		const given = { ...additionalData(this.credential, workflow), executionId: id };
		const running = new WorkflowExecute(given, mode, data).processRunExecutionData(workflow);
		stop?.addEventListener('abort', () => running.cancel());
		const run = await running;
		const { resultData } = run.data;
		return {
			id,
			mode,
			data: run.data,
			status: run.status,
			error: resultData.error,
		};
	}
}

/** As n8n's database keeps it. */
const copyOf = (data: IRunExecutionData): IRunExecutionData =>
	JSON.parse(JSON.stringify(data)) as IRunExecutionData;

/** What each run of a node has given out. */
export const outputsOf = ({ data }: Flowed, name: string): IDataObject[][] =>
	(data.resultData.runData[name] ?? []).map((run) =>
		(run.data?.main?.[0] ?? []).map(({ json }) => json),
	);
