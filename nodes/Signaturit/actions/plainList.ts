// Operations that read a list, with their fields for the limit and for filters.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { openWordOf } from '../input/fieldDoors';
import {
	customDataField,
	choiceField,
	collectionField,
	dateField,
	numberField,
	switchField,
	textField,
	type option,
} from '../input/fields';
import { filterQuery } from '../input/filterQuery';
import { fieldValue, isOn, rowsOf } from '../input/values';
import { filledText, wholeNumber } from '../input/doors';
import { validated } from '../input/schemas';
import { isPlainObject } from '../transport/shapes';
import { bare } from '../transport/text';
import { parameter, type ExecuteCall } from '../transport/call';
import type { CompleteList } from '../transport/lists/readList';
import { readEntries, type ListFilters, type ListPath } from '../transport/lists/lists';
import { IN_FLIGHT } from '../transport/lists/paging';
import { hintAtWords, knownBy } from './additional';
import type { Operation, Texts } from './operation';
import { jsonItems, type OutputItem } from './itemResult';
import { itemsAtOnceField, readOption } from './pace';
import { isTool } from './agent/rules';

const returnAllField = switchField('Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});

const limitFields: INodeProperties[] = [
	returnAllField,
	numberField('Limit', 'limit', {
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	}),
];

type Limits = ReturnType<typeof readLimits>;

interface PlainList extends Texts, Pick<Operation, 'options'>, Required<Pick<Operation, 'line'>> {
	/** Fields of the panel besides those for how much to read. */
	fields?: readonly INodeProperties[];
	read(call: ExecuteCall, item: number, limits: Limits): Promise<CompleteList>;
	/** Makes the output from the entries; unless given, the entries are the output. */
	give?: (call: ExecuteCall, entries: IDataObject[], item: number) => OutputItem[];
}

/** An operation that reads a list. If the list may not be complete, a hint on the output says so. */
export function plainList(list: PlainList): Operation {
	const { fields = [], read, give = (_, entries) => jsonItems(entries), ...rest } = list;
	return {
		...rest,
		reads: true,
		fields: [...limitFields, ...fields],
		async run(call, item) {
			const found = await read(call, item, readLimits(call, item));
			hintAtGap(call, found.gap, item);
			return give(call, found.entries, item);
		},
	};
}

interface FiltersField {
	field: INodeProperties;
	/** @throws UserError that names every problem at once */
	read: (call: ExecuteCall, item: number) => ListFilters;
}

/** An operation that reads a list by limit and offset. */
export function entryList(
	path: ListPath,
	filters: FiltersField | undefined,
	{ fields = [], ...list }: Omit<PlainList, 'read'>,
): Operation {
	return plainList({
		...list,
		fields: [...fields, ...(filters ? [filters.field] : [])],
		async read(call, item, limits) {
			return await readEntries(call, path, filters?.read(call, item), limits);
		},
	});
}

/** The panel's field for the filters of a list. */
export const filtersField = (options: INodeProperties[], more = '') =>
	collectionField('Filters', 'filters', {
		placeholder: 'Add Filter',
		description: `Conditions that must all be true. Without filters, everything is listed.${more}`,
		options,
	});

/** The values that models give when they want no filter: n8n makes them fill in every field that is left to them. */
const NO_FILTER = /^(any|all|none|null|undefined|\*)?$/i;

/** The filters that were added; in a tool, without those that a model means to leave out. */
export function enteredFilters(call: ExecuteCall, item: number): IDataObject {
	const entered = parameter(call, 'filters', item, {}) as IDataObject;
	if (!isTool(call.node)) return entered;
	const isMeant = (value: unknown): boolean => {
		if (Array.isArray(value)) return value.some(isMeant);
		if (isPlainObject(value)) return isMeant('value' in value ? value.value : Object.values(value));
		return !NO_FILTER.test(bare(String(value ?? '')));
	};
	return Object.fromEntries(Object.entries(entered).filter(([, value]) => isMeant(value)));
}

const filterDoor = (field: INodeProperties) =>
	field.type === 'options' ? openWordOf(field) : filledText(field.displayName);

/** Filters of text. The service has the same names for them. */
export function textFilters(fields: INodeProperties[]): FiltersField {
	return {
		field: filtersField(fields),
		read(call, item) {
			const entered = enteredFilters(call, item);
			const added = fields.filter(({ name }) => name in entered);
			const schemas = added.map((field) => [field.name, filterDoor(field)]);
			const query = validated(z.object(Object.fromEntries(schemas)), entered);
			hintAtWords(call, query, knownBy(fields));
			return { query, created: {} };
		},
	};
}

/**
 * How many entries of a list to return, and how many pages of it may be in flight.
 *
 * @throws UserError when the limit is not a whole number of at least 1
 */
function readLimits(call: ExecuteCall, item: number) {
	const all = isOn(call, returnAllField, item);
	const entered = () => fieldValue(call, 'limit', item, wholeNumber('Limit', 1));
	return { limit: all ? Infinity : entered(), inFlight: pagesInFlight(call) };
}

/** How many pages of a list may be in flight for each item, at least 1: items that run at once share them. */
export function pagesInFlight(call: ExecuteCall): number {
	const items = Math.min(
		call.n8n.getInputData().length,
		readOption(call, itemsAtOnceField({ reads: true })),
	);
	return Math.max(1, Math.floor(IN_FLIGHT / items));
}

/** Shows a hint when a list, or a count made from it, has a gap. */
export function hintAtGap(call: ExecuteCall, gap: CompleteList['gap'], item: number): void {
	if (!gap) return;
	const ofItem = call.n8n.getInputData().length > 1 ? ` (input item ${item + 1})` : '';
	const reason =
		gap.missing === undefined
			? 'It changed while it was read, so entries may be missing: Signaturit tells no count of them.'
			: `Signaturit counts ${gap.missing} more than could be found, although the list was read several times.`;
	const hint = `It is not proven that the list is complete${ofItem}. ${reason} Run this again later, or narrow the list by filters.`;
	call.tell(hint);
}

export interface Filters {
	/** The noun for the entries, e.g. `requests`, and for the part with the status, e.g. `document`, if any. */
	plural: string;
	part?: string;
	statuses?: ReadonlyArray<ReturnType<typeof option>>;
	others: readonly ('since' | 'until' | 'ids' | 'data' | 'signer')[];
	/** Whether the list may ignore custom data, so that it is looked through. */
	looksThrough?: boolean;
}

/** Filters by status, time, ID and custom data. Dates are in the workflow's time zone. */
export function filtersOf(filters: Filters): FiltersField {
	const { plural, part, statuses = [], others, looksThrough } = filters;
	const fields = [
		customDataField(`Return only ${plural} that were created with these pairs`),
		textField('IDs', 'ids', {
			placeholder: 'e.g. 29109781-7f42-11e6-8a49-0680f0041fef',
			description: `Return only these ${plural}; separate IDs by commas, or give a list by an expression`,
		}),
		textField('Signer', 'signer', {
			placeholder: 'e.g. ada@example.com',
			description: `Return only ${plural} with a signer of this address, or with this in the name. Slow in large accounts: add Since.`,
		}),
		dateField('Since', 'since', {
			description: `Take only ${plural} created at this time or later; a date without a time begins at midnight`,
		}),
		choiceField('Status', 'status', {
			options: [...statuses],
			default: statuses[0]?.value ?? '',
			description: `Take only ${plural} of which at least one ${part} has this status`,
		}),
		dateField('Until', 'until', {
			description: `Take only ${plural} created before this time. A date without a time is its midnight: that day is not included.`,
		}),
	];
	const names: readonly string[] = [...others, ...(statuses.length > 0 ? ['status'] : [])];
	const options = fields.filter(({ name }) => names.includes(name));
	return {
		field: filtersField(options, " Dates are in the workflow's time zone."),
		read(call, item) {
			const { data, ...entered } = enteredFilters(call, item);
			const given = { ...entered, ...(data !== undefined && { data: rowsOf(data, 'pair') }) };
			const filters = filterQuery(statuses, given, call.n8n.getTimezone(), looksThrough);
			hintAtWords(call, filters.query, { status: statuses.map(({ value }) => value) });
			return filters;
		},
	};
}
