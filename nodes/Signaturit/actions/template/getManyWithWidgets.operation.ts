import { readNumberedEntries } from '../../transport/lists/lists';
import { listFields, wantedOf } from '../listFields';
import { jsonItems, type Operation } from '../operation';

/** GET /v4/templates, ten at a time (specification, Limits). */
export const getManyWithWidgets: Operation = {
	name: 'Get Many With Widgets',
	action: 'Get many templates with widgets',
	description:
		'List the templates with the widgets that are placed on them, e.g. to know their keys',
	reads: true,
	fields: listFields,
	async run(item) {
		const wanted = wantedOf.call(this, getManyWithWidgets, item);
		const path = { list: '/v4/templates', pageSize: 10 } as const;
		return jsonItems(await readNumberedEntries.call(this, path, {}, wanted));
	},
};
