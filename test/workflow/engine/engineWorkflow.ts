// The workflows, node types and server data that the engine runs with.

import './engineSettings';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node.ts';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node.ts';
import { SingleCredentialHelper } from './credentials';

export const WORKFLOW_ID = 'workflow-1';

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

export const trigger = new SignaturitTrigger();

const types: Record<string, INodeType> = {
	start,
	signaturit: new Signaturit(),
	signaturitTrigger: trigger,
};

/** The node types that the engine knows. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => types[name] as INodeType,
	getByNameAndVersion: (name) => types[name] as INodeType,
	getKnownTypes: () => ({}),
};

/** Registers another node type with the engine, under its full name. */
export function addNodeType(name: string, type: INodeType): void {
	types[name] = type;
}

/** A node for a workflow, with the credential. */
export function node(name: string, type: string, parameters: INodeParameters): INode {
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

/** An active workflow with these nodes, which are not connected. */
export function workflowOf(nodes: INode[]): Workflow {
	return new Workflow({ id: WORKFLOW_ID, nodes, connections: {}, active: true, nodeTypes });
}

/** The node with this name; throws when the workflow has none. */
export function nodeOf(workflow: Workflow, name: string): INode {
	const found = workflow.getNode(name);
	if (!found) throw new Error(`The workflow has no node "${name}"`);
	return found;
}

/** A workflow as n8n's database has it. */
export function workflowDataOf(workflow: Workflow): IWorkflowBase {
	return {
		id: WORKFLOW_ID,
		name: 'Test',
		nodes: Object.values(workflow.nodes),
		connections: {},
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	};
}

/** The data that n8n's server gives its engine, as far as these nodes use it. */
export function additionalData(
	credential: ICredentialDataDecryptedObject,
	workflow: Workflow,
	base = 'http://n8n.test',
): IWorkflowExecuteAdditionalData {
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: new SingleCredentialHelper(credential),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflowDataOf(workflow)),
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
