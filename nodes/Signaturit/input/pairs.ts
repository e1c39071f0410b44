// Keys and values of custom data: their notations, and which keys are refused.

// Pairs of a key and a value, as custom data has them.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isOurKey } from '../events/tracking';
import { showValue } from '../transport/errors/shown';
import { isPlainObject } from '../transport/shapes';
import { bare, isUnreadable, MAX_NAME } from '../transport/text';
import { filledName } from './doors';
import { gives, isBlank, refusal, schemaFor, strictObject, type FieldSchema } from './schemas';
import { isEmptyObject } from './rows';

/**
 * A key, without the blanks around it.
 *
 * @param isSent whether the node's own keys are refused
 */
const keySchema = (isSent: boolean) =>
	filledName('Key').pipe(
		z.string().superRefine((key, context) => {
			const message = dataKeyProblem(key, isSent);
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}),
	);

function dataKeyProblem(key: string, isSent: boolean): string | undefined {
	if (!hasClosedBrackets(key)) {
		return `Key ${showValue(key)} has a square bracket without its other half`;
	}
	// Somebody who fills in a form must not give a request the Reference of another one.
	return isSent && isOurKey(key) ? ourKeyProblem(key) : undefined;
}

export const ourKeyProblem = (key: string) =>
	`Key ${showValue(key)} begins with n8n_, which is kept for what this node stores. Choose another one`;

/** The service reads a key back from `data[<key>]` only with its brackets in pairs (docs/service.md#custom-data). */
export function hasClosedBrackets(key: string): boolean {
	let depth = 0;
	for (const character of key) {
		if (character === '[') depth++;
		else if (character === ']') depth--;
		if (depth < 0) return false;
	}
	return depth === 0;
}

interface Pair {
	key: string;
	value?: string;
}

type ValueSchema = FieldSchema<string | undefined>;

/**
 * Pairs of key and value as an object, without missing values.
 *
 * @param valueOf gets the name of a value for its messages, and the kind of its key
 * @param isOptional whether a row without a key and a value is left out, as in data that is sent
 */
export const pairsSchema = <Kind>(
	valueOf: (name: string, kind?: Kind) => ValueSchema,
	isOptional: boolean,
	kindOf: (key: unknown) => Kind | undefined = () => undefined,
) => {
	const keys = keySchema(isOptional);
	const readable = readablePairs(valueOf, isOptional, kindOf);
	const pair = schemaFor<Pair | undefined>((row) => {
		const read = readable(row);
		if (read) return gives(read);
		if (isPlainObject(row) && !isRow(row)) return z.never({ message: notPairProblem(row) });
		const { key, value, ...others } = isPlainObject(row) ? row : {};
		const isAlone = Object.keys(others).length === 0;
		const isKeyless = isBlank(key);
		if (isOptional && isPlainObject(row) && isAlone && isKeyless && isBlank(value)) {
			return gives(undefined);
		}
		const name = isKeyless ? 'Value' : `Value of ${showValue(key)}`;
		return strictObject('A pair', { key: keys, value: valueOf(name, kindOf(key)) });
	});
	return z
		.array(z.preprocess(withBareKey, pair), {
			errorMap: (_, { data }) => ({
				message: refusal('Custom Data', data, 'must be a JSON object such as { "crm_id": "2445" }'),
			}),
		})
		.superRefine((all, context) => {
			const used = new Set<string>();
			all.forEach((one, index) => {
				// After a problem, an entry is as it was given.
				if (!one || isBlank(one.key) || used.size < used.add(one.key).size) return;
				const message = `Key ${showValue(one.key)} is used twice`;
				context.addIssue({ code: 'custom', path: [index], message });
			});
		})
		.transform((all) =>
			withoutMissing(Object.fromEntries(all.flatMap((one) => (one ? [[one.key, one.value]] : [])))),
		);
};

/** The blanks around a key are skipped once: it may be a stranger's, and long. */
const withBareKey = (row: unknown): unknown =>
	isPlainObject(row) && typeof row.key === 'string' ? { ...row, key: bare(row.key) } : row;

/**
 * Reads pairs without a problem. There may be thousands, and a schema for each, which tells the problems by the pair's
 * name, takes twenty times as long.
 */
function readablePairs<Kind>(
	valueOf: (name: string, kind?: Kind) => ValueSchema,
	isSent: boolean,
	kindOf: (key: unknown) => Kind | undefined,
): (row: unknown) => Pair | undefined {
	const values = new Map<Kind | undefined, ValueSchema>();
	return (row) => {
		if (!isPlainObject(row) || Object.keys(row).length !== 2) return undefined;
		if (typeof row.key !== 'string' || !('value' in row)) return undefined;
		const { key } = row;
		if (key === '' || key.length > MAX_NAME || isUnreadable(key)) return undefined;
		if (dataKeyProblem(key, isSent) !== undefined) return undefined;
		const kind = kindOf(key);
		const value = values.get(kind) ?? valueOf('Value', kind);
		values.set(kind, value);
		const read = value.safeParse(row.value);
		return read.success ? { key, value: read.data } : undefined;
	};
}

/** Whether an entry of a list is meant as a key and its value, as in the panel. */
const isRow = (entry: IDataObject) =>
	isEmptyObject(entry) || Object.hasOwn(entry, 'key') || Object.hasOwn(entry, 'value');

const notPairProblem = (entry: IDataObject) =>
	`${showValue(entry)} is not a pair: in a list, each must be { "key": "…", "value": "…" }. Otherwise give one object with all of them, e.g. { "crm_id": "2445" }`;

/** The pairs of an object as rows, also of one that stands alone in a list. Other values stay as they are. */
export function rowsIn(data: unknown): unknown {
	const [first, ...others] = Array.isArray(data) ? (data as unknown[]) : [];
	const isAlone = isPlainObject(first) && others.length === 0 && !isRow(first);
	const object = isAlone ? first : data;
	return isPlainObject(object)
		? Object.entries(object).map(([key, value]) => ({ key, value }))
		: object;
}

/** The values that are not missing. */
export const withoutMissing = <Value>(
	values: Readonly<Record<string, Value | undefined>>,
): Record<string, Value> =>
	Object.fromEntries(
		Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
	);
