import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The node's name as text in an expression. Escaped, no name can end the text or the expression. */
export function ownNameIn(context: IExecuteFunctions | IWebhookFunctions): string {
	const codes = [...context.getNode().name].map(
		(character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
	return `"${codes.join('')}"`;
}
