import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';
import type { NodeResult } from '../../workflow/engine/engine';
import { additionalData, node, nodeTypes, WORKFLOW_ID } from '../../workflow/engine/engineWorkflow';

/** What the node runs with, and its settings for failures. */
export interface NodeRun {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	items: INodeExecutionData[];
	settings?: Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;
}

/** Far longer than any run takes, and shorter than the time that the node waits without the option Timeout. */
const PATIENCE = 50_000;

/** Runs the action node on n8n's engine, with its settings for failures. `undefined` if it does not end. */
export async function runNode({
	parameters,
	credential,
	items,
	settings,
}: NodeRun): Promise<NodeResult | undefined> {
	const start = node('Start', 'start', {});
	const workflow = new Workflow({
		id: WORKFLOW_ID,
		name: 'Faults',
		nodes: [start, { ...node('Signaturit', 'signaturit', parameters), ...settings }],
		connections: { Start: { main: [[{ node: 'Signaturit', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
	});
	const runData = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: start, data: { main: [items] }, source: null }],
		},
	});
	const ended = await before(
		PATIENCE,
		new WorkflowExecute(
			additionalData(credential, workflow),
			'manual',
			runData,
		).processRunExecutionData(workflow),
	);
	const run = ended?.data.resultData.runData.Signaturit?.at(-1);
	return (
		ended && {
			items: run?.data?.main?.[0] ?? [],
			errorItems: run?.data?.main?.[1] ?? [],
			error: run?.error ?? ended.data.resultData.error,
			record: ended.data,
		}
	);
}

async function before<Result>(
	milliseconds: number,
	task: PromiseLike<Result>,
): Promise<Result | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const patience = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), milliseconds);
	});
	try {
		return await Promise.race([task, patience]);
	} finally {
		clearTimeout(timer);
	}
}
