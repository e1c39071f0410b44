// Tables of the service's parameters, and what follows from them: panel fields, values, doors, words and names.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { entriesOf, flag, text } from './doors';
import { choiceField, switchField, textField } from './fields';
import { optional, type FieldSchema } from './schemas';
import { mergedWords, openObject, openWord, type KnownFields, type KnownWords } from './words';

/** The panel's values by the names of its fields. Expressions may give any value; the doors validate them later. */
export type Row = Readonly<Record<string, unknown>>;

/** A parameter of the service: the panel's field for it, and the values that it takes. */
interface Parameter<Context> {
	field: INodeProperties;
	/** Its name in messages, if it is not the field's. */
	label?: string;
	/** Further fields of the panel, which stand after it. */
	also?: INodeProperties[];
	/** Makes the parameter of the field's value, not validated yet. Without it, they are the same. */
	read?: (value: unknown, row: Row) => unknown;
	/** Validates the parameter, with its name in the messages. */
	door: (label: string, context: Context) => FieldSchema<unknown>;
	/** The words that are known for it; any value if absent. */
	words?: KnownWords;
	/** If it is an object: the parameters in it. */
	inside?: ParameterTable;
	/** If it is a list of objects: the panel's name for one, and the parameters that one may have. */
	rows?: { name: string; tables: readonly ParameterTable[] };
	/** The names in messages of the values in it; `[#]` is an entry of a list, `#` its number. */
	inner?: Readonly<Record<string, string>>;
}

/** Parameters by the service's names for them. The line of each says all that the nodes know about it. */
export type ParameterTable<Context = never> = Readonly<Record<string, Parameter<Context>>>;

/** The panel's fields for the parameters. */
export const panelFields = (table: ParameterTable): INodeProperties[] =>
	Object.values(table).flatMap(({ field, also = [] }) => [field, ...also]);

/** As `panelFields`, without those of parameters that stand elsewhere. */
export const fieldsExcept = (table: ParameterTable, ...elsewhere: string[]): INodeProperties[] =>
	panelFields(
		Object.fromEntries(Object.entries(table).filter(([key]) => !elsewhere.includes(key))),
	);

/** The parameters from the panel's values, not validated yet. */
export const parametersOf = (table: ParameterTable, row: Row): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(table).map(([key, { field, read }]) => {
			const value = row[field.name];
			return [key, read ? read(value, row) : value];
		}),
	);

/** As `parametersOf`. Values of other fields stay as they are. */
export function parametersFrom(table: ParameterTable, row: Row): Record<string, unknown> {
	const names = panelFields(table).map(({ name }) => name);
	const otherColumns = Object.entries(row).filter(([name]) => !names.includes(name));
	return { ...Object.fromEntries(otherColumns), ...parametersOf(table, row) };
}

const labelOf = ({ label, field }: Parameter<never>) => label ?? field.displayName;

/** The doors of the parameters, as the shape of an object's schema. */
export const doorsOf = <Context, Table extends ParameterTable<Context>>(
	table: Table,
	context: Context,
) =>
	Object.fromEntries(
		Object.entries(table).map(([key, one]) => [key, one.door(labelOf(one), context)]),
	) as { [Key in keyof Table]: ReturnType<Table[Key]['door']> };

/** The parameters and their words. */
export const knownWords = (table: ParameterTable): KnownFields =>
	Object.fromEntries(
		Object.entries(table).map(([key, { words, inside, rows }]) => {
			const tables = inside ? [inside] : rows?.tables;
			return [key, words ?? (tables && [mergedWords(tables.map(knownWords))])];
		}),
	);

/**
 * The names of the parameters in messages (`inPanelWords`).
 *
 * @param within what they are in: the panel's name for a row of them, or the object
 */
export const parameterLabels = (table: ParameterTable, within?: string): Record<string, string> =>
	Object.fromEntries(
		Object.entries(table).flatMap(([key, one]) => [
			[within ? `${within}[${key}]` : key, labelOf(one)],
			...Object.entries(one.inner ?? {}).map(([place, name]) => [key + place, name]),
			...Object.entries(one.inside ? parameterLabels(one.inside, key) : {}),
			...Object.entries(one.rows ? rowLabels(key, one.rows.name, one.rows.tables) : {}),
		]),
	);

/** The names in a list of objects: that of a row, and those of the parameters in it. */
export const rowLabels = (list: string, name: string, tables: readonly ParameterTable[]) => ({
	[`${list} #`]: name,
	...Object.assign({}, ...tables.map((table) => parameterLabels(table, name))),
});

// The usual kinds of parameters. They take the same arguments as the panel's fields.

export const textParameter = (...args: Parameters<typeof textField>) => ({
	field: textField(...args),
	door: text,
});

/** A switch that is not sent when it is off. */
export const switchParameter = (...args: Parameters<typeof switchField>) => ({
	field: switchField(...args),
	read: (value: unknown) => whenOn(value, true),
	door: (label: string) => optional(flag(label)),
});

/** One of the words of a dropdown. The service may have more of them (`openWord`). */
export function wordParameter(...args: Parameters<typeof choiceField>) {
	const field = choiceField(...args);
	const options = field.options as INodePropertyOptions[];
	const words = options.map(({ value }) => String(value)).filter(Boolean);
	return { field, words, door: (label: string) => optional(openWord(label, words)) };
}

/** An object of parameters, whose fields stand one after the other. `what`: the object in messages. */
export function objectParameter<Context>(
	label: string,
	what: string,
	inside: ParameterTable<Context>,
) {
	const [field, ...also] = panelFields(inside);
	if (!field) throw new Error(`${what} has no parameters`);
	return {
		...{ field, also, label, inside },
		read(_: unknown, row: Row) {
			const parameters = parametersOf(inside, row);
			const isEmpty = Object.values(parameters).every((value) => value === undefined);
			return isEmpty ? undefined : parameters;
		},
		door: (_: string, context: Context) => openObject(what, doorsOf(inside, context)),
	};
}

/** Splits `2,5` into a list (`entriesOf`). Any other value stays as it is. */
export function splitNumbers(value: unknown): unknown {
	const entries = entriesOf(value);
	return Array.isArray(entries) && entries.length > 1 ? entries : value;
}

const onDoor = optional(flag(''));

/** The meaning of a switch that is on. Any other value stays as it is, and is refused later. */
export function whenOn(value: unknown, meaning: unknown): unknown {
	const on = onDoor.safeParse(value);
	if (!on.success) return value;
	return on.data ? meaning : undefined;
}
