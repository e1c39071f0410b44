// Fills in and submits a form of n8n, without a browser.

import axios from 'axios';
import FormData from 'form-data';
import { PATIENCE_MS } from '../wait';
import type { Workflow } from './n8nClient';

/** What is filled into a field of a form: text, or a file. */
export type FormAnswer = string | { bytes: Buffer | string; fileName: string; type: string };

/** One field may take several files. */
export type FormAnswers = Array<FormAnswer | FormAnswer[]>;

/** The production address of the form that a node of a published workflow shows. */
export function formUrlOf(n8n: { url: string }, { nodes }: Workflow, node: string): string {
	return `${n8n.url}/form/${nodes.find(({ name }) => name === node)?.webhookId ?? ''}`;
}

/**
 * Fills in and submits a form of n8n, as a browser does: its fields in their order.
 *
 * @throws AxiosError when n8n does not take it
 */
export async function submitForm(url: string, answers: FormAnswers): Promise<void> {
	const form = new FormData();
	const fields = answers.flatMap((answer, index) =>
		[answer].flat().map((each) => [index, each] as const),
	);
	for (const [index, answer] of fields) {
		if (typeof answer === 'string') form.append(`field-${index}`, answer);
		else {
			const options = { filename: answer.fileName, contentType: answer.type };
			form.append(`field-${index}`, answer.bytes, options);
		}
	}
	await axios.post(url, form, { headers: form.getHeaders(), timeout: PATIENCE_MS, proxy: false });
}
