// The nodes of the workflow, as n8n's context carries them.

import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

const nodeSchema = z.object({
	name: z.string(),
	type: z.string(),
	disabled: z.boolean().optional(),
	parameters: z.record(z.unknown()),
});

const contextSchema = z.object({ workflow: z.object({ nodes: z.record(nodeSchema) }) });

/** A node of the workflow. */
export type WorkflowNode = z.infer<typeof nodeSchema>;

/**
 * The nodes of the workflow, as this run has them. By them, the node tells which trigger hears of what it sends.
 *
 * n8n: its contexts carry the workflow with its nodes by name (2.8 and 2.41, n8n-core,
 * `node-execution-context/node-execution-context.js`; n8n-workflow, `workflow.js`).
 *
 * Without it: falls back to hints that name no trigger. Where n8n hides published triggers from a run: denied for
 * *Send to This Workflow's Trigger*, and loud for *Automatic*.
 */
export function workflowNodes(n8n: IExecuteFunctions): WorkflowNode[] | undefined {
	const { data } = contextSchema.safeParse(n8n);
	return data && Object.values(data.workflow.nodes);
}
