import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../transport/endpoints';
import { readNumberedEntries } from '../../transport/lists/numberedList';
import { fullTemplateSchema } from '../../transport/shapes';
import type { EntryLine } from '../line';
import { resource } from '../operation';
import { entryList, plainList } from '../plainList';

const { list, listWithWidgets } = endpoints.template;

const line = ({ id, created_at: created, name }: IDataObject): EntryLine => ({
	id,
	created,
	values: [name],
});

/** A template with what a request has to give for it. */
function lineWithWidgets(json: IDataObject): EntryLine {
	const { name, widgets = [] } = fullTemplateSchema.safeParse(json).data ?? {};
	const told = widgets.map(({ key, name, type, required }) => [
		key ?? name,
		type,
		required && 'required',
	]);
	return { ...line(json), values: [name, told] };
}

/** GET /v3/templates.json, page by page. */
const getMany = entryList({ list }, undefined, {
	line,
	description: 'List the templates from which signature requests can be created, by ID and name',
});

/** GET /v4/templates, ten at a time (docs/service.md#page-sizes). */
const getManyWithWidgets = plainList({
	line: lineWithWidgets,
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
