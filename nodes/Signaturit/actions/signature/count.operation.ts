import { filtersField, readFilters } from '../../input/filters';
import { endpoints } from '../../transport/endpoints';
import { readCount } from '../../transport/lists/lists';
import type { Operation } from '../operation';
import { signatureFilters } from './signatureFilters';

/** GET /v3/signatures/count.json; answers `{count}`. */
export const count: Operation = {
	name: 'Count',
	action: 'Count the signature requests',
	description: 'Count signature requests by status, day, ID or custom data without listing them',
	reads: true,
	fields: [filtersField(signatureFilters)],
	async run(item) {
		const query = readFilters.call(this, signatureFilters, item);
		return [{ json: { count: await readCount.call(this, endpoints.signature.count, query) } }];
	},
};
