import { endpoints } from '../transport/endpoints';
import { readEntries, readNumberedEntries } from '../transport/lists/lists';
import { listFields, readLimit, withHint } from './listFields';
import type { Operation, Resource } from './operation';
import { jsonItems } from './outcome';

/** GET /v3/templates.json, page by page. */
const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many templates',
	description: 'List the templates from which signature requests can be created, by ID and name',
	reads: true,
	fields: listFields,
	async run(item) {
		const limits = readLimit.call(this, item);
		const { list } = endpoints.template;
		const templates = await readEntries.call(this, { list }, undefined, limits);
		return jsonItems(withHint.call(this, templates, item));
	},
};

/** GET /v4/templates, ten at a time (docs/service.md#page-sizes). */
const getManyWithWidgets: Operation = {
	name: 'Get Many With Widgets',
	action: 'Get many templates with widgets',
	description:
		'List the templates with the widgets that are placed on them, e.g. to know their keys',
	reads: true,
	fields: listFields,
	async run(item) {
		const limits = readLimit.call(this, item);
		const path = { list: endpoints.template.listWithWidgets, pageSize: 10 };
		const templates = await readNumberedEntries.call(this, path, {}, limits);
		return jsonItems(withHint.call(this, templates, item));
	},
};

export const template: Resource = {
	name: 'Template',
	value: 'template',
	operations: { getManyTemplates: getMany, getManyWithWidgets },
};
