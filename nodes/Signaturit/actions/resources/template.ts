// The resource Template: lists of templates, with or without their widgets.

import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../transport/endpoints';
import { readNumberedEntries } from '../../transport/lists/numberedList';
import { isPlainObject } from '../../transport/shapes';
import { objectsIn, type EntryLine } from '../line';
import type { Resource } from '../operation';
import { createdAtField, entryItem, entryOutput, numberIn } from '../output';
import { entryList, plainList } from '../plainList';

const { list, listWithWidgets } = endpoints.template;

/** docs/service.md#template-lists */
const widgetItem = entryItem('widgetId', {
	key: ['key'],
	name: ['name'],
	type: ['type'],
	required: ['required'],
	editable: ['editable'],
	default_value: ['defaultValue'],
	page: ['page', numberIn],
	left: ['left', numberIn],
	top: ['top', numberIn],
	created_at: createdAtField,
});

const widgetItems = (value: unknown) =>
	Array.isArray(value) && value.every(isPlainObject) ? value.map(widgetItem) : value;

const output = entryOutput(
	['name', 'createdAt', 'other'],
	entryItem('templateId', { name: ['name'], created_at: createdAtField }),
);

const outputWithWidgets = entryOutput(
	['name', 'createdAt', 'widgets', 'other'],
	entryItem('templateId', {
		name: ['name'],
		created_at: createdAtField,
		widgets: ['widgets', widgetItems],
	}),
);

const line = ({ templateId, createdAt, name }: IDataObject): EntryLine => ({
	id: templateId,
	created: createdAt,
	values: [name],
});

/** A template with what a request has to give for it. */
function lineWithWidgets(json: IDataObject): EntryLine {
	const told = objectsIn(json.widgets).map(({ key, name, type, required }) => [
		key ?? name,
		type,
		required === true && 'required',
	]);
	return { ...line(json), values: [json.name, told] };
}

/** GET /v3/templates.json, page by page. */
const getMany = entryList({ list }, undefined, {
	...output.ofList,
	line: output.line(line),
	name: 'Get Many',
	action: 'Get many templates',
	description: 'List the templates from which signature requests can be created, by ID and name',
});

/** GET /v4/templates, ten at a time (docs/service.md#page-sizes). */
const getManyWithWidgets = plainList({
	...outputWithWidgets.ofList,
	line: outputWithWidgets.line(lineWithWidgets),
	name: 'Get Many With Widgets',
	action: 'Get many templates with their fields to fill in',
	description:
		'List the templates with the widgets that are placed on them, e.g. to know their keys',
	async read(call, _, limits) {
		const path = { list: listWithWidgets, pageSize: 10 };
		return await readNumberedEntries(call, path, {}, limits);
	},
});

export const template: Resource = {
	name: 'Template',
	value: 'template',
	operations: {
		getManyTemplates: getMany,
		getManyWithWidgets,
	},
};
