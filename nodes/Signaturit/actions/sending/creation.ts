// What a creation is: the request, its contents, and the values by which its events are found.

import type { RequestContent } from '../../transport/exchange';
import type { FormFields, FormFile, FormValue } from '../../transport/form';
import { writes } from '../../transport/writes';

/** These are created so that they are found again; certified SMS only if their answers show custom data. */
export const creations = {
	signature: { noun: 'signature request', write: writes.createSignature },
	certifiedEmail: { noun: 'certified email', write: writes.createEmail },
	certifiedSms: { noun: 'certified SMS', write: writes.createSms },
} as const;

/** What is the same in two creations with the same person. */
interface ContentsRecipient {
	name?: string;
	email?: string;
	/** Only where an SMS goes to it, or where there is no email. */
	phone?: string;
	/** Whether the request goes to the phone, although there is an email. */
	isBySms?: boolean;
	/** The ID of the device on which the person signs. */
	device?: string;
	/** Missing for a signer. */
	role?: string;
}

/** The parts of a creation in which an existing one has to agree. Values of custom data change between tries. */
export interface CreationContents {
	recipients: readonly ContentsRecipient[];
	/** Their names: the same contract has other bytes each time it is rendered. */
	files: readonly string[];
	/** Ids or hashtags. */
	templates?: readonly string[];
}

/** A creation as the panel describes it. */
export interface Described extends Pick<RequestContent, 'names'> {
	fields: FormFields;
	files: readonly FormFile[];
	hints: readonly string[];
	contents: CreationContents;
}

export interface Creation extends Described {
	resource: keyof typeof creations;
	/** Adds to the fields the values by which its events are found; `reference` is that of its custom data. */
	track(fields: FormFields, reference: string): Promise<FormFields>;
}

/** The fields of a creation with these pairs in their custom data as well. */
export function withCustomData(
	fields: FormFields,
	pairs: Readonly<Record<string, string | undefined>>,
): FormFields {
	const data = fields.data as Readonly<Record<string, FormValue>> | undefined;
	return { ...fields, data: { ...data, ...pairs } };
}
