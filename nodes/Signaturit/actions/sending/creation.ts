import { createHash } from 'node:crypto';
import { CONTENTS_KEY } from '../../events/tracking';
import type { RequestContent } from '../../transport/exchange';
import type { FormFields, FormFile, FormValue } from '../../transport/form';
import type { Delivery } from '../../transport/shapes';
import { writes } from '../../transport/writes';

/** These are created so that they are found again; certified SMS only if their answers show custom data. */
export const creations = {
	signature: { noun: 'signature request', write: writes.createSignature },
	certifiedEmail: { noun: 'certified email', write: writes.createEmail },
	certifiedSms: { noun: 'certified SMS', write: writes.createSms },
} as const;

/** The parts of a creation in which an existing one has to agree. */
export interface Contents {
	recipients: ReadonlyArray<{ email?: string; phone?: string; name?: string }>;
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
	contents: Contents;
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

/**
 * The value of `CONTENTS_KEY`: a hash each of recipients, files and templates, as they were sent: the service may show
 * them otherwise. Order, capitals and blanks make no difference.
 */
export function contentsValue(contents: Contents): string {
	return Object.values(listsOf(contents)).map(hashOf).join('.');
}

/** How contents differ from those of a delivery: a line each for recipients, files and templates. */
export function differences(contents: Contents, { data }: Pick<Delivery, 'data'>): string[] {
	const sent = data[CONTENTS_KEY];
	// It was not sent by this node.
	if (sent === undefined) return [];
	const hashes = String(sent).split('.');
	return Object.entries(listsOf(contents)).flatMap(([what, list], index) =>
		hashes[index] === hashOf(list)
			? []
			: [`${what}: ${list.join(', ') || 'none'} in this item, others in what was sent`],
	);
}

function listsOf({ recipients, files, templates = [] }: Contents): Record<string, string[]> {
	return {
		Recipients: recipients.map(({ email, name, phone }) => {
			const address = email ?? phone;
			return [name, address && `<${address}>`].filter(Boolean).join(' ');
		}),
		Files: [...files],
		Templates: [...templates],
	};
}

/** 120 bits, so that three hashes fit into the 64 characters of a value (docs/service.md#text-lengths). */
function hashOf(list: readonly string[]): string {
	const plain = list.map((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase());
	const hash = createHash('sha256').update(JSON.stringify(plain.sort()));
	return hash.digest('base64url').slice(0, 20);
}
