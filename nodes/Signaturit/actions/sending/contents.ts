import { createHash } from 'node:crypto';
import { CONTENTS_KEY } from '../../events/tracking';
import type { Delivery } from '../../transport/shapes';

/** What a creation consists of, as far as a later one with the same Reference has to agree. */
export interface Contents {
	recipients: ReadonlyArray<{ email?: string; name?: string }>;
	/** `pages` is missing when it is not known. */
	files: ReadonlyArray<{ name: string; pages?: number }>;
	/** Ids or hashtags. */
	templates?: readonly string[];
}

/**
 * The value of `CONTENTS_KEY`: a hash of the recipients, one of the files and one of the templates. Order, capitals
 * and blanks make no difference. The service may show people, files and templates otherwise than they were sent, or
 * not at all, so contents are compared with what was sent.
 */
export function contentsValue(contents: Contents): string {
	return Object.values(listsOf(contents)).map(hashOf).join('.');
}

/**
 * In what a creation differs from one that exists: a line for each of recipients, files and templates. What was not
 * sent by this node is not compared.
 */
export function differences(contents: Contents, { data }: Pick<Delivery, 'data'>): string[] {
	const sent = data[CONTENTS_KEY];
	if (sent === undefined) return [];
	const hashes = String(sent).split('.');
	return Object.entries(listsOf(contents)).flatMap(([what, list], index) =>
		hashes[index] === hashOf(list)
			? []
			: [`${what}: ${list.join(', ') || 'none'} here, something else there`],
	);
}

function listsOf({ recipients, files, templates = [] }: Contents): Record<string, string[]> {
	return {
		Recipients: recipients.map(({ email, name }) =>
			[name, email && `<${email}>`].filter(Boolean).join(' '),
		),
		Files: files.map(({ name, pages }) =>
			pages === undefined ? name : `${name} (${pages} page${pages === 1 ? '' : 's'})`,
		),
		Templates: [...templates],
	};
}

/** 120 bits, so that three hashes fit into the 64 characters of a value (docs/service.md#text-lengths). */
function hashOf(list: readonly string[]): string {
	const plain = list.map((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase());
	const hash = createHash('sha256').update(JSON.stringify(plain.sort()));
	return hash.digest('base64url').slice(0, 20);
}
