// The error for a version of n8n in which nothing can be sent safely.

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
