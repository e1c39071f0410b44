import axios from 'axios';
import { randomUUID } from 'node:crypto';
import type { Credential } from '../lib/n8n/n8nClient';
import { node } from '../lib/n8n/workflowNodes';
import type { Site } from '../lib/stack';
import { PATIENCE_MS } from '../lib/wait';

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

/** A Webhook node; its caller gets the JSON of what the last node has output. */
export function startNode(name: string, path: string) {
	const parameters = {
		httpMethod: 'POST',
		path,
		responseMode: 'lastNode',
		responseData: 'allEntries',
	};
	return node(name, 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
}

/** Starts an active workflow by its Webhook node, and waits for the answer. */
export async function start({ n8n }: Site, path: string, body: object): Promise<unknown> {
	const { data } = await axios.post<unknown>(`${n8n.url}/webhook/${path}`, body, {
		proxy: false,
		timeout: PATIENCE_MS,
	});
	return data;
}
