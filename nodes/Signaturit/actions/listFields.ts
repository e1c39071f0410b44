import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { validated, wholeNumber } from '../input/schemas';
import type { CompleteList, Doubt } from '../transport/lists/completeList';
import type { ListEntry } from '../transport/lists/lists';
import { IN_FLIGHT } from '../transport/lists/readList';
import { requestsPerItem } from './runOptions';
import type { OutputItem } from './outputItem';

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
		inFlight: pagesInFlight.call(this, operation),
	};
}

/** How many pages of a list may be in flight for each item. */
export function pagesInFlight(this: IExecuteFunctions, operation: { reads?: boolean }): number {
	return requestsPerItem.call(this, operation, IN_FLIGHT);
}

/** The entries of a list. If it may not be complete, a hint on the output says so. */
export function withHint(
	this: IExecuteFunctions,
	{ entries, doubt }: CompleteList<ListEntry>,
	item: number,
): IDataObject[] {
	if (doubt) hint.call(this, doubt, item);
	return entries;
}

/** A count as output. If it may not be complete, a hint on the output says so. */
export function countItem(
	this: IExecuteFunctions,
	{ count, doubt }: { count: number; doubt?: Doubt },
	item: number,
): OutputItem[] {
	if (doubt) hint.call(this, doubt, item);
	return [{ json: { count } }];
}

function hint(this: IExecuteFunctions, { missing }: Doubt, item: number): void {
	const of = this.getInputData().length > 1 ? ` (input item ${item + 1})` : '';
	const reason =
		missing === undefined
			? 'It changed while it was read, and no count of Signaturit shows that nothing is missing.'
			: `Signaturit counts ${missing} more than could be found, although the list was read several times.`;
	this.addExecutionHints({
		message: `It is not proven that the list is complete${of}. ${reason} Run this again later, or narrow the list by filters.`,
		type: 'warning',
		location: 'outputPane',
	});
}
