// How the trigger's webhook answers a post: with a status and a message, and by starting an execution.

import type { IWebhookResponseData } from 'n8n-workflow';
import type { WebhookCall } from '../transport/call';
import { toHandover, type Handover } from './history';

export type PostAnswer = readonly [status: number, message: string];

/** Answers a post that starts nothing. */
export function answer(call: WebhookCall, [status, message]: PostAnswer): IWebhookResponseData {
	if (status === 200) return { webhookResponse: { message } };
	call.n8n.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** Answers a post that starts an execution with this. n8n answers 200 only after it has recorded the execution. */
export function start(handover: Handover, message = 'Event received'): IWebhookResponseData {
	return { webhookResponse: { message }, workflowData: [[{ json: toHandover(handover) }]] };
}
