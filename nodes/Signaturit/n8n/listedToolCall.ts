// The tool call that n8n will make when the running review approves it.

import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** What n8n's context has beyond its types, as far as it is read here. */
const contextSchema = z.object({
	runExecutionData: z.object({
		executionData: z.object({
			nodeExecutionStack: z.array(
				z.object({
					metadata: z
						.object({
							subNodeExecutionData: z
								.object({
									actions: z.array(
										z.object({ nodeName: z.string(), runIndex: z.number(), action: z.unknown() }),
									),
								})
								.optional(),
						})
						.nullish(),
				}),
			),
		}),
	}),
});

const actionSchema = z.object({
	input: z.record(z.unknown()),
	metadata: z.object({
		hitl: z.object({ toolName: z.string(), originalInput: z.unknown() }),
	}),
});

/**
 * The tool call that n8n makes when this run of the node approves it. What the input item says of the call comes
 * from the model.
 *
 * n8n: an agent (from version 3 on) and *Execute Step* of a tool that is reviewed put their calls on the stack of the
 * execution, until all are answered. Each has the run of the node that reviews it. n8n makes the call from there
 * (2.8 and 2.41, n8n-core, `execution-engine/requests-response.js`; `createEngineRequests.js` of n8n's AI nodes).
 *
 * Without it: denied. It is `undefined`, and nobody is asked: people would sign what the model says, and n8n would run
 * what it has.
 *
 * @param nodeName of the node that reviews
 * @param run of this node, from 0
 * @returns the tool's name; its parameters as the model has given them, of any type; and all that the model has given.
 * Also whether no other call waits for the same node, or was answered by it and waits for others
 */
export function listedToolCall(n8n: IExecuteFunctions, nodeName: string, run: number) {
	const { data: context } = contextSchema.safeParse(n8n);
	const reviewed = (context?.runExecutionData.executionData.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.filter((one) => one.nodeName === nodeName);
	const [listed, ...twins] = reviewed.filter(({ runIndex }) => runIndex === run);
	const { data } = actionSchema.safeParse(listed?.action);
	if (!data || twins.length > 0) return undefined;
	const { toolName, originalInput } = data.metadata.hitl;
	return {
		tool: toolName,
		parameters: originalInput,
		given: data.input,
		isAlone: reviewed.length === 1,
	};
}
