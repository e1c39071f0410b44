// Reads, by an expression, what the node keeps in its context, also in a webhook.

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Text as it stands in an expression, escaped so that no text can end either. */
function quoted(text: string): string {
	const codes = [...text].map(
		(character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
	return `"${codes.join('')}"`;
}

/**
 * A value that the node keeps in its context (`getContext('node')`): a webhook has no such function.
 *
 * n8n: an expression reads the context of a node, in a webhook too (2.8 and 2.41, n8n-workflow, `nodeContextGetter` in
 * `workflow-data-proxy.js`; n8n documents it for its loop only).
 *
 * Without it: denied. It is `undefined` before anything is sent. An execution that sleeps already stays asleep, and n8n's
 * log names it: it goes on at its limit, without an outcome.
 */
export function keptInContext(n8n: IExecuteFunctions | IWebhookFunctions, key: string): unknown {
	try {
		const expression = `{{ $node[${quoted(n8n.getNode().name)}].context[${quoted(key)}] }}`;
		return n8n.evaluateExpression(expression, 0);
	} catch {
		return undefined;
	}
}
