import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { readNumberedEntries, type NumberedPath } from '../../transport/lists/lists';
import { checked } from '../../input/checks';
import { listFields, wantedOf } from '../listFields';
import { jsonItems, type Operation } from '../operation';
import { wholeNumber } from '../../input/schemas';
import { hookFilterFields, pageOption } from './eventHook.fields';
import { hookQuery } from './hookQuery';

const answerSchema = z
	.object({ web_hooks: z.unknown(), total: z.number().optional().catch(undefined) })
	.transform(({ web_hooks, total }) => ({ entries: web_hooks, total }))
	.catch({ entries: undefined, total: undefined });

const path: NumberedPath = {
	list: '/v3/event-hooks',
	pageSize: 100,
	open: (answer) => answerSchema.parse(answer),
};

/** GET /v3/event-hooks, newest first; answers `{web_hooks, total}`, of which the hooks come out. */
export const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many event hooks',
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
			description: 'What has to be true, all of it. Without filters, everything is taken.',
			options: hookFilterFields,
		},
	],
	options: [pageOption],
	async run(item) {
		const wanted = wantedOf.call(this, getMany, item);
		const filters = this.getNodeParameter('filters', item, {}) as IDataObject;
		const query = hookQuery(filters, this.getTimezone());
		const first = checked(wholeNumber('Page', 1), this.getNodeParameter('options.page', item, 1));
		return jsonItems(await readNumberedEntries.call(this, path, query, { ...wanted, first }));
	},
};
