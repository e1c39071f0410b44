import type { GenericValue } from 'n8n-workflow';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

// What the nodes put into the custom data and the events URL of what they send, and find it by.

type CustomData = Readonly<Record<string, GenericValue>>;

// Keys of custom data, by which requests can be listed (docs/service.md#filters).

/** By it, a creation is found whose answer was lost, and the request of a post (docs/service.md#event-posts). */
export const REFERENCE_KEY = 'n8n_reference';
/** By it, a trigger finds the requests of its workflow. */
export const MARK_KEY = 'n8n_trigger';
/** The user's Reference, by which their creation is found again; `n8n_reference` is the nodes'. */
export const USER_REFERENCE = 'n8n_own_reference';
/** What was sent, to be compared with a later creation with the same Reference. */
export const CONTENTS_KEY = 'n8n_contents';
/** The whole of what a tool has sent, as a hash: an equal call sends nothing again. */
export const CALL_KEY = 'n8n_call';
/** The workflow in which an execution waits for the request. */
export const WAITS_KEY = 'n8n_waits';

const ourKeys = [REFERENCE_KEY, MARK_KEY, USER_REFERENCE, CONTENTS_KEY, CALL_KEY, WAITS_KEY];

/**
 * Whether a key of custom data is kept for the nodes: it begins with `n8n_`, in any case, or a form parser reads it so.
 * PHP's takes blanks, dots and a square bracket for underscores.
 */
export const isOurKey = (key: string): boolean =>
	/^[\s[\]]*n8n[\s._[\]]/i.test(key.normalize('NFKC'));

/** Custom data without what the nodes have put there. */
export const userData = (data: CustomData) =>
	Object.fromEntries(Object.entries(data).filter(([key]) => !ourKeys.includes(key)));

/** The reference that the user gave, in the custom data; `undefined` if there is none. */
export function userReferenceIn(data: CustomData): string | undefined {
	const value = data[USER_REFERENCE];
	return value === undefined ? undefined : String(value);
}

export interface TriggerIdentity {
	workflowId: string;
	nodeId: string;
	/** Its production URL. A copied database has the same workflows and nodes, but another address. */
	url: string;
}

/** The mark of a trigger: 32 characters, always the same for the same trigger. It tells nobody its address. */
export const markOf = ({ workflowId, nodeId, url }: TriggerIdentity): string =>
	shortHash(JSON.stringify([workflowId, nodeId, url]));

/** Those that carry the mark: a filter that is ignored would bring strangers. */
export const withMark = <T extends { data: CustomData }>(deliveries: readonly T[], mark: string) =>
	deliveries.filter(({ data }) => data[MARK_KEY] === mark);

/** The value of `WAITS_KEY` for a workflow, whose trigger leaves out these requests. */
export const waitsValueOf = (workflowId: string): string => shortHash(`waits ${workflowId}`);

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const PARAMETER = 'reference';

/** Characters of a signature: 132 bits, so that a reference fits into 64 characters of custom data. */
const SIGNATURE_LENGTH = 22;

const REFERENCE = /^[\da-f-]{36}(\.[\w-]{22})?$/;

/** A new reference: a random UUID. */
export const newReference = (): string => randomUUID();

/**
 * The reference of what is sent for an item: the same in every try, with the shape of a UUID.
 *
 * @param root the node's, in this execution and its Retries
 * @param place of the item
 */
export function derivedReference(root: string, place: string): string {
	const hash = shortHash(`${root} ${place}`);
	return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The reference without its signature, as custom data has it. */
export const unsigned = (reference: string): string => reference.replace(/\..*/, '');

/** A reference for the address of the trigger with this secret: with a dot and a signature that the trigger checks. */
export function signedReference(reference: string, secret: string | undefined): string {
	const id = unsigned(reference);
	if (secret === undefined) return id;
	const signature = createHmac('sha256', secret).update(id).digest('base64url');
	return `${id}.${signature.slice(0, SIGNATURE_LENGTH)}`;
}

/** Whether a reference was signed with this secret. */
export function isIssued(reference: string, secret: string): boolean {
	const expected = Buffer.from(signedReference(reference, secret));
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

/** A random secret of 256 bits, as 43 characters that may stand in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
