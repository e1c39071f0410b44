// The context that n8n gives the action node for one try of a run.

import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeParameters,
	type IRunExecutionData,
} from 'n8n-workflow';
import { additionalData, node, nodeOf, workflowOf } from './engineWorkflow';

/** A run of the action node in an execution. */
export interface Run {
	parameters?: INodeParameters;
	execution?: IRunExecutionData;
	executionId?: string;
	runIndex?: number;
	items?: IDataObject[];
	credential?: ICredentialDataDecryptedObject;
	/** Stops the execution. */
	abortSignal?: AbortSignal;
	/** `retry`: it is n8n's Retry of another execution. */
	mode?: 'manual' | 'retry';
}

/** The context that n8n gives the action node for one try of a run. */
export function executeContext({
	parameters = {},
	execution = createRunExecutionData({ executionData: {} }),
	executionId = '1',
	runIndex = 0,
	items = [{}],
	credential = {},
	abortSignal,
	mode = 'manual',
}: Run): ExecuteContext {
	const workflow = workflowOf([node('Signaturit', 'signaturit', parameters)]);
	const signaturit = nodeOf(workflow, 'Signaturit');
	const input = items.map((json) => ({ json }));
	// The run of another node that has given the items.
	const { runData } = execution.resultData;
	const given = { data: { main: [input] }, startTime: 0, executionTime: 0, executionIndex: 0 };
	(runData.Before ??= [])[runIndex] = { ...given, source: [] };
	const source = { main: [{ previousNode: 'Before', previousNodeRun: runIndex }] };
	return new ExecuteContext(
		workflow,
		signaturit,
		{ ...additionalData(credential, workflow), executionId },
		mode,
		execution,
		runIndex,
		input,
		{ main: [input] },
		{ node: signaturit, data: { main: [input] }, source },
		[],
		abortSignal,
	);
}
