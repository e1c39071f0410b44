import type { Filters } from '../../input/filters';
import { endpoints } from '../../transport/endpoints';
import { WINDOW } from '../../transport/lists/paging';

/** The list of signature requests. */
export const signatureList = {
	list: endpoints.signature.list,
	count: endpoints.signature.count,
	window: WINDOW,
};

/** How signature requests are filtered (docs/service.md#filters). */
export const signatureFilters: Filters = {
	things: 'requests',
	part: 'document',
	statuses: [
		{ name: 'Canceled', value: 'canceled', description: 'The request was canceled' },
		{ name: 'Completed', value: 'completed', description: 'Signed' },
		{ name: 'Declined', value: 'declined', description: 'A signer refused to sign' },
		{ name: 'Error', value: 'error', description: 'The document could not be processed' },
		{ name: 'Expired', value: 'expired', description: 'The time to sign has run out' },
		{ name: 'In Queue', value: 'in_queue', description: 'The document is being processed' },
		{ name: 'Ready', value: 'ready', description: 'The document can be signed' },
		{ name: 'Signing', value: 'signing', description: 'The signature is being applied' },
	],
	others: ['since', 'until', 'ids', 'data'],
};
