import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { parameter, type ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/errors/problem';
import { parseJson } from '../transport/form';
import { type FieldSchema, schemaFor } from './schemas';

/** Stands for rows and JSON that are both given. */
const bothProblem = (name: string) => `${name} is given twice: remove ${name} or ${name} (JSON)`;

/** Stands for a field without rows. They may have been an expression, for which n8n empties the field. */
const noRowsProblem = (name: string) =>
	`${name} is empty: add an entry, or remove the field. An expression for all of it goes into ${name} (JSON)`;

/**
 * Reads an option that can be added as rows or as JSON, for `rowsOrJson`; `undefined` if it was not added.
 *
 * @param name of the option with rows; that of the JSON ends in `Json`
 * @param rows where the rows are in its value
 */
export function readRowsOrJson(options: IDataObject, name: string, rows: string): unknown {
	const json = `${name}Json`;
	if (name in options && json in options) return bothProblem;
	if (json in options) return fromJson(options[json]) ?? null;
	if (!(name in options)) return undefined;
	return isEmptyObject(options[name]) ? noRowsProblem : (rowsOf(options[name], rows) ?? null);
}

/** An option, as `readRowsOrJson` returns it. */
export const rowsOrJson = <Output>(name: string, schema: FieldSchema<Output>) =>
	schemaFor<Output | undefined>((value) => {
		const problem = [bothProblem, noRowsProblem].find((one) => one === value);
		return problem ? z.never({ message: problem(name) }) : schema.optional();
	});

/**
 * Reads a list that is defined by `rowsField` and `jsonFieldFor`, not validated yet.
 *
 * @param rows where the rows are in the value of the field
 * @param fromRow turns a row of the panel into an entry as JSON has it
 */
export function readRows(
	call: ExecuteCall,
	name: string,
	rows: string,
	item: number,
	fromRow: (row: IDataObject) => unknown = (row) => row,
): unknown {
	const options = parameter(call, 'options', item, {}) as IDataObject;
	const json = `${name}Json`;
	if (json in options) return fromJson(options[json]);
	return mapList(rowsOf(parameter(call, name, item, {}), rows), fromRow);
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
): FieldSchema<Entry[]> =>
	schemaFor<Entry[]>((value) =>
		z
			.array(entry, {
				message: isEmptyObject(value)
					? `${name}: add at least one`
					: `${name} must be a JSON list such as ${example}`,
			})
			.min(least, { message: `${name}: add at least one` }),
	);

/** The value in a JSON field. An expression may give it instead of text. Invalid JSON is `null`. */
export const fromJson = (json: unknown): unknown =>
	typeof json === 'string' ? parseJson(json) : json;

/** The rows in the value of a field with rows. Another value stays as it is, to be refused or understood. */
export const rowsOf = (value: unknown, rows: string): unknown =>
	isPlainObject(value) && Array.isArray(value[rows]) ? value[rows] : value;

/** Turns each entry of a list into another. A value that is no list stays as it is. */
export const mapList = (value: unknown, change: (entry: IDataObject) => unknown): unknown =>
	Array.isArray(value) ? value.map(change) : value;

/** Whether this is a field with rows that has none, or whose value was one expression. */
export const isEmptyObject = (value: unknown): boolean =>
	isPlainObject(value) && Object.keys(value).length === 0;
