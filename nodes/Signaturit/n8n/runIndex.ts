// The number of the node's run within the execution.

import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

const proxySchema = z.object({ $runIndex: z.number().int().nonnegative() });

/**
 * Which run of the node in this execution it is, from 0. By it, a run in a loop sends anew, and a later try of the same
 * run does not.
 *
 * n8n: expressions have `$runIndex`, which the types of their data do not name (2.8 and 2.41, n8n-workflow,
 * `workflow-data-proxy.js`). Tries by *Retry On Fail* and n8n's Retry keep the number of their run.
 *
 * Without it: denied. It is `undefined`, and nothing is sent: the notes of two runs could not be told apart.
 */
export function runIndex(n8n: IExecuteFunctions): number | undefined {
	try {
		return proxySchema.safeParse(n8n.getWorkflowDataProxy(0)).data?.$runIndex;
	} catch {
		return undefined;
	}
}
