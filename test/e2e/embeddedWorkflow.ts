import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Credential, WorkflowFile } from './lib/n8n/n8nClient';
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
	const { id, name, type } = credential;
	const contract = (await readFile(CONTRACT)).toString('base64');
	const node = (
		key: keyof typeof NODES,
		nodeType: string,
		typeVersion: number,
		parameters = {},
	) => ({
		id: randomUUID(),
		name: NODES[key],
		type: nodeType,
		typeVersion,
		position: [Object.keys(NODES).indexOf(key) * 220, key === 'trigger' ? 300 : 0],
		webhookId: randomUUID(),
		parameters,
		...(nodeType.includes('signaturit') && { credentials: { [type]: { id, name } } }),
	});
	const chain = [NODES.visit, NODES.contract, NODES.file, NODES.create, NODES.page, NODES.answer];
	return {
		name: 'Sign in a page of your own',
		nodes: [
			node('visit', 'n8n-nodes-base.webhook', 2, {
				httpMethod: 'GET',
				path: 'sign',
				responseMode: 'responseNode',
				options: {},
			}),
			node('contract', 'n8n-nodes-base.set', 3.4, {
				mode: 'raw',
				jsonOutput: JSON.stringify({ contract }),
				options: {},
			}),
			node('file', 'n8n-nodes-base.convertToFile', 1.1, {
				operation: 'toBinary',
				sourceProperty: 'contract',
				options: { fileName: 'contract.pdf', mimeType: 'application/pdf' },
			}),
			node('create', 'n8n-nodes-signaturit.signaturit', 1, {
				resource: 'signature',
				operation: 'create',
				binaryPropertyNames: 'data',
				recipients: { recipient: [SIGNER] },
				options: { deliveryType: 'url', events: 'none' },
			}),
			node('page', 'n8n-nodes-signaturit.signaturit', 1, {
				resource: 'signature',
				operation: 'getEmbeddedSigningPage',
				options: { title: TITLE },
			}),
			node('answer', 'n8n-nodes-base.respondToWebhook', 1.1, {
				respondWith: 'text',
				responseBody: '={{ $json.html }}',
				options: {},
			}),
			node('trigger', 'n8n-nodes-signaturit.signaturitTrigger', 1, {
				resource: 'embeddedSigning',
				embeddedEvents: ['*'],
			}),
		],
		connections: Object.fromEntries(
			chain
				.slice(0, -1)
				.map((from, index) => [
					from,
					{ main: [[{ node: chain[index + 1], type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
	};
}
