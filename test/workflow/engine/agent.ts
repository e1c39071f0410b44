import type { EngineRequest, EngineResponse, IDataObject, INodeType } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node.ts';
import { addNodeType } from './engineWorkflow';
import type { FlowNode } from './flow';
import { movedIn, type Moved } from './moved';

/** What a model gives to a tool that somebody reviews. */
export interface Asked {
	toolParameters?: unknown;
	hitlParameters?: IDataObject;
	[flat: string]: unknown;
}

/** The name of the tool behind the review. */
export const TOOL = 'Pay';

const REVIEW = 'Sign to Approve';

/** The request that n8n's agent 3 makes of such a call (`createEngineRequests`). */
function requestOf({ hitlParameters, ...asked }: Asked): EngineRequest {
	const { toolParameters } = asked;
	const hitl = { gatedToolNodeName: TOOL, toolName: TOOL, originalInput: toolParameters };
	const input = { ...asked, tool: TOOL, ...hitlParameters, toolParameters } as IDataObject;
	const action = { actionType: 'ExecutionNodeAction', type: 'ai_tool', id: 'call_1' } as const;
	const metadata = { itemIndex: 0, hitl };
	return { actions: [{ ...action, nodeName: REVIEW, input, metadata }], metadata: {} };
}

/** An agent that makes this call once. Its output is what the review answers at once. */
function agentThat(asks: Asked): INodeType {
	const { description } = new Signaturit();
	return {
		description: { ...description, name: 'agent', properties: [], webhooks: [], credentials: [] },
		async execute(response?: EngineResponse) {
			const [answer] = (response?.actionResponses ?? []) as unknown as Answered[];
			if (!answer) return requestOf(asks);
			return [[{ json: answer.data.data.ai_tool[0]?.[0]?.json ?? {} }]];
		},
	};
}

interface Answered {
	data: { data: { ai_tool: Array<Array<{ json: IDataObject }>> } };
}

/**
 * A flow in which an agent makes this call, which the node reviews with these parameters.
 *
 * @param moved what n8n gives the node otherwise
 */
export function reviewFlow(
	asks: Asked,
	parameters: FlowNode['parameters'],
	moved: Moved = () => ({}),
): FlowNode[] {
	addNodeType('agent', agentThat(asks));
	const type = new Signaturit();
	// As n8n makes it, with the field Message.
	type.description = {
		...type.description,
		name: 'signaturitHitlTool',
		outputs: ['ai_tool'],
		properties: [
			{ displayName: 'Message', name: 'message', type: 'string', default: '' },
			...type.description.properties,
		],
	};
	addNodeType('signaturitHitlTool', movedIn(type, moved));
	return [
		{ name: 'Start', type: 'start', to: [['Agent']] },
		{ name: 'Agent', type: 'agent' },
		{
			name: REVIEW,
			type: 'signaturitHitlTool',
			parameters: { resource: 'signature', operation: 'sendAndWait', ...parameters },
			settings: { rewireOutputLogTo: 'ai_tool' },
		},
	];
}
