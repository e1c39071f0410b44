import { jsonParse } from 'n8n-workflow';

/** Parses JSON from outside. Invalid JSON is `null`, which the schema then rejects. */
export function parseJson(text: string): unknown {
	return jsonParse<unknown>(text, { fallbackValue: null });
}
