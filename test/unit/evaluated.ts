// Gives the value of an expression in a node, as n8n evaluates it.

import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

/** A node with these parameters. */
export const nodeWith = (parameters: INodeParameters): INode => ({
	id: '1',
	name: 'N',
	type: 'n',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** The value of an expression in a node with these parameters, as n8n evaluates it. */
export function evaluated(
	expression: string,
	parameters: INodeParameters,
	properties: INodeProperties[],
): unknown {
	const node = nodeWith(parameters);
	const nodeTypes: Partial<INodeTypes> = {
		getByNameAndVersion: () => ({ description: { name: node.type, properties } }) as INodeType,
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as INodeTypes,
	});
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
}
