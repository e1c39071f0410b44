// Makers of the usual kinds of panel fields, and some fields that several operations share.

import {
	type IDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
	type NodePropertyTypes,
} from 'n8n-workflow';
import { brandingLocator } from './locators';

// The panel's usual kinds of fields. Further properties of a field are in `more`.

type More = Partial<INodeProperties>;

/** Makes fields of a type with an initial value. `Rest`: the further properties that they need. */
const fieldMaker =
	<Rest extends [More?] = [More?]>(type: NodePropertyTypes, initial: INodeProperties['default']) =>
	(displayName: string, name: string, ...[more]: Rest): INodeProperties => ({
		displayName,
		name,
		type,
		default: initial,
		...more,
	});

export const textField = fieldMaker('string', '');
export const dateField = fieldMaker('dateTime', '');
/** Not a field: a text to read, given as the display name. */
export const noticeField = fieldMaker('notice', '');
export const switchField = fieldMaker('boolean', false);

/** An entry of a dropdown. */
export const option = (name: string, value: string, description?: string) => ({
	name,
	value,
	description,
});

interface Choices<Chosen extends string | string[]> extends More {
	options: INodePropertyOptions[];
	default: Chosen;
}

export const numberField = fieldMaker<[More & { default: number }]>('number', 0);
export const choiceField = fieldMaker<[Choices<string>]>('options', '');
export const choicesField = fieldMaker<[Choices<string[]>]>('multiOptions', []);
/** A field to which other fields can be added, none at first. */
export const collectionField = fieldMaker<[More & { options: INodeProperties[] }]>(
	'collection',
	{},
);

interface Rows extends More {
	row: { displayName: string; name: string; values: INodeProperties[] };
	sortable?: true;
	/** The text of the button that adds the fields of a row that are not `alwaysShown`. */
	addMore?: string;
}

/** A field with rows, none at first. */
export const tableField = (
	displayName: string,
	name: string,
	{ row, sortable, addMore, ...more }: Rows,
) =>
	fieldMaker('fixedCollection', {})(displayName, name, {
		typeOptions: {
			multipleValues: true,
			sortable,
			...(addMore && { hideOptionalFields: true, addOptionalFieldButtonText: addMore }),
		},
		placeholder: `Add ${row.displayName}`,
		options: [row],
		...more,
	});

/** n8n's `updateDisplayOptions` does the same by deep merges, which take a large part of the time to load a node. */
const withConditions =
	(kind: 'show' | 'hide') =>
	(conditions: IDisplayOptions['show'], field: INodeProperties): INodeProperties => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			[kind]: { ...field.displayOptions?.[kind], ...conditions },
		},
	});

/** A field of a row that is shown without the button (`Rows.addMore`). */
export const alwaysShown = (field: INodeProperties): INodeProperties => ({
	...field,
	typeOptions: { ...field.typeOptions, showEvenWhenOptional: true },
});

/** A field that is hidden under these conditions too. */
export const hiddenWhen = withConditions('hide');
/** A field that is shown under these conditions only. */
export const shownWhen = withConditions('show');

/** The display condition of fields that only tools and reviews show. */
export const whenTool = { '@tool': [true] };

export const inTools = { displayOptions: { show: whenTool } };
export const notInTools = { displayOptions: { hide: whenTool } };

/** A condition: the field has a value. */
export const whenFilled = [{ _cnd: { exists: true as const } }];

/** The name of the option that holds those for JSON (`withJsonGrouped`). */
export const JSON_OPTIONS = 'json';

/** The condition that a list is given as JSON (`jsonFieldFor`). */
export const whenAsJson = (name: string) => ({
	[`/options.${JSON_OPTIONS}.${name}Json`]: whenFilled,
});

/**
 * The panel's field for a list of rows, hidden when it is given as JSON (`jsonFieldFor`): n8n empties a field with rows
 * whose value is one expression. `readRows` reads both.
 */
export const rowsField = (rows: INodeProperties) => hiddenWhen(whenAsJson(rows.name), rows);

/** The option that takes the place of a field with rows (`rowsField`). */
export const jsonFieldFor = (
	{ displayName, name }: Pick<INodeProperties, 'displayName' | 'name'>,
	json: More,
) =>
	fieldMaker('json', '')(`${displayName} (JSON)`, `${name}Json`, {
		typeOptions: { rows: 8 },
		...json,
	});

/**
 * The options with all that take JSON in one, from which each is added alone; a single one stays by itself.
 * `enteredOptions` reads them.
 */
export function withJsonGrouped(options: readonly INodeProperties[]): INodeProperties[] {
	const json = options.filter(({ type }) => type === 'json');
	const [first, second] = json;
	if (!second) return [...options];
	const group = collectionField('Values as JSON', JSON_OPTIONS, {
		placeholder: 'Add Field',
		description: 'Lists from expressions, such as all rows of a table, in place of fields',
		options: json,
	});
	return options.flatMap((option) =>
		option === first ? group : json.includes(option) ? [] : option,
	);
}

/** The display names of fields, by their names; `events[#]` is an entry of a list. */
export const displayNames = (fields: readonly INodeProperties[]): Record<string, string> =>
	Object.fromEntries(
		fields.flatMap(({ name, displayName, type }) => [
			[name, displayName],
			...(type === 'multiOptions' ? [[`${name}[#]`, `Number # of ${displayName}`]] : []),
		]),
	);

/** The fields of a creation, to change the created object. */
export const changeable = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		required: undefined,
		default: Array.isArray(field.default) ? [] : '',
		hint: 'What is left empty stays as it is',
	}));

// Fields that several operations have.

/** The option for the branding of a delivery (`chosenValue`). */
export const brandingField: INodeProperties = {
	...brandingLocator,
	required: undefined,
	description: "How emails, SMS and the signing page look; the account's own look when left empty",
};

/** The description of a field for an email that may bring the name (`withMailbox`). */
export const NAME_TOO = 'You can also give the name here: Ada Lovelace &lt;ada@example.com&gt;';

/** The panel's field for pairs that the service stores with the created object. */
export function customDataField(
	description: string,
	valueDescription = 'At most 64 characters',
): INodeProperties {
	const values = [
		textField('Key', 'key', { placeholder: 'e.g. crm_id' }),
		textField('Value', 'value', { description: valueDescription }),
	];
	return tableField('Custom Data', 'data', {
		row: { displayName: 'Pair', name: 'pair', values },
		description,
	});
}

/** `customDataField` as options of a creation: as rows, or as JSON. */
export function customDataFields(description: string, valueDescription = ''): INodeProperties[] {
	const rows = customDataField(description, valueDescription);
	const json = jsonFieldFor(rows, {
		typeOptions: { rows: 4 },
		default: '{}',
		description,
		hint: 'An object of keys and values, e.g. { "crm_id": "2445" }',
	});
	return [rows, json];
}

/** The panel's field for the user's reference. */
export const referenceField = (noun: string, which = 'there is one of this name') =>
	textField('Reference', 'reference', {
		placeholder: 'e.g. contract-2026-0042',
		description: `Your own name for the ${noun}. If ${which}, it is returned and nothing is sent.`,
		hint: 'Different for each item. With it, a workflow can be run again after any failure.',
	});
