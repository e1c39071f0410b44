import './engineSettings';
import { HookContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type INodeParameters,
	type IWebhookData,
	type WebhookType,
} from 'n8n-workflow';
import { additionalData, node, nodeOf, trigger, workflowOf } from './engineWorkflow';

/** What the workflow of a trigger runs with. */
export interface TriggerSetting {
	credential?: ICredentialDataDecryptedObject;
	/** The base URL at which n8n is reached from outside. */
	address?: string;
}

/** A workflow with one trigger node, and the contexts in which n8n calls one of its webhooks. */
export function triggerWorkflow(
	parameters: INodeParameters = {},
	webhookName: WebhookType = 'default',
	{ credential = {}, address }: TriggerSetting = {},
) {
	const workflow = workflowOf([
		{ ...node('Signaturit Trigger', 'signaturitTrigger', parameters), webhookId: 'hook-1' },
	]);
	const triggerNode = nodeOf(workflow, 'Signaturit Trigger');
	const data = additionalData(credential, workflow, address);
	const webhook = (isTest: boolean): IWebhookData =>
		({
			isTest,
			webhookDescription: trigger.description.webhooks?.find(({ name }) => name === webhookName),
		}) as IWebhookData;
	return {
		trigger,
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
		/** Runs the execution that a call has started. */
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
