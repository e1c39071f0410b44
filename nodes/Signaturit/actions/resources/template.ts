import { endpoints } from '../../transport/endpoints';
import { readNumberedEntries } from '../../transport/lists/numberedList';
import { resource } from '../operation';
import { entryList, plainList } from '../plainList';

const { list, listWithWidgets } = endpoints.template;

/** GET /v3/templates.json, page by page. */
const getMany = entryList({ list }, undefined, {
	description: 'List the templates from which signature requests can be created, by ID and name',
});

/** GET /v4/templates, ten at a time (docs/service.md#page-sizes). */
const getManyWithWidgets = plainList({
	action: 'Get many templates with their fields to fill in',
	description:
		'List the templates with the widgets that are placed on them, e.g. to know their keys',
	async read(call, _, limits) {
		const path = { list: listWithWidgets, pageSize: 10 };
		return await readNumberedEntries(call, path, {}, limits);
	},
});

export const template = resource('Template', 'template', {
	getManyTemplates: getMany,
	getManyWithWidgets,
});
