// Runs n8n's own HTTP Request node on the bench's engine, for comparison.

import type { INodeParameters } from 'n8n-workflow';
import { runNode, type NodeResult } from '../workflow/engine/engine';
import { credentialFor } from '../workflow/engine/fixtures';
import { addNodeOfN8n } from './n8nParts';
import type { Service } from './protocol';

/** The node's full name in n8n. Only under this name may it use any credential. */
const NAME = 'n8n-nodes-base.httpRequest';
const VERSION = 4.2;

/**
 * Runs n8n's own HTTP Request node on the same engine, with the same credential.
 *
 * @param n8nFolder the folder of an installed n8n
 */
export async function runHttpRequest(
	n8nFolder: string,
	service: Service,
	parameters: INodeParameters,
	ids: readonly string[] = [''],
): Promise<NodeResult> {
	addNodeOfN8n(n8nFolder, NAME, 'HttpRequest', VERSION);
	return await runNode({
		type: { name: NAME, version: VERSION },
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'signaturitApi',
			...parameters,
		},
		credential: credentialFor(service),
		items: ids.map((id) => ({ json: { id } })),
	});
}
