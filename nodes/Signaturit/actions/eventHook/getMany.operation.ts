import type { IDataObject } from 'n8n-workflow';
import { validated } from '../../input/checks';
import { wholeNumber } from '../../input/schemas';
import { endpoints } from '../../transport/endpoints';
import { readNumberedEntries, type NumberedPath } from '../../transport/lists/lists';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { eventHookPageSchema } from '../../transport/shapes';
import { listFields, readLimit, withHint } from '../listFields';
import { type Operation } from '../operation';
import { jsonItems } from '../outputItem';
import { hookFilterFields, pageOption } from './eventHook.fields';
import { hookQuery } from './hookQuery';

const path: NumberedPath = {
	list: endpoints.eventHook.list,
	pageSize: PAGE_SIZE,
	open: (answer) => eventHookPageSchema.safeParse(answer).data ?? { entries: undefined },
};

/** GET /v3/event-hooks, newest first; answers `{web_hooks, total}`. The output is the hooks. */
export const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many event hooks with their answers',
	description: 'List the posts that Signaturit has made to events URLs, and how they were answered',
	reads: true,
	fields: [
		...listFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Conditions that must all be true. Without filters, everything is listed.',
			options: hookFilterFields,
		},
	],
	options: [pageOption],
	async run(item) {
		const limits = readLimit.call(this, getMany, item);
		const filters = this.getNodeParameter('filters', item, {}) as IDataObject;
		const { query, created } = hookQuery(filters, this.getTimezone());
		const first = validated(wholeNumber('Page', 1), this.getNodeParameter('options.page', item, 1));
		const list = await readNumberedEntries.call(this, path, query, { ...limits, first, created });
		return jsonItems(withHint.call(this, list, item));
	},
};
