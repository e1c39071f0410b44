import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints, type DeliveryKind } from '../transport/endpoints';
import { withId } from '../transport/expected';
import { countEntries, readEntries } from '../transport/lists/lists';
import {
	countItem,
	filtersField,
	listFields,
	pagesInFlight,
	readFilters,
	readLimit,
	withHint,
	type Filters,
} from './listFields';
import { plainRead, type Operation, type Texts } from './operation';
import { simplifiedItems } from './outcome';

/** What the reading of signature requests, certified emails and certified SMS differs in. */
interface Deliveries {
	kind: DeliveryKind;
	/** One of them, in messages. */
	one: string;
	locator: INodeProperties;
	simplifyField: INodeProperties;
	simplified: (answer: IDataObject) => IDataObject;
	filters: Filters;
	/** The filters of the count; those of the list unless given. */
	countFilters?: Filters;
	/** How far the list reaches (`ListPath`). */
	window?: number;
	get: Texts;
	getMany: Texts;
	count: Texts;
}

/**
 * *Get*, *Get Many* and *Count*: GET /v3/signatures/{id}.json, /v3/signatures.json and /v3/signatures/count.json, and
 * the same of emails and SMS. The list comes newest first, page by page. What was created on a part of a UTC day is
 * counted in the list.
 */
export function deliveryReads(
	deliveries: Deliveries,
): Record<'get' | 'getMany' | 'count', Operation> {
	const { kind, one, locator, simplifyField, simplified, filters, window } = deliveries;
	const { countFilters = filters } = deliveries;
	const { list, count } = endpoints[kind];
	const path = { list, count, window };
	return {
		get: plainRead({
			...deliveries.get,
			locators: [locator],
			fields: [simplifyField],
			path: endpoints[kind].one,
			expected: (id) => withId(one, id),
			give(answer, _, item) {
				return simplifiedItems.call(this, answer, simplified, item);
			},
		}),
		getMany: {
			...deliveries.getMany,
			reads: true,
			fields: [...listFields, simplifyField, filtersField(filters)],
			async run(item) {
				const limits = readLimit.call(this, item);
				const wanted = readFilters.call(this, filters, item);
				const found = await readEntries.call(this, path, wanted, limits);
				return simplifiedItems.call(this, withHint.call(this, found, item), simplified, item);
			},
		},
		count: {
			...deliveries.count,
			reads: true,
			fields: [filtersField(countFilters)],
			async run(item) {
				const wanted = readFilters.call(this, countFilters, item);
				const counted = await countEntries.call(this, path, wanted, pagesInFlight.call(this));
				return countItem.call(this, counted, item);
			},
		},
	};
}
