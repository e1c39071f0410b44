// The workflows for catching up: one with the trigger, and one that ticks between its polls.

import type { Credential, WorkflowFile } from '../lib/n8n/n8nClient';
import { node, signaturitNode, to } from '../lib/n8n/workflowNodes';
import { EACH_MINUTE } from '../lib/pollTimes';

/** The events of one signer and one document from the first look at it on: four for each request. */
export const EVENTS = [
	'document_opened',
	'document_signed',
	'document_completed',
	'audit_trail_completed',
];

/** Between two polls. */
const TICKS = { interval: [{ field: 'cronExpression', expression: '50 * * * * *' }] };

/** The name of the trigger. */
export const TRIGGER = 'Signaturit Trigger';
const NEXT = 'What Follows';

export interface TriggerWorkflowOptions {
	name: string;
	/** The last part of the address that sends requests. */
	sendPath: string;
	/** In the trigger's production URL. */
	webhookId: string;
	credential: Credential;
	/** Where the node after the trigger posts its item; by default it does nothing. */
	recorderUrl?: string;
	/** Parameters of the trigger besides its resource and events. */
	parameters?: object;
	/** Settings of the workflow besides the order of its executions. */
	settings?: object;
}

/**
 * A workflow with the trigger, which can report to a recorder what the trigger gives out. A post of `{"names": […]}` to its
 * webhook sends a signature request for each name, and is answered with the requests.
 */
export function workflowWithTrigger(options: TriggerWorkflowOptions): WorkflowFile {
	const { credential, webhookId, sendPath } = options;
	const next =
		options.recorderUrl === undefined
			? node(NEXT, 'n8n-nodes-base.noOp', 1, {})
			: recording(NEXT, options.recorderUrl, '={{ $json }}');
	return {
		name: options.name,
		nodes: [
			signaturitNode(
				TRIGGER,
				'signaturitTrigger',
				credential,
				{ resource: 'signature', events: EVENTS, pollTimes: EACH_MINUTE, ...options.parameters },
				{ webhookId },
			),
			next,
			node(
				'Send',
				'n8n-nodes-base.webhook',
				2,
				{
					httpMethod: 'POST',
					path: sendPath,
					responseMode: 'lastNode',
					responseData: 'allEntries',
					options: {},
				},
				{ webhookId: sendPath },
			),
			node('Names', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.names' }),
			signaturitNode('Create', 'signaturit', credential, {
				resource: 'signature',
				operation: 'create',
				source: 'templates',
				templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
				recipients: {
					recipient: [{ name: "={{ $json['body.names'] }}", email: 'signer@example.com' }],
				},
				options: { events: 'trigger' },
			}),
		],
		connections: { [TRIGGER]: to(NEXT), Send: to('Names'), Names: to('Create') },
		settings: { executionOrder: 'v1', ...options.settings },
	};
}

/** A workflow that tells the recorder about each minute, between two polls. */
export function tickingWorkflow(tickUrl: string): WorkflowFile {
	return {
		name: 'Ticks',
		nodes: [
			node('Each Minute', 'n8n-nodes-base.scheduleTrigger', 1.2, { rule: TICKS }),
			recording('Tick', tickUrl, '{}'),
		],
		connections: { 'Each Minute': to('Tick') },
	};
}

const recording = (name: string, url: string, jsonBody: string) =>
	node(name, 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
		options: {},
	});
