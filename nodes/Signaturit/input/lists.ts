import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { parameter, type ExecuteCall } from '../transport/call';
import { isPlainObject } from '../transport/errors/problem';
import { gives } from './doors';
import { InvalidJson, readJson } from './json';
import { refusal, schemaFor, type FieldSchema } from './schemas';

/** Stands in the place of a row that is left out. Those after it keep their numbers in messages. */
export const LEFT_OUT = Symbol('a row that is left out');

const isLeftOut = (row: unknown) => row === LEFT_OUT;

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
	if (json in options) return readJson(options[json], name) ?? null;
	if (!(name in options)) return undefined;
	return isEmptyObject(options[name]) ? noRowsProblem : (rowsOf(options[name], rows) ?? null);
}

/** An option, as `readRowsOrJson` returns it. */
export const rowsOrJson = <Output>(name: string, schema: FieldSchema<Output>) =>
	schemaFor<Output | undefined>((value) => {
		const problem = [bothProblem, noRowsProblem].find((one) => one === value);
		if (problem) return z.never({ message: problem(name) });
		return value instanceof InvalidJson ? invalidJson(name, value) : schema.optional();
	});

/** What to enter in the place of JSON that an expression has made of texts. */
const JSON_ADVICE =
	'An expression writes valid JSON with {{ JSON.stringify(…) }}, e.g. {{ JSON.stringify($json.list) }}';

const invalidJson = (name: string, { place }: InvalidJson) =>
	schemaFor<never>(() =>
		z.custom<never>(() => false, {
			message: `${name} (JSON) is not valid JSON: ${place}`,
			params: { advice: JSON_ADVICE },
		}),
	);

/**
 * Reads a list that is defined by `rowsField` and `jsonFieldFor`, not validated yet.
 *
 * @param rows where the rows are in the value of the field
 * @param fromRow turns a row of the panel into an entry as JSON has it
 * @param filtered puts `LEFT_OUT` into the place of entries
 */
export function readRows(
	call: ExecuteCall,
	name: string,
	rows: string,
	item: number,
	fromRow: (row: IDataObject) => unknown = (row) => row,
	filtered: (list: unknown) => unknown = (list) => list,
): unknown {
	const options = parameter(call, 'options', item, {}) as IDataObject;
	const json = `${name}Json`;
	if (json in options) return filtered(readJson(options[json], name));
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
): FieldSchema<Entry[]> =>
	schemaFor<Entry[]>((value) => {
		if (value instanceof InvalidJson) return invalidJson(name, value);
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

/** One alone counts as a list of one. */
export const listOfOne = (value: unknown): unknown =>
	isPlainObject(value) && !isEmptyObject(value) ? [value] : value;

/** The rows in the value of a field with rows. Another value stays as it is, to be refused or understood. */
export const rowsOf = (value: unknown, rows: string): unknown =>
	isPlainObject(value) && Array.isArray(value[rows]) ? value[rows] : value;

/** Turns each entry of a list into another. A value that is no list stays as it is. */
export const mapList = (value: unknown, change: (entry: IDataObject) => unknown): unknown =>
	Array.isArray(value) ? value.map(change) : value;

/** Whether this is a field with rows that has none, or whose value was one expression. */
export const isEmptyObject = (value: unknown): boolean =>
	isPlainObject(value) && !(value instanceof Date) && Object.keys(value).length === 0;
