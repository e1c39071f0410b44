import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ListFilters } from '../transport/lists/lists';
import { customDataField } from './commonFields';
import { filterQuery } from './filterQuery';
import { rowsOf } from './lists';

/** A status by which a list can be filtered. */
export interface Status {
	value: string;
	name: string;
	description: string;
}

/** The filters that a list has. */
export interface Filters {
	/** What is listed, e.g. `requests`, and the part of it that has the status, e.g. `document`. */
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
			({ name }) => name === 'status' || filters.others.some((other) => other === name),
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
