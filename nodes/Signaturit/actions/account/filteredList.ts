import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { filledText, validated } from '../../input/schemas';
import type { ServicePath } from '../../transport/endpoints';
import { readEntries } from '../../transport/lists/lists';
import { listFields, readLimit, withHint } from '../listFields';
import type { Operation, Texts } from '../operation';
import { jsonItems } from '../outcome';

/**
 * An operation that reads a list by limit and offset.
 *
 * @param filters fields of text; the service has the same names for them
 */
export function filteredList(
	texts: Texts,
	list: ServicePath,
	filters: INodeProperties[],
): Operation {
	const schema = z.object(
		Object.fromEntries(
			filters.map(({ name, displayName }) => [name, filledText(displayName).optional()]),
		),
	);
	return {
		...texts,
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
				options: filters,
			},
		],
		async run(item) {
			const limits = readLimit.call(this, item);
			const entered = this.getNodeParameter('filters', item, {}) as IDataObject;
			// An expression without a value would pass for a filter that was not added.
			const added = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
			const query = validated(schema, Object.fromEntries(added));
			const found = await readEntries.call(this, { list }, { query, created: {} }, limits);
			return jsonItems(withHint.call(this, found, item));
		},
	};
}
