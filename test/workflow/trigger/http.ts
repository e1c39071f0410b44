// Posts to the trigger's webhook over HTTP, and answers such posts as n8n's server does.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import axios, { type AxiosResponse } from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import type { triggerWorkflow } from '../engine/engineTrigger';

type Workflow = ReturnType<typeof triggerWorkflow>;

/** The two methods of Express's response that the node and n8n use. */
interface ExpressResponse extends ServerResponse {
	status(code: number): ExpressResponse;
	json(body: unknown): unknown;
}

/** A request and its response as Express and n8n's server hand them to a webhook. */
async function asExpress(request: IncomingMessage, response: ServerResponse, ip: string) {
	const rawBody = await buffer(request);
	const query = Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
	const express = Object.assign(response, {
		json: (body: unknown) => response.end(JSON.stringify(body)),
		status: (code: number) => Object.assign(express, { statusCode: code }),
	}) as ExpressResponse;
	return { request: Object.assign(request, { rawBody, query, ip }), response: express };
}

/** What n8n's server does with a post to the trigger. */
interface Receiver {
	/** The IP address that the trigger sees as the sender. */
	ip: string;
	mode: 'webhook' | 'manual';
	/** Whether n8n fails to record the execution that the post should start. */
	cannotRecord: boolean;
	load(): Workflow;
	run(items: INodeExecutionData[], mode: 'webhook' | 'manual', workflow: Workflow): unknown;
}

/** Calls the trigger's webhook and answers with its result, as n8n's server does. */
export async function answerPost(
	receiver: Receiver,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): Promise<void> {
	const { request, response } = await asExpress(incoming, outgoing, receiver.ip);
	const workflow = receiver.load();
	const { mode } = receiver;
	const result = await workflow.trigger.webhook.call(workflow.call(request, response, mode));
	if (result.noWebhookResponse) return;
	if (result.workflowData && receiver.cannotRecord) {
		response.status(500).json({ message: 'n8n cannot record the execution' });
		return;
	}
	const [items] = (result.workflowData ?? []) as INodeExecutionData[][];
	if (items) void receiver.run(items, mode, workflow);
	response.status(200).json(result.webhookResponse);
}

/** Posts a body as it is; anything but text and bytes as JSON. */
export async function post(
	url: string,
	body: unknown,
	contentType: string,
): Promise<AxiosResponse<{ message: string }>> {
	// The client would change text that is not JSON.
	const bytes = Buffer.isBuffer(body)
		? body
		: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	return await axios.post(url, bytes, {
		headers: { 'Content-Type': contentType },
		validateStatus: () => true,
		proxy: false,
		maxBodyLength: Infinity,
	});
}
