// Operations that read a list, with their fields for how much to read.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { wholeNumber } from '../input/doors';
import { numberField, switchField } from '../input/fields';
import { fieldValue, isOn } from '../input/values';
import type { ExecuteCall } from '../transport/call';
import { readEntries, type ListFilters, type ListPath } from '../transport/lists/lists';
import { IN_FLIGHT } from '../transport/lists/paging';
import type { CompleteList } from '../transport/lists/readList';
import { jsonItems, type OutputItem } from './itemResult';
import type { Operation, Texts } from './operation';
import { itemsAtOnceField, readOption } from './pace';

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

/** The panel's field for filters, and what reads them. */
export interface FiltersField {
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
