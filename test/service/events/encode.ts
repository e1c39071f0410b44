import qs from 'qs';

import type { EncodedPost } from '../domain/observers';

/**
 * Encodes an event for a URL: JSON when its path ends in `.json`, else a form with nested bracket
 * names (docs/service.md#events-url).
 */
export function encodePost(url: string, payload: Record<string, unknown>): EncodedPost {
	if (new URL(url).pathname.endsWith('.json')) {
		return { contentType: 'application/json', body: JSON.stringify(payload) };
	}
	return {
		contentType: 'application/x-www-form-urlencoded',
		body: qs.stringify(payload, { format: 'RFC1738' }),
	};
}
