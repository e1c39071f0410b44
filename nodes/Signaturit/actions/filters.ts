// The filters of a list: their field in the panel, and how it is read.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { filledText } from '../input/doors';
import { openWordOf } from '../input/fieldDoors';
import {
	choiceField,
	collectionField,
	customDataField,
	dateField,
	textField,
	type option,
} from '../input/fields';
import { filterQuery } from '../input/filterQuery';
import { rowsOf } from '../input/rows';
import { validated } from '../input/schemas';
import { isTool } from '../n8n/variant';
import { parameter, type ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/shapes';
import { bare } from '../transport/text';
import { hintAtWords, knownBy } from './additional';
import type { FiltersField } from './plainList';

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

export interface Filters {
	/** The noun for the entries, e.g. `requests`, and for the part with the status, e.g. `document`, if any. */
	plural: string;
	part?: string;
	statuses?: ReadonlyArray<ReturnType<typeof option>>;
	otherFilters: readonly ('since' | 'until' | 'ids' | 'data' | 'signer')[];
	/** Whether the list may ignore custom data, so that it is looked through. */
	looksThrough?: boolean;
}

/** Filters by status, time, ID and custom data. Dates are in the workflow's time zone. */
export function filtersOf(filters: Filters): FiltersField {
	const { plural, part, statuses = [], otherFilters, looksThrough } = filters;
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
	const names: readonly string[] = [...otherFilters, ...(statuses.length > 0 ? ['status'] : [])];
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
