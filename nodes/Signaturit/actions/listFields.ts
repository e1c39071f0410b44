import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { IN_FLIGHT } from '../transport/lists/readList';
import { checked } from '../input/checks';
import { shareOf } from './itemsAtOnce';
import { wholeNumber } from '../input/schemas';

/** How much of a list is wanted. */
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
 * How many entries to read of a list, and how many pages may be in flight for it. Items that run at the
 * same time share the pages.
 *
 * @throws UserError when the limit is no whole number from 1 on
 */
export function readLimit(
	this: IExecuteFunctions,
	operation: { reads?: boolean },
	item: number,
): { limit: number; inFlight: number } {
	const all = this.getNodeParameter('returnAll', item) as boolean;
	return {
		limit: all ? Infinity : checked(wholeNumber('Limit', 1), this.getNodeParameter('limit', item)),
		inFlight: shareOf.call(this, operation, IN_FLIGHT),
	};
}
