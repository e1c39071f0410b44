import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checked } from './checks';
import { wholeNumber } from './schemas';

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
 * How many entries are wanted; `Infinity` for all.
 *
 * @throws UserError when the limit is no whole number from 1 on
 */
export function wantedCount(this: IExecuteFunctions, item: number): number {
	if (this.getNodeParameter('returnAll', item)) return Infinity;
	return checked(wholeNumber('Limit', 1), this.getNodeParameter('limit', item));
}
