import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT } from './catalogue';
import { decodeBody } from './body';
import { toEvent } from './event';

const requestSchema = z.object({
	rawBody: z.instanceof(Buffer).catch(() => Buffer.alloc(0)),
	headers: z.object({ 'content-type': z.string().catch('') }),
});

/**
 * Answers a post to the trigger's address. An event of a chosen type starts the workflow, and n8n
 * answers 200 only after the execution is recorded; other events get 200 and start nothing. What is
 * no event gets 400 and starts nothing: throwing would record a failed execution for every stray call.
 */
export function receive(this: IWebhookFunctions): IWebhookResponseData {
	const { rawBody, headers } = requestSchema.parse(this.getRequestObject());
	const event = toEvent(decodeBody(headers['content-type'], rawBody));
	if (!event) {
		this.getResponseObject().status(400).json({ message: 'The body is not a Signaturit event' });
		return { noWebhookResponse: true };
	}
	const chosen = this.getNodeParameter('events', []) as string[];
	if (!chosen.includes(ANY_EVENT) && !chosen.includes(event.event.type)) {
		return { webhookResponse: { message: 'Event received, not among the chosen types' } };
	}
	return {
		webhookResponse: { message: 'Event received' },
		workflowData: [[{ json: event as unknown as IDataObject }]],
	};
}
