import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { anyText, field, isBlank, type FieldSchema } from '../../input/schemas';

/** Longest value of custom data that can be searched by, in characters (docs/service.md#text-lengths). */
const MAX_LENGTH = 64;

/** The panel's field for the user's own reference. */
export const referenceField = (thing: string): INodeProperties => ({
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. contract-2026-0042',
	description: `Your own name for this ${thing}, at most 64 characters, e.g. the number of a contract. It is stored at Signaturit with the ${thing}. If one with this reference exists already, it is returned and nothing is sent.`,
	hint: 'Different for each item. With it, a workflow can be run again after any failure.',
});

/** The value of `referenceField`; `undefined` unless the user has added the field. */
export function givenReference(options: IDataObject): unknown {
	return 'reference' in options ? (options.reference ?? '') : undefined;
}

/** An own reference. An added field without a value is a fault: the user relies on it. */
export const ownReferenceSchema: FieldSchema<string | undefined> = field(
	anyText
		.transform((value) => value.trim())
		.refine((value) => value !== '' && [...value].length <= MAX_LENGTH && !/[\p{Cc}]/u.test(value))
		.optional(),
	(value) => {
		if (isBlank(value)) return 'Reference is empty. Give it a value or remove the field';
		const isText = z.union([z.string(), z.number()]).safeParse(value).success;
		if (!isText) return 'Reference must be text';
		return [...String(value).trim()].length > MAX_LENGTH
			? `Reference is longer than ${MAX_LENGTH} characters`
			: 'Reference must be a single line of text';
	},
);
