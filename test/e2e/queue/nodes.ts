import axios from 'axios';
import { randomUUID } from 'node:crypto';
import type { Credential, Execution, Item } from '../lib/n8n/n8nClient';
import { node } from '../lib/n8n/workflowNodes';
import type { Site } from '../lib/stack';
import { PATIENCE_MS } from '../lib/wait';
import { outputsOf } from '../mainJob';

/** A node of the package, with the address that a trigger needs. */
export function signaturitNode(
	name: string,
	type: 'signaturit' | 'signaturitTrigger',
	{ id, name: credentialName, type: credentialType }: Credential,
	parameters: object,
) {
	return node(name, `n8n-nodes-signaturit.${type}`, 1, parameters, {
		webhookId: randomUUID(),
		credentials: { [credentialType]: { id, name: credentialName } },
	});
}

/** The Webhook node with which a workflow starts. */
export const START = 'Start';

/** A Webhook node that starts a workflow, and answers before it has run. */
export function startNode(path: string) {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	return node(START, 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
}

/**
 * Starts an active workflow once with each of these bodies, at the same time, and waits until these executions have ended.
 *
 * n8n can answer with what the last node has output, but not always: when a worker has ended an execution before n8n
 * listens for its end, n8n never answers.
 *
 * @returns the items that the node has output in each execution
 * @throws Error with n8n's message when an execution has failed
 */
export async function runEach(
	{ n8n, client }: Site,
	{ id: workflowId, path }: { id: string; path: string },
	nodeName: string,
	bodies: object[],
): Promise<Item[][]> {
	const earlier = new Set((await client.executions(workflowId)).map(({ id }) => id));
	const request = { proxy: false, timeout: PATIENCE_MS } as const;
	const post = async (body: object) =>
		await axios.post(`${n8n.url}/webhook/${path}`, body, request);
	await Promise.all(bodies.map(post));
	// The events of its trigger start others.
	const isStarted = ({ id, runs }: Execution) => !earlier.has(id) && START in runs;
	const ended = await client.finishedExecutions(workflowId, bodies.length, isStarted);
	return ended.map((execution) => outputsOf(execution, nodeName));
}
