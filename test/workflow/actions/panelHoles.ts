// Every field that the panel shows of an operation, each with a test value in it.

import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { byId } from '../engine/fixtures';

/** A field of the panel with a value in it, and all that is needed for the field to be shown and read. */
export interface Hole {
	/** The names of the field and of those that it is in. */
	label: string;
	name: string;
	field: INodeProperties;
	parameters: INodeParameters;
	/** Equal for what several operations have from one place. */
	source: string;
}

/** Fields that hold nothing themselves. */
const CONTAINERS = ['collection', 'fixedCollection', 'notice', 'resourceMapper'];

type Chosen = Readonly<Record<'resource' | 'operation', string>>;

/**
 * Every field that the panel shows of an operation, those in rows and options included, each with this value in it.
 *
 * @param properties of the node's description
 */
export function holes(
	properties: readonly INodeProperties[],
	chosen: Chosen,
	value: NodeParameterValueType,
): Hole[] {
	const shown = properties.filter(
		({ name, displayOptions: { show = {} } = {} }) =>
			!['resource', 'operation'].includes(name) &&
			show.resource?.includes(chosen.resource) &&
			(!show.operation || show.operation.includes(chosen.operation)),
	);
	const base: INodeParameters = { ...filledIn(shown), ...chosen };
	return shown.flatMap((field) =>
		within(field, value, '').map((hole) => ({
			...hole,
			parameters: merged(base, conditionsOf(hole.conditions), hole.parameters),
		})),
	);
}

type Inner = Hole & { conditions: readonly INodeProperties[] };

/** The value in the field itself, or in each field that it has. */
function within(field: INodeProperties, value: NodeParameterValueType, path: string): Inner[] {
	const { displayName, name, type, options = [], typeOptions } = field;
	const label = path ? `${path}: ${displayName}` : displayName;
	const hole = (parameters: INodeParameters): Inner[] => [
		{
			label,
			name: displayName,
			field,
			parameters,
			conditions: [field],
			source: label + JSON.stringify({ ...field, displayOptions: {} }),
		},
	];
	if (type === 'resourceLocator') return hole({ [name]: byId(value as string) });
	if (!CONTAINERS.includes(type)) return field.noDataExpression ? [] : hole({ [name]: value });
	return options.flatMap((option) => {
		const rows = 'values' in option ? option : undefined;
		const inner = rows?.values ?? ('type' in option ? [option] : []);
		return inner.flatMap((one) =>
			within(one, value, label).map(({ parameters, conditions, ...named }) => {
				if (!rows) {
					return {
						...named,
						parameters: { [name]: merged(conditionsOf([one]), parameters) },
						conditions: [field, ...conditions],
					};
				}
				const initial = filledIn(fieldsOfNewRow(field, rows.values));
				const row = { ...initial, ...besides(one), ...parameters };
				// A row that is as it is added, such as a signature beside a widget of another type.
				const added = Object.keys(besides(one)).length > 0 ? [initial] : [];
				const content = { [rows.name]: typeOptions?.multipleValues ? [row, ...added] : row };
				return { ...named, parameters: { [name]: content }, conditions: [field, ...conditions] };
			}),
		);
	});
}

/** Enough for an operation to run: an ID for each locator, the example of each text, a row where one is required. */
function filledIn(fields: readonly INodeProperties[]): INodeParameters {
	const entries = fields.flatMap(
		({
			name,
			type,
			placeholder = '',
			required,
			options = [],
			typeOptions,
		}): Array<[string, NodeParameterValueType]> => {
			if (type === 'resourceLocator') {
				return [[name, byId('29109781-7f42-11e6-8a49-0680f0041fef')]];
			}
			const [rows] = options;
			if (type === 'fixedCollection' && required && rows && 'values' in rows) {
				return [[name, { [rows.name]: [filledIn(fieldsOfNewRow({ typeOptions }, rows.values))] }]];
			}
			if (name === 'binaryPropertyNames') return [[name, 'data']];
			const isExample = type === 'string' && placeholder.startsWith('e.g. ');
			const example = placeholder.replace('e.g. ', '').replace('…', 'example.com');
			return isExample ? [[name, example]] : [];
		},
	);
	return Object.fromEntries(entries);
}

/** The fields that a row has as it is added: others come by its button. */
const fieldsOfNewRow = (
	{ typeOptions }: Pick<INodeProperties, 'typeOptions'>,
	fields: readonly INodeProperties[],
) =>
	typeOptions?.hideOptionalFields
		? fields.filter((field) => field.typeOptions?.showEvenWhenOptional)
		: fields;

/** What must be chosen in the same row for a dropdown of it to be shown. */
const besides = (field: INodeProperties): INodeParameters =>
	field.type === 'options' ? shownBy(field) : {};

const shownBy = ({ displayOptions: { show = {} } = {} }: INodeProperties): INodeParameters =>
	Object.fromEntries(
		Object.entries(show).flatMap(([name, values = []]) => {
			const [first] = values;
			return name.includes('/') || typeof first === 'object' ? [] : [[name, first]];
		}),
	);

/** What must be chosen for these fields to be shown. */
function conditionsOf(fields: readonly INodeProperties[]): INodeParameters {
	return merged(
		...fields.map(({ displayOptions: { show = {} } = {} }) =>
			Object.entries(show).reduce<INodeParameters>((all, [path, values = []]) => {
				const [first] = values;
				const [last = '', ...outer] = path.replace(/^\//, '').split('.').reverse();
				const isChosen = ['resource', 'operation', '@version'].includes(last);
				if (isChosen) return all;
				const value = outer.reduce<INodeParameters>((inner, key) => ({ [key]: inner }), {
					[last]: isObject(first) ? 'filled' : (first as NodeParameterValueType),
				});
				return merged(all, value);
			}, {}),
		),
	);
}

const isObject = (value: unknown): value is INodeParameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters in one, the later ones over the earlier ones. Rows of the same number are one row. */
function merged(...all: INodeParameters[]): INodeParameters {
	return all.reduce<INodeParameters>((sum, next) => mergedValue(sum, next) as INodeParameters, {});
}

function mergedValue(before: unknown, after: unknown): unknown {
	if (Array.isArray(before) && Array.isArray(after)) {
		return after.map((entry, index) => mergedValue(before[index], entry));
	}
	if (!isObject(before) || !isObject(after)) return after;
	const entries = Object.entries(after).map(([key, value]) => [
		key,
		mergedValue(before[key], value),
	]);
	return { ...before, ...(Object.fromEntries(entries) as INodeParameters) };
}

/** All fields of an operation with their value at once. Of those that exclude each other, the last one is shown. */
export const allIn = (all: readonly Hole[]): INodeParameters =>
	merged(...all.map(({ parameters }) => parameters));
