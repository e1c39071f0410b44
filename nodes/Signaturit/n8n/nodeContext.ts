// The object in which n8n keeps the node's notes over tries, runs and a Retry.

import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

/**
 * The object in which n8n keeps what a node writes there: over the tries of a run, over the runs of an execution, and
 * from a failed execution to n8n's Retry of it. The notes on what was sent are in it.
 *
 * n8n: it is a part of the execution's data, which n8n stores (2.8 and 2.41, n8n-workflow, `node-helpers.js`,
 * `contextData`). Its types do not say how long it is kept.
 *
 * Without it: denied when there is none, or a copy: it is `undefined`, and nothing is sent. Loud when a Retry finds
 * nothing in it (`openNotes`): it is sent, for n8n keeps nothing either of an execution that failed before the node.
 */
export function nodeContext(n8n: IExecuteFunctions): IContextObject | undefined {
	try {
		const context = n8n.getContext('node');
		const isKept = typeof context === 'object' && context === n8n.getContext('node');
		return isKept ? context : undefined;
	} catch {
		return undefined;
	}
}
