import { endpoints } from '../../transport/endpoints';
import { readEntries } from '../../transport/lists/lists';
import { listFields, readLimit, withHint } from '../listFields';
import { type Operation } from '../operation';
import { jsonItems } from '../outputItem';

/** GET /v3/templates.json, page by page. */
export const getMany: Operation = {
	name: 'Get Many',
	action: 'Get many templates',
	description: 'List the templates from which signature requests can be created, by ID and name',
	reads: true,
	fields: listFields,
	async run(item) {
		const limits = readLimit.call(this, getMany, item);
		const { list } = endpoints.template;
		const templates = await readEntries.call(this, { list }, undefined, limits);
		return jsonItems(withHint.call(this, templates, item));
	},
};
