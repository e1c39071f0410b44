import type { FormFields, FormFile, FormValue } from '../../transport/form';
import { writes, type Write } from '../../transport/writes';
import type { Contents } from './contents';

/** What is created, and how it is found again. Certified SMS are not: their list takes no custom data. */
export interface CreationKind {
	resource: 'signature' | 'certifiedEmail';
	/** In messages. */
	thing: string;
	write: Write;
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

export const signatureRequests: CreationKind = {
	resource: 'signature',
	thing: 'signature request',
	write: writes.createSignature,
};

export const certifiedEmails: CreationKind = {
	resource: 'certifiedEmail',
	thing: 'certified email',
	write: writes.createEmail,
};

/** The fields of a creation with these pairs in their custom data as well. */
export function withPairs(
	fields: FormFields,
	pairs: Readonly<Record<string, string | undefined>>,
): FormFields {
	return { ...fields, data: { ...dataOf(fields), ...pairs } };
}

export function dataOf({ data }: FormFields): Readonly<Record<string, FormValue>> {
	return { ...(data as Readonly<Record<string, FormValue>> | undefined) };
}
