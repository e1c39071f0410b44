import { filtersField, readFilters } from '../../input/filters';
import { countEntries } from '../../transport/lists/countEntries';
import { countItem, pagesInFlight } from '../listFields';
import type { Operation } from '../operation';
import { signatureFilters, signatureList } from './signatureFilters';

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
