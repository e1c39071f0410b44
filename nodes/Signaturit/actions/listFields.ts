import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { IN_FLIGHT } from '../transport/lists/readList';
import { checked } from '../input/checks';
import { shareOf } from './itemsAtOnce';
import type { Operation } from './operation';
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
 * How many entries are wanted of a list, and how many pages may be in flight for it: items that run at
 * once share them.
 *
 * @throws UserError when the limit is no whole number from 1 on
 */
export function wantedOf(
	this: IExecuteFunctions,
	operation: Operation,
	item: number,
): { limit: number; inFlight: number } {
	const all = this.getNodeParameter('returnAll', item) as boolean;
	return {
		limit: all ? Infinity : checked(wholeNumber('Limit', 1), this.getNodeParameter('limit', item)),
		inFlight: shareOf.call(this, operation, IN_FLIGHT),
	};
}
