import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
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

/** The option of what to do when a creation is not found after its outcome was unknown. */
export const sendAgainOption = (thing: string): INodeProperties => ({
	displayName: 'Send Again If Not Found',
	name: 'sendAgain',
	type: 'boolean',
	default: false,
	description: `Whether to send once more when no answer came and Signaturit does not list the ${thing} after two minutes. If it appears later, it was sent twice. Without this, the item ends as unknown.`,
});

/** The option whether requests that are over count as sent. */
export const countEndedOption: INodeProperties = {
	displayName: 'Count Ended Requests',
	name: 'countEnded',
	type: 'boolean',
	default: false,
	description:
		'Whether a request with the same Reference that was canceled, declined or has expired counts as sent already. Without this, a new one is sent.',
};

/** What the user has chosen for creations of unknown outcome, and for those that are over. */
export function creationOptions(
	this: IExecuteFunctions,
	item: number,
): { sendAgain: boolean; countEnded: boolean } {
	return {
		sendAgain: this.getNodeParameter('options.sendAgain', item, false) === true,
		countEnded: this.getNodeParameter('options.countEnded', item, false) === true,
	};
}
