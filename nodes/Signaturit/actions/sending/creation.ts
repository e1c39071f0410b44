import { outcomeOf } from '../../events/state';
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
