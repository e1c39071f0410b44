import { parseJson } from '../../transport/json';
import { parseFormBody } from './formBody';

/**
 * Decodes the body of a post by its `Content-Type`: JSON, or a form in the service's bracket notation
 * (docs/service.md#events-url). n8n's own decoding cannot be used: it leaves form keys flat and drops
 * all but the first thousand.
 *
 * @param contentType the header, empty when absent
 * @param bytes the body as it arrived
 * @returns the decoded body; `null` or `undefined` if the bytes are not what the header says
 */
export function decodeBody(contentType: string, bytes: Uint8Array): unknown {
	const [mediaType = ''] = contentType.toLowerCase().split(';');
	const text = utf8(bytes);
	if (text === undefined) return undefined;
	if (/^application\/(.+\+)?json$/.test(mediaType.trim())) return parseJson(text);
	if (mediaType.trim() === 'application/x-www-form-urlencoded') return parseFormBody(text);
	return undefined;
}

function utf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
