import { startOf } from '../clock';
import type { SignatureRequest } from './model';

export interface SignatureSearch {
	status?: string;
	since?: string;
	until?: string;
	ids?: string[];
	data: Record<string, string>;
}

/** Whether a request matches (docs/service.md#filters). */
export function matchesSearch(request: SignatureRequest, search: SignatureSearch): boolean {
	return (
		(search.since === undefined || request.createdAt.getTime() >= startOf(search.since)) &&
		(search.until === undefined || request.createdAt.getTime() < startOf(search.until)) &&
		(search.ids === undefined || search.ids.includes(request.id)) &&
		(search.status === undefined ||
			request.documents.some((document) => document.status === search.status)) &&
		Object.entries(search.data).every(([key, value]) => request.data[key] === value)
	);
}
