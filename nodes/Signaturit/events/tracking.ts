// The marks and references by which the nodes find again what they have sent.

import type { GenericValue } from 'n8n-workflow';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Call } from '../transport/call';
import { MAX_NAME } from '../transport/text';
import { urlOf } from '../transport/hosts';

// The nodes put values into the custom data and the events URL of what they send, and find it again by them.

type CustomData = Readonly<Record<string, GenericValue>>;

// Keys of custom data, by which requests can be listed (docs/service.md#filters).

/** The nodes find by it a creation whose answer was lost, and the request of a post (docs/service.md#event-posts). */
export const REFERENCE_KEY = 'n8n_reference';
/** The triggers of a workflow find by it what the workflow has sent. */
export const MARK_KEY = 'n8n_trigger';
/** The address of the n8n that has sent it, as a hash, where that is known for sure. */
export const ADDRESS_KEY = 'n8n_address';
/** The user's Reference, by which their creation is found again; `n8n_reference` is the nodes'. */
export const USER_REFERENCE = 'n8n_own_reference';
/** A hash of the sent contents, to be compared with a later creation with the same Reference. */
export const CONTENTS_KEY = 'n8n_contents';
/** A hash of what a tool has sent (`toolCallHash`): an equal call sends nothing again. */
export const TOOL_CALL_KEY = 'n8n_call';
/** The workflow in which an execution waits for the request. */
export const WAITS_KEY = 'n8n_waits';

const ourKeys = [
	REFERENCE_KEY,
	MARK_KEY,
	ADDRESS_KEY,
	USER_REFERENCE,
	CONTENTS_KEY,
	TOOL_CALL_KEY,
	WAITS_KEY,
];

/**
 * Whether a key of custom data is kept for the nodes: it begins with `n8n_`, in any case, or a form parser reads it so.
 * PHP's takes blanks, dots and a square bracket for underscores.
 */
export function isOurKey(key: string): boolean {
	// Only the beginning of what a stranger may have written is unified, which takes long for many marks.
	const start = key.replace(/^[\s[\]]+/, '').slice(0, MAX_NAME);
	return /^[\s[\]]*n8n[\s._[\]]/i.test(start.normalize('NFKC'));
}

/** Custom data without the nodes' keys. */
export const userData = (data: CustomData) =>
	Object.fromEntries(Object.entries(data).filter(([key]) => !ourKeys.includes(key)));

/** The reference that the user gave, in the custom data; `undefined` if there is none. */
export function userReferenceIn(data: CustomData): string | undefined {
	const value = data[USER_REFERENCE];
	return value === undefined ? undefined : String(value);
}

/** The mark of a workflow of this n8n: 32 characters. */
export const markOf = (workflowId: string, instanceId: string): string =>
	shortHash(JSON.stringify([workflowId, instanceId]));

/** The values by which the requests of a workflow are known. */
export interface Origin {
	mark: string;
	/** A copied database has the same workflows, but another address. */
	address: string;
}

/**
 * The origin of the requests of a call's workflow; `undefined` if n8n has not stored the workflow. A worker may not
 * know the address, so there only the mark counts.
 */
export function workflowOrigin({ n8n }: Call): Origin | undefined {
	const { id } = n8n.getWorkflow();
	if (!id) return undefined;
	return {
		mark: markOf(id, n8n.getInstanceId()),
		// n8n's API has the host of its webhooks.
		address: shortHash(n8n.getRestApiUrl()),
	};
}

/** Keeps the deliveries of this origin, or of one without an address: a service that ignores a filter lists others. */
export const withMark = <T extends { data: CustomData }>(
	deliveries: readonly T[],
	{ mark, address }: Origin,
) =>
	deliveries.filter(
		({ data }) =>
			data[MARK_KEY] === mark && [undefined, address].includes(data[ADDRESS_KEY] as string),
	);

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
 * The reference of the creation for an item: the same in every try, with the shape of a UUID.
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
export const addressWithReference = (url: string, reference: string): string =>
	withParameter(url, PARAMETER, reference);

function withParameter(url: string, name: string, value: string): string {
	const address = new URL(url);
	address.searchParams.set(name, value);
	return address.href;
}

/** The reference in the query of a post; `undefined` if it has no valid one. */
export function referenceIn(query: unknown): string | undefined {
	const value = (query as Record<string, unknown> | undefined)?.[PARAMETER];
	return typeof value === 'string' && REFERENCE.test(value) ? value : undefined;
}

/** The query in the address of the subscription to the account, by which its posts are known. */
const FROM = { name: 'from', account: 'account' };

/** The address for all events of the account, of a trigger with this address. */
export const addressForAccount = (url: string): string =>
	urlOf(url) ? withParameter(url, FROM.name, FROM.account) : url;

/** Both addresses of its subscription: nobody knows whether the service keeps a query (docs/service.md#events-url). */
export const addressesForAccount = (url: string): string[] => [addressForAccount(url), url];

/** Whether something was posted for the subscription to the account. */
export const isFromAccount = (query: unknown): boolean =>
	(query as Record<string, unknown> | undefined)?.[FROM.name] === FROM.account;

/** A random secret of 256 bits, as 43 characters that may stand in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
