import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { outcomeOf } from '../../events/state';
import { anyText, field, isBlank, type FieldSchema } from '../../input/schemas';
import type { FormFields, FormFile, FormValue } from '../../transport/form';
import type { Delivery } from '../../transport/shapes';
import { writes, type Write } from '../../transport/writes';
import type { Contents } from './contents';

/** What is created, and how it is found again. Certified SMS are not: their list takes no custom data. */
export interface CreationKind {
	resource: 'signature' | 'certifiedEmail';
	/** In messages. */
	thing: string;
	write: Write;
	/** Whether nobody can act on it any more, although it did not come to its end. */
	isOver(delivery: Delivery): boolean;
}

/** What the panel describes: the form, and by what the user knows it. */
export interface Described {
	fields: FormFields;
	files: readonly FormFile[];
	/** The user's own reference, if there is one. */
	reference?: string;
	contents: Contents;
}

/** One creation. */
export interface Creation extends Described {
	/**
	 * Adds to the fields by what its events are found.
	 *
	 * @param reference as `newReference` makes it
	 */
	track(fields: FormFields, reference: string): Promise<FormFields>;
}

const OVER: ReadonlyArray<string | undefined> = ['canceled', 'declined', 'expired'];

export const signatureRequests: CreationKind = {
	resource: 'signature',
	thing: 'signature request',
	write: writes.createSignature,
	isOver: ({ records }) => OVER.includes(outcomeOf(records)),
};

export const certifiedEmails: CreationKind = {
	resource: 'certifiedEmail',
	thing: 'certified email',
	write: writes.createEmail,
	isOver: () => false,
};

/** The fields of a creation with these pairs in their custom data as well. */
export function withPairs(
	fields: FormFields,
	pairs: Readonly<Record<string, string | undefined>>,
): FormFields {
	return { ...fields, data: { ...dataOf(fields), ...pairs } };
}

/** The value of a key in the custom data; empty if it has none. */
export function pairValue(fields: FormFields, key: string): string {
	return String(dataOf(fields)?.[key] ?? '');
}

function dataOf({ data }: FormFields): Readonly<Record<string, FormValue>> | undefined {
	return data as Readonly<Record<string, FormValue>> | undefined;
}

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

/** The option whether requests that are over count as sent. */
export const countEndedOption: INodeProperties = {
	displayName: 'Count Ended Requests',
	name: 'countEnded',
	type: 'boolean',
	default: false,
	description:
		'Whether a request with the same Reference that was canceled, declined or has expired counts as sent already. Without this, a new one is sent.',
};
