import './engineSettings';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node.ts';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node.ts';
import { OneCredential } from './credentials';

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

/** The nodes that the engine knows. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => types[name] as INodeType,
	getByNameAndVersion: (name) => types[name] as INodeType,
	getKnownTypes: () => ({}),
};

/** Makes another node known to the engine, by the full name of its type. */
export function addNodeType(name: string, type: INodeType): void {
	types[name] = type;
}

/** A node of a workflow, with the one credential. */
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

/** An active workflow of nodes that are not connected. */
export function workflowOf(nodes: INode[]): Workflow {
	return new Workflow({ id: WORKFLOW_ID, nodes, connections: {}, active: true, nodeTypes });
}

/** The node of that name; throws when the workflow has none. */
export function nodeOf(workflow: Workflow, name: string): INode {
	const found = workflow.getNode(name);
	if (!found) throw new Error(`The workflow has no node "${name}"`);
	return found;
}

/** What n8n's server gives its engine, as far as these nodes reach it. */
export function additionalData(
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
