import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { field, filledText } from './schemas';

/** Longest value of a custom data pair, in characters (docs/service.md#text-lengths). */
const MAX_DATA_LENGTH = 64;

/** The rows of `customDataField`, for `customDataSchema`. */
export function customDataPairs(value: unknown): unknown {
	return (value as IDataObject | undefined)?.pair ?? [];
}

const pairSchema = z.object({
	key: filledText('Key').refine((key) => !/[[\]]/.test(key), {
		message: 'Key must not contain square brackets',
	}),
	value: field(
		z.union([z.string(), z.number(), z.boolean()]).transform(String),
		'Value must be text or a number',
	).refine((value) => [...String(value)].length <= MAX_DATA_LENGTH, {
		message: `Value is longer than ${MAX_DATA_LENGTH} characters`,
	}),
});

/** The rows of `customDataField` as `data` for the service (docs/service.md#custom-data). */
export const customDataSchema = z
	.array(pairSchema)
	.superRefine((pairs, context) => {
		pairs.forEach(({ key }, index) => {
			if (pairs.findIndex((pair) => pair.key === key) === index) return;
			context.addIssue({ code: 'custom', path: [index], message: `Key "${key}" is used twice` });
		});
	})
	.transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
