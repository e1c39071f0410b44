import { join } from 'node:path';
import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { addNodeType, runNode, type NodeResult } from '../workflow/engine/engine';
import { credentialFor } from '../workflow/engine/fixtures';
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
	addNodeType(NAME, await httpRequestNode(n8nFolder));
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

async function httpRequestNode(n8nFolder: string): Promise<INodeType> {
	const file = join(
		n8nFolder,
		'node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
	);
	const { HttpRequest } = (await import(file)) as { HttpRequest: new () => IVersionedNodeType };
	const node = new HttpRequest().nodeVersions[VERSION];
	if (!node) throw new Error(`HTTP Request has no version ${VERSION}`);
	return node;
}
