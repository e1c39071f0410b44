import {
	type IDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
	type NodePropertyTypes,
} from 'n8n-workflow';
import { z } from 'zod';
import type { FormValue } from '../transport/form';
import { brandingLocator } from './locators';
import { emailSchema, filledText, flag, optional, text, type FieldSchema } from './schemas';

// The panel's usual kinds of fields. What n8n may be told of a field besides stands in `more`.

type More = Partial<INodeProperties>;

/** Makes fields of a type that are empty at first. */
const emptyField =
	(type: NodePropertyTypes, empty: '' | false) =>
	(displayName: string, name: string, more: More = {}): INodeProperties => ({
		displayName,
		name,
		type,
		default: empty,
		...more,
	});

export const textField = emptyField('string', '');
export const dateField = emptyField('dateTime', '');
/** Not a field: a text to read, given as the display name. */
export const noticeField = emptyField('notice', '');
/** A switch, off at first. */
export const switchField = emptyField('boolean', false);

/** Makes fields of a type that need to be told more, at least their default. */
const filledField =
	<Needed extends More & Pick<INodeProperties, 'default'>>(type: NodePropertyTypes) =>
	(displayName: string, name: string, more: Needed): INodeProperties => ({
		displayName,
		name,
		type,
		...more,
	});

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

export const numberField = filledField<More & { default: number }>('number');
/** A dropdown. */
export const choiceField = filledField<Choices<string>>('options');
/** A dropdown of which several may be chosen. */
export const choicesField = filledField<Choices<string[]>>('multiOptions');

/** A field to which other fields can be added, none at first. */
export const collectionField = (
	displayName: string,
	name: string,
	more: More & { options: INodeProperties[] },
): INodeProperties => ({ displayName, name, type: 'collection', default: {}, ...more });

interface Rows extends More {
	/** What a row is called, where the rows are in the value, and the fields of one. */
	row: { displayName: string; name: string; values: INodeProperties[] };
	/** Whether their order counts. */
	sortable?: true;
}

/** A field with rows, none at first. */
export const tableField = (
	displayName: string,
	name: string,
	{ row, sortable, ...more }: Rows,
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, ...(sortable && { sortable }) },
	default: {},
	placeholder: `Add ${row.displayName}`,
	options: [row],
	...more,
});

/**
 * The panel's field for a list of rows, hidden when it is given as JSON (`jsonFieldFor`): n8n empties a field with rows
 * whose value is one expression. `readRows` reads both.
 */
export const rowsField = (rows: INodeProperties) => hiddenWhen(whenAsJson(rows.name), rows);

/** A field that is hidden under these conditions too. */
export const hiddenWhen = (hide: IDisplayOptions['hide'], field: INodeProperties) =>
	withConditions({ hide }, field);

/** A field that is shown under these conditions only. */
export const shownWhen = (show: IDisplayOptions['show'], field: INodeProperties) =>
	withConditions({ show }, field);

/** n8n's `updateDisplayOptions` does it by deep merges, which take a large part of the time to load a node. */
function withConditions({ show, hide }: IDisplayOptions, field: INodeProperties): INodeProperties {
	const { displayOptions } = field;
	return {
		...field,
		displayOptions: {
			...displayOptions,
			...(show && { show: { ...displayOptions?.show, ...show } }),
			...(hide && { hide: { ...displayOptions?.hide, ...hide } }),
		},
	};
}

/** The condition that a list is given as JSON (`jsonFieldFor`). */
export const whenAsJson = (name: string) => ({
	[`/options.${name}Json`]: [{ _cnd: { exists: true as const } }],
});

/** The option that takes the place of a field with rows (`rowsField`). */
export const jsonFieldFor = (
	{ displayName, name }: Pick<INodeProperties, 'displayName' | 'name'>,
	json: Partial<INodeProperties>,
): INodeProperties => ({
	displayName: `${displayName} (JSON)`,
	name: `${name}Json`,
	type: 'json',
	typeOptions: { rows: 8 },
	default: '',
	...json,
});

/** What the panel calls the fields, by their names. */
export const displayNames = (fields: readonly INodeProperties[]) =>
	Object.fromEntries(fields.map(({ name, displayName }) => [name, displayName]));

/** The schemas of fields by their names. */
export type Rules = Readonly<Record<string, FieldSchema<FormValue>>>;

/**
 * Validates the values of fields by what the panel says of them: a switch may be missing, and so may text unless the
 * field is required. What is called `email` is an address.
 *
 * @param rules for fields about which the panel does not say enough
 */
export const schemaOf = (fields: readonly INodeProperties[], rules: Rules = {}) =>
	z.object(
		Object.fromEntries(fields.map((field) => [field.name, rules[field.name] ?? ruleOf(field)])),
	);

function ruleOf({ displayName, name, type, required }: INodeProperties): FieldSchema<FormValue> {
	if (type === 'boolean') return optional(flag(displayName));
	if (name === 'email') return required ? emailSchema : optional(emailSchema);
	return required ? filledText(displayName) : text(displayName);
}

/** The fields of a creation, to change what was created. */
export const changeable = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		required: undefined,
		default: Array.isArray(field.default) ? [] : '',
		hint: 'What is left empty stays as it is',
	}));

// Fields that several operations have.

/** The option for a branding of what is sent (`chosenValue`). */
export const brandingField: INodeProperties = {
	...brandingLocator,
	required: undefined,
	description: "How emails, SMS and the signing page look; the account's own look when left empty",
};

/** What the field for an email says of the name (`withMailbox`). */
export const NAME_TOO = 'You can also give the name here: Ada Lovelace &lt;ada@example.com&gt;';

/** The options for people who get a copy: as rows, which are under `copy`, or as JSON. */
export function copiesFields(
	displayName: string,
	name: string,
	description: string,
): INodeProperties[] {
	const values = [
		textField('Email', 'email', {
			required: true,
			placeholder: 'e.g. archive@example.com',
			description: NAME_TOO,
		}),
		textField('Name', 'name', { placeholder: 'e.g. Mary Somerville' }),
	];
	const rows = tableField(displayName, name, {
		row: { displayName: 'Person', name: 'copy', values },
		description,
	});
	const json = jsonFieldFor(rows, {
		typeOptions: { rows: 4 },
		default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
		description: `${description}: a list of objects with email and name, or of addresses`,
	});
	return [rows, json];
}

/** The panel's field for pairs that the service stores with what is created. */
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

/** The same as options of a creation: as rows, or as JSON. */
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
export const referenceField = (thing: string): INodeProperties =>
	textField('Reference', 'reference', {
		placeholder: 'e.g. contract-2026-0042',
		description: `Your own name for the ${thing}. If there is one of this name, it is returned and nothing is sent.`,
		hint: 'Different for each item. With it, a workflow can be run again after any failure.',
	});
