// The error for a version of n8n in which nothing can be sent safely.

import { runIndex } from '../n8n/runIndex';
import { isVariantSure } from '../n8n/variant';
import type { ExecuteCall } from '../transport/call';
import { Refusal } from '../transport/errors/refusal';

/**
 * The error of a version of n8n in which nothing can be sent safely. Its line in the log names what is lacking.
 *
 * @param lacking as a sentence
 * @param danger what could happen, as the end of one
 */
export function unknownN8n(call: ExecuteCall, lacking: string, danger: string): Refusal {
	const facts = `Nothing was sent: ${danger}. This version of n8n is not one that this node knows.`;
	const advice =
		'Update n8n-nodes-signaturit, or go back to a version of n8n with which it has worked.';
	call.log('error', `Signaturit: ${lacking}. ${facts} ${advice}`);
	return new Refusal(lacking, 'builder', { facts, advice });
}

/**
 * Which run of the node in this execution it is, from 0.
 *
 * @throws UserError when n8n does not say so
 */
export function runIndexOf(call: ExecuteCall): number {
	const run = runIndex(call.n8n);
	if (run !== undefined) return run;
	const lacking = 'n8n does not say which run of the node this is';
	throw unknownN8n(call, lacking, 'a contract could be sent twice, or not at all');
}

/**
 * To be called before anything is done.
 *
 * @throws UserError when n8n does not say for sure whether the node is a tool, or reviews calls
 */
export function checkVariant(call: ExecuteCall): void {
	if (isVariantSure(call.n8n)) return;
	const lacking = 'n8n does not say for sure whether this node belongs to an agent';
	const danger = 'limits of a tool would not count, and a call could run that nobody has signed';
	throw unknownN8n(call, lacking, danger);
}
