import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { validated } from '../input/checks';
import { wholeNumber } from '../input/schemas';
import { IN_FLIGHT } from '../transport/lists/readList';
import { requestsPerItem } from './itemsAtOnce';

/** The panel's fields for how much of a list to read. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * Reads how many entries of a list to return, and how many pages of it may be in flight. Items that run
 * at the same time share the pages.
 *
 * @throws UserError when the limit is not a whole number of at least 1
 */
export function readLimit(
	this: IExecuteFunctions,
	operation: { reads?: boolean },
	item: number,
): { limit: number; inFlight: number } {
	const all = this.getNodeParameter('returnAll', item) as boolean;
	return {
		limit: all
			? Infinity
			: validated(wholeNumber('Limit', 1), this.getNodeParameter('limit', item)),
		inFlight: requestsPerItem.call(this, operation, IN_FLIGHT),
	};
}
