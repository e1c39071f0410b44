// The parameters that n8n keeps of a node, and the paths of the values in them.

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

/**
 * The parameters of a node that n8n keeps, with the defaults of those that it shows.
 *
 * @param helpers of the n8n that has the node
 */
export const keptParameters = (
	description: INodeTypeDescription,
	node: INode,
	helpers = NodeHelpers,
) =>
	helpers.getNodeParameters(
		description.properties,
		node.parameters,
		true,
		false,
		node,
		description,
	);

/** The paths of everything in a value that is not a list or an object. */
export function leaves(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [`${path} = ${JSON.stringify(value)}`];
	return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}
