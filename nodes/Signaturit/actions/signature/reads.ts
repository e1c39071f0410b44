import { type Filters, filtersField, readFilters } from '../../input/filters';
import { signatureLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withThisId } from '../../transport/expected';
import { countEntries } from '../../transport/lists/countEntries';
import { readEntries } from '../../transport/lists/lists';
import { WINDOW } from '../../transport/lists/paging';
import { simplifiedItems, simplifiedSignature, simplifySignatureField } from '../outputItem';
import { countItem, listFields, pagesInFlight, readLimit, withHint } from '../listFields';
import type { Operation } from '../operation';
import { plainRead, simplifiedBy } from '../plain';

/** The list of signature requests. */
const signatureList = {
	list: endpoints.signature.list,
	count: endpoints.signature.count,
	window: WINDOW,
};

/** How signature requests are filtered (docs/service.md#filters). */
const signatureFilters: Filters = {
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

/** It answers the signature request with its documents and their events. */
export const get = plainRead({
	name: 'Get',
	action: 'Get a signature request with its status',
	description: 'Get a signature request with its documents, their status and events',
	ids: [signatureLocator],
	fields: [simplifySignatureField],
	request: (id = '') => ({
		path: endpoints.signature.one(id),
		expected: withThisId('the signature request', id),
	}),
	output: simplifiedBy(simplifiedSignature),
});

/** GET /v3/signatures.json, newest first, page by page. */
export const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many signature requests with their status',
	description: 'List signature requests, the newest first, by status, time, ID or custom data',
	reads: true,
	fields: [...listFields, simplifySignatureField, filtersField(signatureFilters)],
	async run(item) {
		const limits = readLimit.call(this, getMany, item);
		const filters = readFilters.call(this, signatureFilters, item);
		const found = await readEntries.call(this, signatureList, filters, limits);
		return simplifiedItems.call(this, withHint.call(this, found, item), simplifiedSignature, item);
	},
};

/** GET /v3/signatures/count.json; answers `{count}`. What was created on a part of a UTC day is counted in the list. */
export const count: Operation = {
	name: 'Count',
	action: 'Count the signature requests',
	description: 'Count signature requests by status, time, ID or custom data',
	reads: true,
	fields: [filtersField(signatureFilters)],
	async run(item) {
		const filters = readFilters.call(this, signatureFilters, item);
		const inFlight = pagesInFlight.call(this, count);
		const counted = await countEntries.call(this, signatureList, filters, inFlight);
		return countItem.call(this, counted, item);
	},
};
