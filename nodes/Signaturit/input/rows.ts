// Lists in the panel, as rows or as JSON, and the options of an item.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { parameter, type ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/shapes';
import { JSON_OPTIONS } from './fields';
import { readJson } from './json';
import { BrokenJson, gives, refusal, schemaFor, Unfound, type FieldSchema } from './schemas';

/** Stands in the place of a row that is left out. Rows after it keep their numbers in messages. */
export const LEFT_OUT = Symbol('a row that is left out');

const isLeftOut = (row: unknown) => row === LEFT_OUT;

/** The options of an item, not validated yet. Those that take JSON stand among the others (`withJsonGrouped`). */
export function enteredOptions(call: ExecuteCall, item: number): IDataObject {
	const options = parameter(call, 'options', item, {}) as IDataObject;
	const { [JSON_OPTIONS]: json, ...others } = options;
	return { ...others, ...(json as IDataObject | undefined) };
}

/** A field that can be filled in as rows or as JSON, whose name then ends in `Json`. */
interface RowsOrJson {
	displayName: string;
	name: string;
	/** The key of the rows in the field's value. */
	rows: string;
}

/** Reads an option that can be added as rows or as JSON, not validated yet; `undefined` if it was not added. */
export function readRowsOrJson(
	options: IDataObject,
	{ displayName, name, rows }: RowsOrJson,
): unknown {
	const json = `${name}Json`;
	if (json in options && name in options) {
		return new Unfound(
			`${displayName} is given twice: remove ${displayName} or ${displayName} (JSON)`,
		);
	}
	if (json in options) return readJson(options[json], displayName, name);
	if (!(name in options)) return undefined;
	if (!isEmptyObject(options[name])) return rowsOf(options[name], rows) ?? null;
	// The rows may have been an expression, for which n8n empties the field.
	return new Unfound(
		`${displayName} is empty: add an entry, or remove the field. An expression for all of it goes into ${displayName} (JSON)`,
	);
}

/**
 * Reads a list that is defined by `rowsField` and `jsonFieldFor`, not validated yet.
 *
 * @param fromRow turns a row of the panel into an entry as JSON has it
 * @param filtered puts `LEFT_OUT` into the place of entries
 */
export function readRows(
	call: ExecuteCall,
	{ displayName, name, rows }: RowsOrJson,
	item: number,
	fromRow: (row: IDataObject) => unknown = (row) => row,
	filtered: (list: unknown) => unknown = (list) => list,
): unknown {
	const options = enteredOptions(call, item);
	const json = `${name}Json`;
	if (json in options) return filtered(readJson(options[json], displayName));
	const entered = filtered(rowsOf(parameter(call, name, item, {}), rows));
	return mapList(entered, (row) => (isLeftOut(row) ? row : fromRow(row)));
}

/**
 * A list of `readRows`. After a problem, the rules about several fields are checked all the same.
 *
 * @param example as JSON, for the message
 * @param least number of entries; rows of the panel are at least one in any case
 */
export const listSchema = <Entry>(
	name: string,
	entry: FieldSchema<Entry>,
	example: string,
	least = 1,
): FieldSchema<Entry[]> => {
	const list = schemaFor<Entry[]>((value) => {
		const none = `${name}: add at least one`;
		const message = isEmptyObject(value)
			? none
			: refusal(name, value, `must be a JSON list such as ${example}`);
		const kept = schemaFor<Entry[]>((one) =>
			one === LEFT_OUT ? gives([]) : entry.transform((each) => [each]),
		);
		return z
			.preprocess(listOfOne, z.array(kept, { message }))
			.transform((entries) => entries.flat() as Entry[])
			.refine((entries) => entries.length >= least, none);
	});
	return z.preprocess(
		(value) =>
			value instanceof BrokenJson
				? new Unfound(`${value.problem}. It takes a JSON list such as ${example}`, value.advice)
				: value,
		list,
	);
};

/** A single entry counts as a list of one. */
export const listOfOne = (value: unknown): unknown =>
	isPlainObject(value) && !isEmptyObject(value) && !(value instanceof Unfound) ? [value] : value;

/** The rows in the value of a field with rows. Another value stays as it is, to be refused or understood. */
export const rowsOf = (value: unknown, rows: string): unknown =>
	isPlainObject(value) && Array.isArray(value[rows]) ? value[rows] : value;

/** As `rowsOf`; `undefined` if the field was not added, or has no rows. */
export const rowsOrNone = (value: unknown, rows: string): unknown =>
	isEmptyObject(value) ? undefined : rowsOf(value, rows);

/** Turns each entry of a list into another. A value that is not a list stays as it is. */
export const mapList = (value: unknown, change: (entry: IDataObject) => unknown): unknown =>
	Array.isArray(value) ? value.map(change) : value;

/** Whether this is a field with rows that has none, or whose value was one expression. */
export const isEmptyObject = (value: unknown): boolean =>
	isPlainObject(value) && !(value instanceof Date) && Object.keys(value).length === 0;
