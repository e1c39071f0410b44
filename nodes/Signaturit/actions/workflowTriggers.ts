import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

const contextSchema = z.object({
	workflow: z.object({
		nodes: z.record(
			z.object({
				name: z.string(),
				type: z.string(),
				disabled: z.boolean().optional(),
				parameters: z.object({ resource: z.string().optional() }),
			}),
		),
	}),
});

/** A Signaturit Trigger of the workflow that runs, whether it is published or not. */
export interface TriggerNode {
	name: string;
	/** The value of its field Resource. */
	resource: string;
}

/**
 * The Signaturit Triggers of the workflow that runs. n8n documents no way to list nodes, but its contexts carry
 * the workflow; if one does not, the list is empty. So use it for messages only.
 */
export function workflowTriggers(this: IExecuteFunctions): TriggerNode[] {
	const { data } = contextSchema.safeParse(this);
	return Object.values(data?.workflow.nodes ?? {})
		.filter(({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled)
		.map(({ name, parameters }) => ({ name, resource: parameters.resource ?? 'signature' }));
}
