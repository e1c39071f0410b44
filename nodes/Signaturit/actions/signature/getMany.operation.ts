import { filtersField, readFilters } from '../../input/filters';
import { readEntries } from '../../transport/lists/lists';
import { simplifiedItems } from '../deliveryItems';
import { listFields, readLimit, withHint } from '../listFields';
import type { Operation } from '../operation';
import { simplifiedSignature, simplifySignatureField } from '../simplify';
import { signatureFilters, signatureList } from './signatureFilters';

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
