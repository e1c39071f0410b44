// The tool that an agent pays with in tests, and the secrets in its headers.

import type { N8nClient } from '../lib/n8n/n8nClient';
import { node } from '../lib/n8n/workflowNodes';

export const TOOL = 'Pay';

/** Secrets of the tool, by its headers: one of a credential, and one that stands in the node. */
export const SECRETS = { 'x-credential': 'secret-of-a-credential', 'x-field': 'secret-of-a-field' };

/** A tool that posts, with its secrets in the headers. */
export async function payingTool(client: N8nClient, url: string, jsonBody: string) {
	const header = 'x-credential';
	const { id, name } = await client.createCredential('Secret header', 'httpHeaderAuth', {
		name: header,
		value: SECRETS[header],
	});
	return node(
		TOOL,
		'n8n-nodes-base.httpRequestTool',
		4.2,
		{
			toolDescription: 'Pays an invoice',
			method: 'POST',
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'x-field', value: SECRETS['x-field'] }] },
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options: {},
		},
		{ credentials: { httpHeaderAuth: { id, name } } },
	);
}
