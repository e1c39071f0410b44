// The node as an agent's tool, and what the model is told of each tool call.

import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
} from 'n8n-workflow';
import { additionalData, addNodeType, node, nodeOf, workflowOf } from './engineWorkflow';
import { variants, variantType } from './variants';

const toolType = variantType(variants.tool);
addNodeType(variants.tool.name, toolType);

/** Who calls the tool: agents of version 3 run it as a node, agents of version 2 and MCP servers call it. */
export type Caller = 'agent 3' | 'agent 2';

interface Tool {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	caller?: Caller;
	settings?: Partial<INode>;
	/** The agent's own input item, which agent 3 merges into that of the tool. */
	input?: INodeExecutionData;
}

/** What the model is told of a call, as n8n makes it of the tool's output, and the hints that the node shows. */
export interface Told {
	items: INodeExecutionData[];
	answer: IDataObject;
	text: string;
	hints: string[];
}

let calls = 0;

/** The tool in one execution: each call of the function is one of a model. */
export function toolIn(
	{ parameters, credential, caller = 'agent 3', settings = {}, input = { json: {} } }: Tool,
	executionId = '1',
): (args?: IDataObject) => Promise<Told> {
	const data: IRunExecutionData = createRunExecutionData({ executionData: {} });
	const workflow = workflowOf([{ ...node('Tool', variants.tool.name, parameters), ...settings }]);
	const tool = nodeOf(workflow, 'Tool');
	let runIndex = 0;
	return async (args = {}) => {
		const merged = { ...input.json, ...args, toolCallId: `call_${++calls}` };
		const items = [{ json: caller === 'agent 3' ? merged : args }];
		const more = { ...additionalData(credential, workflow), executionId };
		const source = { node: tool, data: { [NodeConnectionTypes.AiTool]: [items] }, source: null };
		const common = [workflow, tool, more, 'trigger', data, runIndex++, items] as const;
		const context =
			caller === 'agent 3'
				? new ExecuteContext(...common, { main: [items] }, source, [])
				: new SupplyDataContext(...common, source.data, NodeConnectionTypes.AiTool, source, []);
		const [output = []] = (await toolType.execute?.call(
			context as unknown as IExecuteFunctions,
		)) as INodeExecutionData[][];
		return {
			items: output,
			answer: output[0]?.json ?? {},
			text: JSON.stringify(output.map(({ json }) => json)),
			hints: context.hints.map(({ message }) => message),
		};
	};
}
