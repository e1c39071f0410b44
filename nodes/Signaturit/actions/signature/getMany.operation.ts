import { filtersField, readFilters } from '../../input/filters';
import { endpoints } from '../../transport/endpoints';
import { readEntries } from '../../transport/lists/lists';
import { simplifiedItems } from '../deliveryItems';
import { listFields, readLimit } from '../listFields';
import type { Operation } from '../operation';
import { simplifiedSignature, simplifySignatureField } from '../simplify';
import { signatureFilters } from './signatureFilters';

/** GET /v3/signatures.json, newest first, page by page. */
export const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many signature requests',
	description: 'List signature requests, the newest first, by status, day, ID or custom data',
	reads: true,
	fields: [...listFields, simplifySignatureField, filtersField(signatureFilters)],
	async run(item) {
		const limits = readLimit.call(this, getMany, item);
		const query = readFilters.call(this, signatureFilters, item);
		const entries = await readEntries.call(this, endpoints.signature, query, limits);
		return simplifiedItems.call(this, entries, simplifiedSignature, item);
	},
};
