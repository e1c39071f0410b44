// Makes n8n's error view keep the line ends of an error's description.

import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * Lets n8n's error view draw the description of an error with its line ends. The description stays plain text for
 * everybody else who reads it: an Error Trigger, n8n's API, its log.
 *
 * n8n: the view draws `context.descriptionTemplate`, if there is one, in the place of the description. Both are HTML
 * there, and `%%PARAMETER%%` is replaced in the former (2.8 and 2.41, n8n-editor-ui, `NodeErrorView.vue`).
 *
 * Without it: falls back to the description. All its words are there, in one line, and what looks like a tag is left out.
 */
export function drawDescription<Thrown>(error: Thrown): Thrown {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const html = (error.description ?? '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('%%', '&#37;%')
		.replaceAll('\n', '<br>');
	if (html) error.context.descriptionTemplate = html;
	return error;
}
