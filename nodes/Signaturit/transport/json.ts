import { jsonParse } from 'n8n-workflow';

/** Parses JSON from outside; `null` for a text that is none, for a schema to refuse. */
export function parseJson(text: string): unknown {
	return jsonParse<unknown>(text, { fallbackValue: null });
}
