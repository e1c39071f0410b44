// The workflow that answers visits with a signing page and takes the page's reports.

import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Credential, WorkflowFile } from './lib/n8n/n8nClient';
import { node, signaturitNode, to } from './lib/n8n/workflowNodes';
import { CONTRACT, SIGNERS } from './mainJob';

export const NODES = {
	visit: 'Visit',
	contract: 'Contract',
	file: 'Convert to File',
	create: 'Create',
	page: 'Get Page',
	answer: 'Answer',
	trigger: 'Signaturit Trigger',
};

export const [SIGNER] = SIGNERS;
export const TITLE = 'Contract <1> & "annex"';

/**
 * A workflow with a webhook that answers each visit with a page for signing the contract, and with a
 * trigger that takes the page's reports.
 */
export async function embeddedWorkflow(credential: Credential): Promise<WorkflowFile> {
	const contract = (await readFile(CONTRACT)).toString('base64');
	const chain = [NODES.visit, NODES.contract, NODES.file, NODES.create, NODES.page];
	return {
		name: 'Sign in a page of your own',
		nodes: [
			node(
				NODES.visit,
				'n8n-nodes-base.webhook',
				2,
				{ httpMethod: 'GET', path: 'sign', responseMode: 'responseNode', options: {} },
				{ webhookId: randomUUID() },
			),
			node(NODES.contract, 'n8n-nodes-base.set', 3.4, {
				mode: 'raw',
				jsonOutput: JSON.stringify({ contract }),
				options: {},
			}),
			node(NODES.file, 'n8n-nodes-base.convertToFile', 1.1, {
				operation: 'toBinary',
				sourceProperty: 'contract',
				options: { fileName: 'contract.pdf', mimeType: 'application/pdf' },
			}),
			signaturitNode(NODES.create, 'signaturit', credential, {
				resource: 'signature',
				operation: 'create',
				binaryPropertyNames: 'data',
				recipients: { recipient: [SIGNER] },
				options: { deliveryType: 'url', events: 'none' },
			}),
			signaturitNode(NODES.page, 'signaturit', credential, {
				resource: 'signature',
				operation: 'getEmbeddedSigningPage',
				options: { title: TITLE },
			}),
			node(NODES.answer, 'n8n-nodes-base.respondToWebhook', 1.1, {
				respondWith: 'text',
				responseBody: '={{ $json.html }}',
				options: {},
			}),
			signaturitNode(NODES.trigger, 'signaturitTrigger', credential, {
				resource: 'embeddedSigning',
				embeddedEvents: ['*'],
			}),
		],
		connections: Object.fromEntries(
			chain.map((from, index) => [from, to(chain[index + 1] ?? NODES.answer)]),
		),
		settings: { executionOrder: 'v1' },
	};
}
