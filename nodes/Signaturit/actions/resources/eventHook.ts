// The resource Event Hook: the posts that Signaturit has made, and how to repeat one.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isBefore, momentAfter, momentSchema } from '../../input/dates';
import { filledText, wholeNumber, listOfEntries } from '../../input/doors';
import { field, refusal, validated, type FieldSchema } from '../../input/schemas';
import { openWordOf } from '../../input/fieldDoors';
import { choicesField, dateField, numberField, textField } from '../../input/fields';
import { eventHookLocator } from '../../input/locators';
import { parameter } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { type NumberedPath, readNumberedEntries } from '../../transport/lists/numberedList';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { dayAt } from '../../transport/lists/timeRange';
import { eventHookPageSchema } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import { hintAtWords, knownBy } from '../additional';
import type { Resource } from '../operation';
import { plainWrite } from '../plain';
import { enteredFilters, filtersField } from '../filters';
import { plainList } from '../plainList';

const methodsField = choicesField('Methods', 'method', {
	options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((name) => ({ name, value: name })),
	default: ['POST'],
	description: 'Take only posts made with one of these HTTP methods; an expression may give any',
});

const methodSchema = openWordOf(methodsField).pipe(
	field(
		z
			.string()
			.trim()
			.regex(/^[a-z]+$/i),
		(value) => refusal('Methods', value, 'must be HTTP methods, e.g. POST'),
	).transform((method) => method.toUpperCase()),
);

/** 0 stands for a receiver that could not be reached (docs/service.md#list-of-event-hooks). */
const statusCodeSchema = wholeNumber('Status Codes', 0, 999).transform(String);

/** A filter with at least one entry. */
const filterList = <Entry>(name: string, entry: FieldSchema<Entry>) =>
	z
		.preprocess(
			(value) => (typeof value === 'number' ? [value] : value),
			listOfEntries(name, entry),
		)
		.refine((entries) => entries.length > 0, `${name}: choose at least one, or remove the filter`);

const hookFiltersSchema = (timeZone: string) =>
	z
		.object({
			from: momentSchema('From', timeZone).optional(),
			to: momentSchema('To', timeZone, momentAfter).optional(),
			method: filterList('Methods', methodSchema).optional(),
			status: filterList('Status Codes', statusCodeSchema).optional(),
			search: filledText('Search').optional(),
		})
		.refine(({ from, to }) => isBefore(from, to), 'To must not be before From');

/**
 * The filters of event hooks (docs/service.md#list-of-event-hooks). The service filters by whole UTC days: it is asked
 * for those that the time touches.
 *
 * @param timeZone of the dates, as an IANA name
 * @throws UserError that names every problem at once. A filter without a value is a problem
 */
export function hookQuery(
	entered: Readonly<Record<string, unknown>>,
	timeZone: string,
): IDataObject {
	// An expression without a value would pass for a filter that was not added.
	const values = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
	const { from, to, ...query } = validated(hookFiltersSchema(timeZone), Object.fromEntries(values));
	const days = { from: dayAt(from), to: dayAt(to && to - 1) };
	return { ...query, ...((days.from ?? days.to) && { date: JSON.stringify(days) }) };
}

const hookFilterFields: INodeProperties[] = [
	dateField('From', 'from', {
		description: 'Take only posts made on this day or later. Whole days in UTC are listed.',
	}),
	methodsField,
	textField('Search', 'search', {
		placeholder: 'e.g. email_',
		description: 'Take only what Signaturit finds by this text, such as a part of the event type',
	}),
	textField('Status Codes', 'status', {
		placeholder: 'e.g. 404,500',
		description:
			'Take only posts that were answered with one of these, separated by commas; 0 means that nobody answered',
	}),
	dateField('To', 'to', {
		description: 'Take only posts made up to this day, included. Whole days in UTC are listed.',
	}),
];

const { list } = endpoints.eventHook;
const path: NumberedPath = { list, pageSize: PAGE_SIZE, schema: eventHookPageSchema };

/** GET /v3/event-hooks, newest first; answers `{web_hooks, total}`. The output is the hooks. */
const getMany = plainList({
	line: ({ id, created_at: created, status_code: status, event_type: type, method, url }) => ({
		id,
		created,
		status,
		values: [type, method, url],
	}),
	name: 'Get Many',
	action: 'Get many event notifications and their answers',
	description:
		'List the event notifications that Signaturit has sent to web addresses, and whether they arrived',
	fields: [filtersField(hookFilterFields)],
	options: [
		numberField('Page', 'page', {
			typeOptions: { minValue: 1 },
			default: 1,
			description:
				'The page to begin with. A page has as many entries as Limit; with Return All, or a limit above 100, it has 100.',
		}),
	],
	async read(call, item, limits) {
		const filters = enteredFilters(call, item);
		const query = hookQuery(filters, call.n8n.getTimezone());
		hintAtWords(call, query, knownBy([methodsField]));
		const firstPage = validated(wholeNumber('Page', 1), parameter(call, 'options.page', item, 1));
		return await readNumberedEntries(call, path, query, { ...limits, firstPage });
	},
});

/** POST /v3/event-hooks/{id}/retry; the answer is empty. Signaturit then posts to somebody's address once more. */
const retry = plainWrite(writes.retryHook, [eventHookLocator], {
	name: 'Retry',
	action: 'Send an event notification again',
	description: 'Have Signaturit post an event to its URL once more, e.g. after a failure',
	give: ({ ids: [id] }) => [{ json: { retried: true, id } }],
});

export const eventHook: Resource = {
	name: 'Event Hook',
	value: 'eventHook',
	operations: { getManyHooks: getMany, retry },
};
