import { day } from './clock';
import type { SignatureRequest } from './model';

export interface SignatureSearch {
	status?: string;
	since?: string;
	until?: string;
	ids?: string[];
	data: Record<string, string>;
}

/** Whether a request matches (specification, GET /v3/signatures/count.json). */
export function matchesSearch(request: SignatureRequest, search: SignatureSearch): boolean {
	const created = day(request.createdAt);
	return (
		(search.since === undefined || created >= search.since) &&
		(search.until === undefined || created < search.until) &&
		(search.ids === undefined || search.ids.includes(request.id)) &&
		(search.status === undefined ||
			request.documents.some((document) => document.status === search.status)) &&
		Object.entries(search.data).every(([key, value]) => request.data[key] === value)
	);
}
