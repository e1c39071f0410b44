import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { customDataField } from '../input/commonFields';
import { filterQuery } from '../input/filterQuery';
import { rowsOf } from '../input/lists';
import { validated, wholeNumber } from '../input/schemas';
import type { CompleteList, Doubt } from '../transport/lists/completeList';
import type { ListEntry, ListFilters } from '../transport/lists/lists';
import { IN_FLIGHT } from '../transport/lists/readList';
import { requestsPerItem } from './operation';
import type { OutputItem } from './outcome';

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
	item: number,
): { limit: number; inFlight: number } {
	const all = this.getNodeParameter('returnAll', item) as boolean;
	return {
		limit: all
			? Infinity
			: validated(wholeNumber('Limit', 1), this.getNodeParameter('limit', item)),
		inFlight: pagesInFlight.call(this),
	};
}

/** How many pages of a list may be in flight for each item. */
export function pagesInFlight(this: IExecuteFunctions): number {
	return requestsPerItem.call(this, IN_FLIGHT);
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

/** A status by which a list can be filtered. */
interface Status {
	value: string;
	name: string;
	description: string;
}

/** The filters that a list has. */
export interface Filters {
	/** What is listed, e.g. `requests`, and the part of it that has the status, e.g. `document`, if there are any. */
	things: string;
	part: string;
	statuses: readonly Status[];
	others: readonly ('since' | 'until' | 'ids' | 'data')[];
}

/** The panel's field for the filters. */
export function filtersField(filters: Filters): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description:
			"Conditions that must all be true. Without filters, everything is listed. Dates are in the workflow's time zone.",
		options: filterFields(filters).filter(
			({ name }) =>
				(name === 'status' && filters.statuses.length > 0) ||
				filters.others.some((other) => other === name),
		),
	};
}

/**
 * Reads the filters from the panel. Dates are in the workflow's time zone.
 *
 * @throws UserError that names every fault at once
 */
export function readFilters(
	this: IExecuteFunctions,
	{ statuses }: Filters,
	item: number,
): ListFilters {
	const { data, ...entered } = this.getNodeParameter('filters', item, {}) as IDataObject;
	return filterQuery(
		statuses.map(({ value }) => value),
		{ ...entered, ...(data !== undefined && { data: rowsOf(data, 'pair') }) },
		this.getTimezone(),
	);
}

function filterFields({ things, part, statuses }: Filters): INodeProperties[] {
	return [
		customDataField(`Take only ${things} that were created with these pairs`),
		{
			displayName: 'IDs',
			name: 'ids',
			type: 'string',
			default: '',
			placeholder: 'e.g. 29109781-7f42-11e6-8a49-0680f0041fef',
			description: `Take only these ${things}; separate IDs by commas, or give a list by an expression`,
		},
		{
			displayName: 'Since',
			name: 'since',
			type: 'dateTime',
			default: '',
			description: `Take only ${things} created at this time or later; a date without a time begins at midnight`,
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [...statuses],
			default: firstOf(statuses),
			description: `Take only ${things} of which at least one ${part} has this status`,
		},
		{
			displayName: 'Until',
			name: 'until',
			type: 'dateTime',
			default: '',
			description: `Take only ${things} created before this time; a date without a time means its midnight, so that day itself is not included`,
		},
	];
}

function firstOf([first]: readonly Status[]): string {
	return first?.value ?? '';
}
