import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { filledText } from './schemas';

/** Longest value of a custom data pair, in characters (docs/service.md#text-lengths). */
const MAX_DATA_LENGTH = 64;

/** The panel's field for pairs that the service stores with what is created. */
export const customDataField = (description: string): INodeProperties => ({
	displayName: 'Custom Data',
	name: 'data',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Pair',
	description,
	options: [
		{
			displayName: 'Pair',
			name: 'pair',
			values: [
				{
					displayName: 'Key',
					name: 'key',
					type: 'string',
					default: '',
					placeholder: 'e.g. crm_id',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'At most 64 characters',
				},
			],
		},
	],
});

/** The rows of the field's value, for `customDataSchema`. */
export function customDataPairs(value: unknown): unknown {
	return (value as IDataObject | undefined)?.pair ?? [];
}

const pairSchema = z.object({
	key: filledText('Key').refine((key) => !/[[\]]/.test(key), {
		message: 'Key must not contain square brackets',
	}),
	value: z
		.union([z.string(), z.number(), z.boolean()], { message: 'Value is neither text nor a number' })
		.transform(String)
		.refine((value) => [...value].length <= MAX_DATA_LENGTH, {
			message: `Value is longer than ${MAX_DATA_LENGTH} characters`,
		}),
});

/** The rows of the field as `data` for the service (docs/service.md#custom-data). */
export const customDataSchema = z
	.array(pairSchema)
	.superRefine((pairs, context) => {
		pairs.forEach(({ key }, index) => {
			if (pairs.findIndex((pair) => pair.key === key) === index) return;
			context.addIssue({ code: 'custom', path: [index], message: `Key "${key}" is used twice` });
		});
	})
	.transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
