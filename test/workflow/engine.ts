import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

// n8n-core reads these while it is being loaded.
const userFolder = mkdtempSync(join(tmpdir(), 'n8n-core-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_LOG_LEVEL = 'silent';

import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	ExecutionLifecycleHooks,
	HookContext,
	LoadOptionsContext,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IBinaryData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WebhookType,
} from 'n8n-workflow';
import { Signaturit } from '../../nodes/Signaturit/Signaturit.node.ts';
import { SignaturitTrigger } from '../../nodes/Signaturit/SignaturitTrigger.node.ts';
import { OneCredential } from './credentials';

const WORKFLOW_ID = 'workflow-1';

const start: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Passes its items on',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
};

const types: Record<string, INodeType> = {
	start,
	signaturit: new Signaturit(),
	signaturitTrigger: new SignaturitTrigger(),
};

const nodeTypes: INodeTypes = {
	getByName: (name) => types[name] as INodeType,
	getByNameAndVersion: (name) => types[name] as INodeType,
	getKnownTypes: () => ({}),
};

/** Prepares n8n's binary store; call it once in `beforeAll`. */
export async function startEngine(mode: 'default' | 'filesystem' = 'filesystem'): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** Removes what the engine has stored; call it in `afterAll`. */
export function stopEngine(): void {
	rmSync(userFolder, { recursive: true, force: true });
}

/** Makes another node known to the engine, by the full name of its type. */
export function addNodeType(name: string, type: INodeType): void {
	types[name] = type;
}

/** Stores a file as a node before ours would have done. */
export async function storedFile(
	content: Buffer | Readable,
	fileName: string,
	mimeType = 'application/pdf',
): Promise<IBinaryData> {
	const location = { type: 'execution', workflowId: WORKFLOW_ID, executionId: '1' } as const;
	return await Container.get(BinaryDataService).store(location, content, {
		data: '',
		mimeType,
		fileName,
	});
}

/** The bytes of a file in an item. */
export async function bytesOf(file: IBinaryData | undefined): Promise<Buffer> {
	if (!file) throw new Error('The item has no such file');
	return await Container.get(BinaryDataService).getAsBuffer(file);
}

export interface NodeRun {
	/** Another node than ours, of those that were made known. */
	type?: { name: string; version: number };
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	items?: INodeExecutionData[];
	/** The workflow's shared static data, as a trigger would have left it. */
	staticData?: IDataObject;
	onError?: INode['onError'];
	/** Someone stops the execution when this resolves. */
	stopped?: Promise<void>;
}

/** What became of a run of the action node: its first output, and the error that ended it. */
export interface NodeResult {
	items: INodeExecutionData[];
	errorItems: INodeExecutionData[];
	error?: Error & {
		description?: string | null;
		httpCode?: string | null;
		context?: { itemIndex?: number };
	};
	/** Everything that n8n would store of the execution. */
	record: unknown;
}

/** Runs the action node in a workflow on n8n's engine. */
export async function runNode({
	type = { name: 'signaturit', version: 1 },
	parameters,
	credential,
	items = [{ json: {} }],
	staticData = {},
	onError,
	stopped,
}: NodeRun): Promise<NodeResult> {
	const startNode = node('Start', 'start', {});
	const tested = {
		...node('Signaturit', type.name, parameters),
		typeVersion: type.version,
		onError,
	};
	const nodes = [startNode, tested];
	const workflow = new Workflow({
		id: WORKFLOW_ID,
		name: 'Test',
		nodes,
		connections: { Start: { main: [[{ node: 'Signaturit', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
		staticData: { global: staticData },
	});
	const runData = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: startNode, data: { main: [items] }, source: null }],
		},
	});
	const execution = new WorkflowExecute(
		additionalData(credential, workflow),
		'manual',
		runData,
	).processRunExecutionData(workflow);
	void stopped?.then(() => execution.cancel());
	const result = await execution;
	const run = result.data.resultData.runData.Signaturit?.[0];
	return {
		items: run?.data?.main?.[0] ?? [],
		errorItems: run?.data?.main?.[1] ?? [],
		error: run?.error ?? result.data.resultData.error,
		record: result.data,
	};
}

