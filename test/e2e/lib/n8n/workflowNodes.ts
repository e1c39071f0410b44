// Builds the nodes and links of workflows that tests import.

import { randomUUID } from 'node:crypto';
import type { Credential } from './n8nClient';

/** A node of a workflow that is to be imported. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	more: object = {},
) {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** A node of the package, with the address that a trigger needs. */
export function signaturitNode(
	name: string,
	kind: 'signaturit' | 'signaturitTool' | 'signaturitHitlTool' | 'signaturitTrigger',
	{ id, name: credentialName, type }: Credential,
	parameters: object,
	more: object = {},
) {
	return node(name, `n8n-nodes-signaturit.${kind}`, 1, parameters, {
		webhookId: randomUUID(),
		credentials: { [type]: { id, name: credentialName } },
		...more,
	});
}

/** A Webhook node that starts a workflow, and answers before it has run. */
export function webhookNode(name: string, path: string) {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	return node(name, 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
}

/** What one output of a node is connected with: the next node. */
export const link = (next: string) => [{ node: next, type: 'main', index: 0 }];

/** A connection from a node to the next one. */
export const to = (next: string) => ({ main: [link(next)] });
