import { endpoints } from '../../transport/endpoints';
import { readNumberedEntries } from '../../transport/lists/lists';
import { listFields, readLimit, withHint } from '../listFields';
import { type Operation } from '../operation';
import { jsonItems } from '../outputItem';

/** GET /v4/templates, ten at a time (docs/service.md#page-sizes). */
export const getManyWithWidgets: Operation = {
	name: 'Get Many With Widgets',
	action: 'Get many templates with widgets',
	description:
		'List the templates with the widgets that are placed on them, e.g. to know their keys',
	reads: true,
	fields: listFields,
	async run(item) {
		const limits = readLimit.call(this, getManyWithWidgets, item);
		const path = { list: endpoints.template.listWithWidgets, pageSize: 10 };
		const templates = await readNumberedEntries.call(this, path, {}, limits);
		return jsonItems(withHint.call(this, templates, item));
	},
};
