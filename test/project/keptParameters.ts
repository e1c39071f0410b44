import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

/** The parameters of a node that n8n keeps, with the defaults of those that it shows. */
export const keptParameters = (description: INodeTypeDescription, node: INode) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters,
		true,
		false,
		node,
		description,
	);
