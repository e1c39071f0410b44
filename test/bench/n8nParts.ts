// Loads modules and nodes from an installed n8n for the bench.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { addNodeType } from '../workflow/engine/engine';

/** Loads modules as n8n's server does. @param n8nFolder the folder of an installed n8n */
export const requireOf = (n8nFolder: string): NodeJS.Require =>
	createRequire(join(n8nFolder, 'node_modules', 'n8n', 'package.json'));

/** Adds one of n8n's own nodes to the engine. @param name of its class, e.g. `HttpRequest` */
export function addNodeOfN8n(n8nFolder: string, type: string, name: string, version: number): void {
	const path = `n8n-nodes-base/dist/nodes/${name}/${name}.node.js`;
	const loaded = requireOf(n8nFolder)(path) as Record<string, new () => IVersionedNodeType>;
	const node: INodeType | undefined = loaded[name] && new loaded[name]().nodeVersions[version];
	if (!node) throw new Error(`${name} has no version ${version}`);
	addNodeType(type, node);
}
