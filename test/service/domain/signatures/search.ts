import { startOf } from '../clock';
import type { SignatureRequest } from './model';

export interface SignatureSearch {
	status?: string;
	since?: string;
	until?: string;
	ids?: string[];
	data: Record<string, string>;
}

/** Tells whether a request matches (docs/service.md#filters). */
export function matcherOf(search: SignatureSearch): (request: SignatureRequest) => boolean {
	// Once for all requests, because an account may have thousands.
	const since = search.since === undefined ? -Infinity : startOf(search.since);
	const until = search.until === undefined ? Infinity : startOf(search.until);
	const data = Object.entries(search.data);
	return (request) => {
		const createdAt = request.createdAt.getTime();
		return (
			createdAt >= since &&
			createdAt < until &&
			(search.ids === undefined || search.ids.includes(request.id)) &&
			(search.status === undefined ||
				request.documents.some((document) => document.status === search.status)) &&
			data.every(([key, value]) => request.data[key] === value)
		);
	};
}
