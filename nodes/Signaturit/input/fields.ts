import {
	type IDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
	type NodePropertyTypes,
} from 'n8n-workflow';

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
 * The panel's field for a list of rows, which is hidden when the list is given as JSON among the options
 * (`jsonFieldFor`). n8n empties a field with rows whose value is one expression, so a list that was computed
 * before needs another field. `readRows` reads both.
 */
export const rowsField = (rows: INodeProperties) => hiddenWhen(whenAsJson(rows.name), rows);

/** A field that is hidden under these conditions too. */
export const hiddenWhen = (hide: IDisplayOptions['hide'], field: INodeProperties) =>
	withConditions({ hide }, field);

/** A field that is shown under these conditions only. */
export const shownWhen = (show: IDisplayOptions['show'], field: INodeProperties) =>
	withConditions({ show }, field);

/**
 * n8n's `updateDisplayOptions` would do it by a deep merge for each field, which takes a large part of the time to
 * load a node.
 */
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

/**
 * The option that takes the place of a field with rows (`rowsField`).
 *
 * @param rows the field for the rows
 * @param json what is said of the JSON
 */
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
