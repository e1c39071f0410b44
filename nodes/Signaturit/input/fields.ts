import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

// The panel's usual kinds of fields. What n8n may be told of a field besides stands in `more`.

type More = Partial<INodeProperties>;

/** A field for text, empty at first. */
export const textField = (displayName: string, name: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

/** A switch, off at first. */
export const switchField = (displayName: string, name: string, more: More): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	default: false,
	...more,
});

/** A dropdown. */
export const choiceField = (
	displayName: string,
	name: string,
	{ default: chosen, ...more }: More & { options: INodePropertyOptions[]; default: string },
): INodeProperties => ({ displayName, name, type: 'options', default: chosen, ...more });

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
export function rowsField(rows: INodeProperties): INodeProperties {
	const [field = rows] = updateDisplayOptions({ hide: whenAsJson(rows.name) }, [rows]);
	return field;
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
