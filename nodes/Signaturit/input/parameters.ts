// Tables of the service's parameters: their panel fields, values and doors, and additional ones.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { showValue } from '../transport/errors/shown';
import type { FormFields } from '../transport/form';
import { isPlainObject } from '../transport/shapes';
import { entriesOf, flag, text } from './doors';
import { choiceField, jsonFieldFor, switchField, textField } from './fields';
import { gives, isBlank, optional, schemaFor, type FieldSchema } from './schemas';
import { readJson } from './json';
import {
	anyValue,
	keyProblem,
	meantBy,
	mergedWords,
	openObject,
	openWord,
	unknownIn,
	type KnownFields,
	type KnownWords,
} from './words';

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
	[`${list}[]`]: name,
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

// Parameters for which the panel has no field.

const ADDITIONAL = 'Additional Parameters';
const WHAT = `${ADDITIONAL} (JSON)`;

/** The option for parameters for which the panel has no field. */
export const additionalOption = jsonFieldFor(
	{ displayName: ADDITIONAL, name: 'additionalParameters' },
	{
		typeOptions: { rows: 4 },
		default: '{}',
		description: "Further parameters in the words of Signaturit's API, for which there is no field",
		hint: 'An object, e.g. { "locale": "es" }',
	},
);

/** The value of `additionalOption` among the options of an item, not validated yet. */
export const enteredAdditional = (options: unknown) =>
	readJson(isPlainObject(options) ? options[additionalOption.name] : undefined, ADDITIONAL);

/** The node's promises rest on these, where people are sent something. `to` is another name of `recipients`. */
export const PROMISED = [
	...['data', 'recipients', 'to', 'files', 'attachments', 'templates', 'events_url'],
];

/** The problems with additional parameters: misspelt ones, and those that the node fills itself. */
function parameterProblems(
	value: Readonly<Record<string, unknown>>,
	known: KnownFields,
	promised: readonly string[],
): string[] {
	const words = [...Object.keys(known), ...promised];
	const problems = Object.keys(value).map((key) =>
		promised.includes(key)
			? `${WHAT}: ${showValue(key)} has a field of its own`
			: keyProblem(WHAT, key, words),
	);
	const inside = Object.keys(known)
		.flatMap((key) => unknownIn(key, value[key], known[key]))
		.map(({ text, entered, words }) => {
			const meant = meantBy(entered, words);
			return meant && `${WHAT}: ${text} is not known: did you mean ${meant}?`;
		});
	return [...problems, ...inside].flatMap((problem) => problem ?? []);
}

/** Reads `enteredAdditional`, if there is any. Keys that the node fills itself are refused. */
export const additionalSchema = (known: KnownFields, promised: readonly string[] = []) =>
	schemaFor<FormFields | undefined>((value) => {
		if (isBlank(value)) return gives(undefined);
		if (!isPlainObject(value) || value instanceof Date) {
			return z.never({ message: `${WHAT} must be an object` });
		}
		return z.record(anyValue).transform((fields, context) => {
			for (const message of parameterProblems(value, known, promised)) {
				context.addIssue({ code: 'custom', message });
			}
			return Object.keys(fields).length > 0 ? fields : undefined;
		});
	});

/** The keys that a field of the panel has filled too. */
export const additionalProblems = (fields: FormFields, additional: FormFields = {}): string[] =>
	Object.entries(additional).flatMap(([key, value]) => {
		const filled = fields[key];
		if (filled === undefined) return [];
		if (isPlainObject(filled) && isPlainObject(value)) return additionalProblems(filled, value);
		return [`${WHAT}: ${showValue(key)} is filled by a field too`];
	});

/** Merges both. No key may be filled twice (`additionalProblems`). */
export const withAdditional = (fields: FormFields, additional: FormFields = {}): FormFields => ({
	...fields,
	...Object.fromEntries(
		Object.entries(additional).map(([key, value]) => {
			const filled = fields[key];
			const isBoth = isPlainObject(filled) && isPlainObject(value);
			return [key, isBoth ? withAdditional(filled, value) : value];
		}),
	),
});
