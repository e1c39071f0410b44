// An agent whose tool calls the node reviews, in a workflow on n8n's engine.

import type { EngineRequest, EngineResponse, IDataObject, INodeType } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node.ts';
import { addNodeType } from './engineWorkflow';
import type { FlowNode } from './flow';
import type { Moved } from './moved';
import { addVariant, variants, type Made } from './variants';

/** What a model gives to a tool that somebody reviews. */
export interface Asked {
	toolParameters?: unknown;
	hitlParameters?: IDataObject;
	[flat: string]: unknown;
}

/** The name of the tool behind the review. */
export const TOOL = 'Pay';

const REVIEW = 'Sign to Approve';

/** The request that n8n's agent 3 makes of such calls (`createEngineRequests`). */
function requestOf(calls: Asked[]): EngineRequest {
	const actions = calls.map(({ hitlParameters, ...asked }, index) => {
		const { toolParameters } = asked;
		const hitl = { gatedToolNodeName: TOOL, toolName: TOOL, originalInput: toolParameters };
		const input = { ...asked, tool: TOOL, ...hitlParameters, toolParameters } as IDataObject;
		const metadata = { itemIndex: 0, hitl };
		return { ...ACTION, id: `call_${index}`, nodeName: REVIEW, input, metadata };
	});
	return { actions, metadata: {} };
}

const ACTION = { actionType: 'ExecutionNodeAction', type: 'ai_tool' } as const;

/** An agent that makes these calls once. Its output is what the review answers at once. */
function agentThat(calls: Asked[]): INodeType {
	const { description } = new Signaturit();
	return {
		description: { ...description, name: 'agent', properties: [], webhooks: [], credentials: [] },
		async execute(response?: EngineResponse) {
			const answers = (response?.actionResponses ?? []) as unknown as Answered[];
			if (answers.length === 0) return requestOf(calls);
			return [answers.map(({ data }) => ({ json: data.data.ai_tool[0]?.[0]?.json ?? {} }))];
		},
	};
}

interface Answered {
	data: { data: { ai_tool: Array<Array<{ json: IDataObject }>> } };
}

/**
 * A flow in which an agent makes these calls at once, which the node reviews with these parameters.
 *
 * @param moved what n8n gives the node otherwise
 * @param made what n8n makes of the node otherwise
 */
export function reviewFlow(
	calls: Asked[],
	parameters: FlowNode['parameters'],
	moved?: Moved,
	made: Made = variants.review,
): FlowNode[] {
	addNodeType('agent', agentThat(calls));
	const type = addVariant(made, moved);
	return [
		{ name: 'Start', type: 'start', to: [['Agent']] },
		{ name: 'Agent', type: 'agent' },
		{
			name: REVIEW,
			type,
			parameters: { resource: 'signature', operation: 'sendAndWait', ...parameters },
			settings: { rewireOutputLogTo: 'ai_tool' },
		},
	];
}
