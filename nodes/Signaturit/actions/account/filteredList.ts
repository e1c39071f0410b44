import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { collectionField } from '../../input/fields';
import { filledText, validated } from '../../input/schemas';
import type { ServicePath } from '../../transport/endpoints';
import { readEntries } from '../../transport/lists/lists';
import type { Operation, Texts } from '../operation';
import { plainList } from '../plainList';

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
	return plainList({
		...texts,
		fields: [
			collectionField('Filters', 'filters', {
				placeholder: 'Add Filter',
				description: 'Conditions that must all be true. Without filters, everything is listed.',
				options: filters,
			}),
		],
		async read(item, limits) {
			const entered = this.getNodeParameter('filters', item, {}) as IDataObject;
			// An expression without a value would pass for a filter that was not added.
			const added = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
			const query = validated(schema, Object.fromEntries(added));
			return await readEntries.call(this, { list }, { query, created: {} }, limits);
		},
	});
}
