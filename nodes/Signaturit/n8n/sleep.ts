// What the node tells n8n before a sleep: the items to hand on, and signed addresses.

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * Lets n8n hand on these items whenever it skips the node that sleeps, as when its limit is over.
 *
 * n8n: it keeps what `getExecuteData` gives for the execution that sleeps, and hands on its input if it wakes without a
 * webhook (2.8 and 2.41, n8n-core, `node-execution-context/base-execute-context.js` and `handleWaitingState`,
 * `handleDisabledNode` in `execution-engine/workflow-execute.js`). Its types do not say that it is no copy.
 *
 * Without it: denied. It is `false` before anything is sent. n8n would hand on the input as it came: with the outcome of
 * an earlier node, or the words of an agent in the place of a review.
 *
 * @returns whether n8n has kept them
 */
export function handOn(n8n: IExecuteFunctions, items: INodeExecutionData[]): boolean {
	try {
		n8n.getExecuteData().data.main = [items];
		return n8n.getExecuteData().data.main?.[0] === items;
	} catch {
		return false;
	}
}

/**
 * Has n8n wake the execution only by addresses that it has signed.
 *
 * n8n: 2.8 asks for the signature only then. 2.41 always does, and has no such function, which the types of 2.8 promise
 * (n8n-core, `node-execution-context/node-execution-context.js`; n8n, `webhooks/waiting-webhooks.js`).
 *
 * Without it: falls back to an address without a secret, if n8n does not ask for the signature by itself. Whoever guesses
 * it can make the execution look. What it then gives out is still the service's, but for the reason of a decline, which
 * only posts tell.
 */
export function requireSignature(n8n: IExecuteFunctions): void {
	const older: Partial<Pick<IExecuteFunctions, 'setSignatureValidationRequired'>> = n8n;
	older.setSignatureValidationRequired?.();
}
