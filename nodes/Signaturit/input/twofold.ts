import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { fromJson, isEmptyObject, rowsOf } from './lists';
import { schemaFor, type FieldSchema } from './schemas';

/** Stands for rows and JSON that are both given. */
const BOTH = Symbol('rows and JSON');

/** Stands for a field with rows that has none. */
const NO_ROWS = Symbol('no rows');

/**
 * Reads an option that can be added as rows or as JSON, for `twofold`. `undefined` if it
 * was not added.
 *
 * @param name of the option with rows; that of the JSON ends in `Json`
 * @param rows where the rows are in its value
 */
export function readTwofold(options: IDataObject, name: string, rows: string): unknown {
	const json = `${name}Json`;
	if (name in options && json in options) return BOTH;
	if (json in options) return fromJson(options[json]) ?? null;
	if (!(name in options)) return undefined;
	return isEmptyObject(options[name]) ? NO_ROWS : (rowsOf(options[name], rows) ?? null);
}

/**
 * An option, as `readTwofold` returns it. One without rows is a fault: n8n empties a
 * field with rows whose value is an expression as a whole, and the rows would be missing unnoticed.
 */
export const twofold = <Output>(
	name: string,
	schema: FieldSchema<Output>,
): FieldSchema<Output | undefined> =>
	schemaFor<Output | undefined>((value) => {
		if (value === BOTH) {
			return z.never({ message: `${name} is given twice: remove ${name} or ${name} (JSON)` });
		}
		if (value === NO_ROWS) {
			return z.never({
				message: `${name} is empty: add an entry, or remove the field. An expression for all of it goes into ${name} (JSON)`,
			});
		}
		return schema.optional();
	});
