// Tells whether the node runs as itself, as a tool, or as a review.

import { NodeConnectionTypes, type IExecuteFunctions, type INode } from 'n8n-workflow';

/** The node as people put it into a workflow, or what n8n makes of it: a tool, or a review of an agent's calls. */
type Variant = 'node' | 'tool' | 'review';

/**
 * Which variant of the node it is, by the name of its type. It is sure once `isVariantSure` was asked in the entry.
 *
 * n8n: adds `Tool` or `HitlTool` to the name (2.8 and 2.41, `n8n/dist/tool-generation`, `node-types.js`).
 *
 * Without it: denied, by `isVariantSure`. A review that ran as a node could give out its input as its answer, and let
 * a tool call run that claims to be approved. A tool that ran as a node would have no limits.
 */
export function variantOf({ type }: INode): Variant {
	if (type.endsWith('HitlTool')) return 'review';
	return type.endsWith('Tool') ? 'tool' : 'node';
}

/** Whether the node is a tool of an agent or of an MCP server, as `variantOf`. */
export const isTool = (node: INode): boolean => variantOf(node) === 'tool';

/** Whether it reviews an agent's calls, as `variantOf`. */
export const reviewsToolCalls = (node: INode): boolean => variantOf(node) === 'review';

/** The variant by its connections: tools go in and out of a review, and only out of a tool. */
function connectedAs(n8n: IExecuteFunctions): Variant | undefined {
	const hasTool = (connections: Array<{ type: string }>) =>
		connections.some(({ type }) => type === NodeConnectionTypes.AiTool);
	try {
		if (!hasTool(n8n.getNodeOutputs())) return 'node';
		return hasTool(n8n.getNodeInputs()) ? 'review' : 'tool';
	} catch {
		return undefined;
	}
}

/** Whether the connections of the node say the same as its name. If not, nothing may be sent, and nothing approved. */
export function isVariantSure(n8n: IExecuteFunctions): boolean {
	return connectedAs(n8n) === variantOf(n8n.getNode());
}

/** Whether the node reviews an agent's tool calls, by its name or by its connections. */
export function mayReview(n8n: IExecuteFunctions): boolean {
	return [variantOf(n8n.getNode()), connectedAs(n8n)].includes('review');
}
