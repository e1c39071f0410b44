// The fields of the chosen templates, which the panel offers to fill in.

import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { z } from 'zod';
import { MUST_FILL } from '../input/customData';
import type { Call } from '../transport/call';
import { entryTo } from '../transport/entry';
import { templatesNamed } from '../transport/lists/numberedList';
import type { TemplateWidget } from '../transport/shapes';

/** The panel's field for each type of widget; other types get text. */
const fieldTypes: Readonly<Record<string, FieldType | undefined>> = {
	date: 'dateTime',
	check: 'boolean',
};

const rowsSchema = z
	.array(z.object({ id: z.union([z.string(), z.object({ value: z.string() })]) }))
	.catch([]);

/**
 * The fields of the templates that are chosen in the panel, from their widgets (docs/service.md#template-lists). A
 * widget's key is the field's ID, its name the field's name: custom data with one of them fills it (`fillingPairs`).
 *
 * @throws NodeApiError when the service cannot be asked
 */
export const getTemplateFields = entryTo(
	async (call: Call<ILoadOptionsFunctions>): Promise<ResourceMapperFields> => {
		const without = (emptyFieldsNotice: string) => ({ fields: [], emptyFieldsNotice });
		const wanted = rowsSchema
			.parse(call.n8n.getCurrentNodeParameter('templates.template'))
			.map(({ id }) => (typeof id === 'string' ? id : id.value).trim())
			.filter(Boolean);
		if (wanted.length === 0)
			return without('Choose a template: its fields to fill in will show here.');

		const found = await templatesNamed(call, wanted);
		if (found.length === 0) {
			return without(
				'Signaturit does not tell the fields of this template. Fill them with the option Custom Data: the key is the name of the field.',
			);
		}
		const all = found.flatMap(({ widgets }) => widgets.flatMap(fieldToFill));
		const fields = new Map(all.map((field) => [field.id, field]));
		return fields.size === 0
			? without('This template has no fields that could be filled in here.')
			: { fields: [...fields.values()] };
	},
);

/** The field to fill a widget; none without a key. */
function fieldToFill(widget: TemplateWidget): ResourceMapperField[] {
	const { key, name, type = '', required = false, default_value: defaultValue } = widget;
	const id = key ?? name;
	if (id === undefined) return [];
	return [
		{
			id,
			displayName: `${name ?? id}${required ? MUST_FILL : ''}`,
			type: fieldTypes[type] ?? 'string',
			required,
			defaultMatch: false,
			display: true,
			...(defaultValue && { defaultValue }),
		},
	];
}
