// Starts and stops n8n's engine, and runs one node on it.

import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import {
	createRunExecutionData,
	Workflow,
	type IBinaryData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';
import { userFolder } from './engineSettings';
import { additionalData, node, nodeOf, nodeTypes, WORKFLOW_ID, workflowOf } from './engineWorkflow';

export { addNodeType } from './engineWorkflow';

/** Prepares n8n's binary store; call it once in `beforeAll`. */
export async function startEngine(
	mode: 'default' | 'filesystem' | 'database' = 'filesystem',
): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/**
 * Removes what the engine has stored, and ends the timer that n8n-core starts with its first execution;
 * call it in `afterAll`.
 */
export function stopEngine(): void {
	Container.get(SSHClientsManager).onShutdown();
	rmSync(userFolder, { recursive: true, force: true });
}

/** Stores a file in n8n's binary store, as an earlier node of the workflow would. */
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

/** What `runNode` runs. */
export interface NodeRun {
	/** The node to run instead of the action node; see `addNodeType`. */
	type?: { name: string; version: number };
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	items?: INodeExecutionData[];
	/** The workflow's shared static data, as a trigger would have written it. */
	staticData?: IDataObject;
	onError?: INode['onError'];
	/** Whether n8n tries the node up to three times. */
	retryOnFail?: boolean;
	/** The workflow's time zone; n8n's default without it. */
	timeZone?: string;
	/** When this resolves, the execution is stopped, as a user can do. */
	stopped?: Promise<void>;
	/** Whether the user has started the execution, or the workflow's trigger. */
	mode?: 'manual' | 'trigger' | 'integrated';
	/** Other nodes of the workflow, which are not connected. */
	others?: INode[];
	/** Whether the workflow is published. */
	active?: boolean;
	/** The base URL at which n8n is reached from outside. */
	address?: string;
}

/** The result of `runNode`: the items of both outputs, and the error that ended the node. */
export interface NodeResult {
	items: INodeExecutionData[];
	errorItems: INodeExecutionData[];
	error?: Error & {
		description?: string | null;
		httpCode?: string | null;
		context?: { itemIndex?: number; verdict?: string; descriptionTemplate?: string };
	};
	/** What n8n shows above the output. */
	hints: string[];
	/** Everything that n8n would store about the execution. */
	record: unknown;
}

/** Runs the action node, or another one, in a workflow on n8n's engine. */
export async function runNode({
	type = { name: 'signaturit', version: 1 },
	parameters,
	credential,
	items = [{ json: {} }],
	staticData = {},
	onError,
	retryOnFail = false,
	timeZone,
	stopped,
	mode = 'manual',
	others = [],
	active = false,
	address,
}: NodeRun): Promise<NodeResult> {
	const startNode = node('Start', 'start', {});
	const tested = {
		...node('Signaturit', type.name, parameters),
		typeVersion: type.version,
		onError,
		...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1 }),
	};
	const nodes = [startNode, tested, ...others];
	const workflow = new Workflow({
		id: WORKFLOW_ID,
		name: 'Test',
		nodes,
		connections: { Start: { main: [[{ node: 'Signaturit', type: 'main', index: 0 }]] } },
		active,
		nodeTypes,
		staticData: { global: staticData },
		settings: { timezone: timeZone },
	});
	const runData = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: startNode, data: { main: [items] }, source: null }],
		},
	});
	const execution = new WorkflowExecute(
		additionalData(credential, workflow, address),
		mode,
		runData,
	).processRunExecutionData(workflow);
	void stopped?.then(() => execution.cancel());
	const result = await execution;
	const run = result.data.resultData.runData.Signaturit?.[0];
	return {
		items: run?.data?.main?.[0] ?? [],
		errorItems: run?.data?.main?.[1] ?? [],
		error: run?.error ?? result.data.resultData.error,
		hints: run?.hints?.map(({ message }) => message) ?? [],
		record: result.data,
	};
}

/** The context in which n8n loads the list of a resource locator of the action node. */
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
