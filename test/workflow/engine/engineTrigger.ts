// A workflow with one trigger, and the contexts in which n8n runs its hooks, webhook and polls.

import './engineSettings';
import {
	ExecutionLifecycleHooks,
	HookContext,
	PollContext,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type IExecuteResponsePromiseData,
	type INodeParameters,
	type IPollFunctions,
	type IWebhookData,
	type WebhookType,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	additionalData,
	node,
	nodeOf,
	trigger,
	workflowDataOf,
	workflowOf,
} from './engineWorkflow';

/** What the workflow of a trigger runs with. */
export interface TriggerSetting {
	credential?: ICredentialDataDecryptedObject;
	/** The base URL at which n8n is reached from outside. */
	address?: string;
	/** A part of the trigger's address. */
	webhookId?: string;
}

/** A workflow with one trigger node, and the contexts in which n8n calls it. */
export function triggerWorkflow(
	parameters: INodeParameters = {},
	webhookName: WebhookType = 'default',
	{ credential = {}, address, webhookId = 'hook-1' }: TriggerSetting = {},
) {
	const workflow = workflowOf([
		{ ...node('Signaturit Trigger', 'signaturitTrigger', parameters), webhookId },
	]);
	const triggerNode = nodeOf(workflow, 'Signaturit Trigger');
	const data = additionalData(credential, workflow, address);
	const webhook = (isTest: boolean): IWebhookData =>
		({
			isTest,
			webhookDescription: trigger.description.webhooks?.find(({ name }) => name === webhookName),
		}) as IWebhookData;
	const call = (request: unknown, response: unknown, mode: 'webhook' | 'manual' = 'webhook') =>
		new WebhookContext(
			workflow,
			triggerNode,
			{ ...data, httpRequest: request, httpResponse: response } as typeof data,
			mode,
			webhook(mode === 'manual'),
			[],
			null,
		);
	return {
		trigger,
		call,
		/** Calls the webhook with a request. `refusal` is what it answers by itself. */
		async receive(request: unknown, mode?: 'webhook' | 'manual') {
			let refusal: { status: number; message: string } | undefined;
			const response = {
				once: () => undefined,
				status: (status: number) => ({
					json: ({ message }: { message: string }) => (refusal = { status, message }),
				}),
			};
			return { ...(await trigger.webhook.call(call(request, response, mode))), refusal };
		},
		staticData: () => workflow.getStaticData('global'),
		hook: (
			mode: 'trigger' | 'manual' | 'internal',
			isTest = false,
			activation: WorkflowActivateMode = 'activate',
		) => new HookContext(workflow, triggerNode, data, mode, activation, webhook(isTest)),
		/** The context in which n8n polls for one activation. What it emits and how it fails goes to these. */
		polls: (
			emit: IPollFunctions['__emit'],
			emitError: IPollFunctions['__emitError'],
			activation: WorkflowActivateMode = 'activate',
		) => new PollContext(workflow, triggerNode, data, 'trigger', activation, emit, emitError),
		/**
		 * Runs the execution that a call has started.
		 *
		 * @param onStart gets what stops it, as n8n's *Stop* does
		 */
		execution: async (
			items: INodeExecutionData[],
			mode: WorkflowExecuteMode = 'webhook',
			onResponse: (response: IExecuteResponsePromiseData) => void = () => undefined,
			onStart: (stop: () => void) => void = () => undefined,
		) => {
			const hooks = new ExecutionLifecycleHooks(mode, '1', workflowDataOf(workflow));
			hooks.addHandler('sendResponse', onResponse);
			const runData = createRunExecutionData({
				executionData: {
					nodeExecutionStack: [{ node: triggerNode, data: { main: [items] }, source: null }],
				},
			});
			const running = new WorkflowExecute(
				{ ...data, hooks },
				mode,
				runData,
			).processRunExecutionData(workflow);
			onStart(() => running.cancel());
			const result = await running;
			const run = result.data.resultData.runData[triggerNode.name]?.[0];
			return {
				items: run?.data?.main?.[0] ?? [],
				error: run?.error ?? result.data.resultData.error,
				hints: run?.hints ?? [],
			};
		},
	};
}
