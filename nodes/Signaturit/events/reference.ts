import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/**
 * The key of the custom data by which a creation is found again: when its answer was lost, and by the
 * trigger, because posts do not always name their request (docs/service.md#event-posts). Requests can be
 * listed by custom data (docs/service.md#filters).
 */
export const REFERENCE_KEY = 'n8n_reference';

const PARAMETER = 'reference';

/** Characters of a signature: 132 bits, so that a reference fits into 64 characters of custom data. */
const SIGNATURE_LENGTH = 22;

const REFERENCE = /^[\da-f-]{36}(\.[\w-]{22})?$/;

/**
 * A new reference: a random UUID. With the secret of a trigger, a dot and a signature follow, by which the
 * trigger knows that it was issued for it.
 */
export function newReference(secret?: string): string {
	return signedReference(randomUUID(), secret);
}

/** A reference, whether signed or not, as one that was issued for the trigger with this secret. */
export function signedReference(reference: string, secret: string | undefined): string {
	const [id = ''] = reference.split('.');
	return secret === undefined ? id : signed(id, secret);
}

/** Whether a reference was signed with this secret. */
export function isIssued(reference: string, secret: string): boolean {
	const [id = ''] = reference.split('.');
	const expected = Buffer.from(signed(id, secret));
	const given = Buffer.from(reference);
	return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The address for events with a reference in its query. */
export function addressWithReference(url: string, reference: string): string {
	const address = new URL(url);
	address.searchParams.set(PARAMETER, reference);
	return address.href;
}

/** The reference in the query of a post; `undefined` if it has no valid one. */
export function referenceIn(query: unknown): string | undefined {
	const value = (query as Record<string, unknown> | undefined)?.[PARAMETER];
	return typeof value === 'string' && REFERENCE.test(value) ? value : undefined;
}

function signed(id: string, secret: string): string {
	const signature = createHmac('sha256', secret).update(id).digest('base64url');
	return `${id}.${signature.slice(0, SIGNATURE_LENGTH)}`;
}