/** The context in which n8n fills a locator's list for the action node. */
export function loadOptionsContext(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
): LoadOptionsContext {
	const workflow = workflowOf([node('Signaturit', 'signaturit', parameters)]);
	return new LoadOptionsContext(
		workflow,
		nodeOf(workflow, 'Signaturit'),
		{ ...additionalData(credential, workflow), currentNodeParameters: parameters },
		'',
	);
}

/** Where the workflow of a trigger lives. */
export interface TriggerPlace {
	credential?: ICredentialDataDecryptedObject;
	/** Where n8n is reached from outside. */
	address?: string;
}

/** A workflow with one trigger node, and the contexts in which n8n calls it for one of its webhooks. */
export function triggerWorkflow(
	parameters: INodeParameters = {},
	webhookName: WebhookType = 'default',
	{ credential = {}, address }: TriggerPlace = {},
) {
	const workflow = workflowOf([
		{ ...node('Signaturit Trigger', 'signaturitTrigger', parameters), webhookId: 'hook-1' },
	]);
	const triggerNode = nodeOf(workflow, 'Signaturit Trigger');
	const data = additionalData(credential, workflow, address);
	const webhook = (isTest: boolean): IWebhookData =>
		({
			isTest,
			webhookDescription: types.signaturitTrigger?.description.webhooks?.find(
				({ name }) => name === webhookName,
			),
		}) as IWebhookData;
	return {
		trigger: types.signaturitTrigger as SignaturitTrigger,
		staticData: () => workflow.getStaticData('global'),
		hook: (mode: 'trigger' | 'manual' | 'internal', isTest = false) =>
			new HookContext(workflow, triggerNode, data, mode, 'activate', webhook(isTest)),
		call: (request: unknown, response: unknown, mode: 'webhook' | 'manual' = 'webhook') =>
			new WebhookContext(
				workflow,
				triggerNode,
				{ ...data, httpRequest: request, httpResponse: response } as typeof data,
				mode,
				webhook(mode === 'manual'),
				[],
				null,
			),
		/** The execution that a call has started. */
		execution: async (items: INodeExecutionData[], mode: 'webhook' | 'manual' = 'webhook') => {
			const runData = createRunExecutionData({
				executionData: {
					nodeExecutionStack: [{ node: triggerNode, data: { main: [items] }, source: null }],
				},
			});
			const result = await new WorkflowExecute(data, mode, runData).processRunExecutionData(
				workflow,
			);
			const run = result.data.resultData.runData[triggerNode.name]?.[0];
			return {
				items: run?.data?.main?.[0] ?? [],
				error: run?.error ?? result.data.resultData.error,
				hints: run?.hints ?? [],
			};
		},
	};
}

function node(name: string, type: string, parameters: INodeParameters): INode {
	const credentials = { signaturitApi: { id: '1', name: 'Signaturit' } };
	return {
		id: `id of ${name}`,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials,
	};
}

function workflowOf(nodes: INode[]): Workflow {
	return new Workflow({ id: WORKFLOW_ID, nodes, connections: {}, active: true, nodeTypes });
}

function nodeOf(workflow: Workflow, name: string): INode {
	const found = workflow.getNode(name);
	if (!found) throw new Error(`The workflow has no node "${name}"`);
	return found;
}

/** What n8n's server gives its engine, as far as these nodes reach it. */
function additionalData(
	credential: ICredentialDataDecryptedObject,
	workflow: Workflow,
	base = 'http://n8n.test',
): IWorkflowExecuteAdditionalData {
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: new OneCredential(credential),
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: WORKFLOW_ID,
			name: 'Test',
			nodes: Object.values(workflow.nodes),
			connections: {},
			active: false,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			activeVersionId: null,
		}),
		executionId: '1',
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: `${base}/`,
		webhookBaseUrl: `${base}/webhook`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		variables: {},
		setExecutionStatus: () => undefined,
		currentNodeExecutionIndex: 0,
	};
	return data as IWorkflowExecuteAdditionalData;
}
