import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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
