import { readEntries } from '../../transport/lists/lists';
import { enteredFilters, filtersField } from '../../input/filters';
import { listFields, wantedOf } from '../listFields';
import type { Operation } from '../operation';
import { signatureItemsAsWanted, simplifySignatureField } from './answer';
import { signatureFilters } from './signatureFilters';

/** GET /v3/signatures.json, newest first, page by page; it has the status of documents, not of requests. */
export const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many signature requests',
	description: 'List signature requests, the newest first, by status, day, ID or custom data',
	reads: true,
	fields: [...listFields, simplifySignatureField, filtersField(signatureFilters)],
	async run(item) {
		const wanted = wantedOf.call(this, getMany, item);
		const query = enteredFilters.call(this, signatureFilters, item);
		const entries = await readEntries.call(
			this,
			{ list: '/v3/signatures.json', count: '/v3/signatures/count.json' },
			query,
			wanted,
		);
		return signatureItemsAsWanted.call(this, entries, item);
	},
};
