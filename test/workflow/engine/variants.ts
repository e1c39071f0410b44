// The action node as n8n makes it for agents: as a tool and as a review.

import type { INodeType, NodeConnectionType } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node.ts';
import { addNodeType } from './engineWorkflow';
import { movedIn, type Moved } from './moved';

/** What n8n makes of the action node: the name of its type, and its connections. */
export interface Made {
	name: string;
	inputs: NodeConnectionType[];
	outputs: NodeConnectionType[];
}

/** The node itself, and what n8n makes of it for agents (`n8n/dist/tool-generation`). */
export const variants = {
	node: { name: 'signaturit', inputs: ['main'], outputs: ['main'] },
	tool: { name: 'signaturitTool', inputs: [], outputs: ['ai_tool'] },
	review: { name: 'signaturitHitlTool', inputs: ['ai_tool'], outputs: ['ai_tool'] },
} satisfies Record<string, Made>;

/** The action node as such a variant. A review has the field Message. */
export function variantType(made: Made, moved: Moved = () => ({})): INodeType {
	const type = new Signaturit();
	const { properties } = type.description;
	const message = { displayName: 'Message', name: 'message', type: 'string', default: '' } as const;
	const isReview = made.inputs.includes('ai_tool');
	type.description = {
		...type.description,
		...made,
		properties: isReview ? [message, ...properties] : properties,
	};
	return movedIn(type, moved);
}

/** Registers such a variant with the engine. */
export function addVariant(made: Made, moved?: Moved): string {
	addNodeType(made.name, variantType(made, moved));
	return made.name;
}
