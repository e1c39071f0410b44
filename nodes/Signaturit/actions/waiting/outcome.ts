import type { IDataObject } from 'n8n-workflow';
import { endingTypes, type Outcome } from '../../events/catalogue';
import { ownReferenceIn, userData } from '../../events/ownData';
import { stateOf } from '../../events/state';
import { requestStatus } from '../../events/status';
import type { Delivery, TrackedRecord } from '../../transport/shapes';

/** A file that was wanted and is not available. */
export interface MissingFile {
	field: string;
	reason: string;
}

/**
 * How a request has ended; `undefined` while somebody can still act on it. A mail that came back does not end
 * it, although its document has the status `error`: the signer can be changed
 * (docs/service.md#change-of-signer).
 */
export function outcomeOf({ records }: Delivery): Outcome | undefined {
	const { outcome } = stateOf(records);
	const isBounced = records.some(
		({ status, events }) =>
			status === 'error' && events.some(({ type }) => type === 'email_bounced'),
	);
	return outcome === 'failed' && isBounced ? undefined : outcome;
}

/** One person who signs. */
interface SignerState {
	name?: string;
	email?: string;
	/** Of all documents of this person. A decline makes it `declined` for everyone who has not signed yet. */
	status?: string;
	/** Set for who has declined. */
	declined?: boolean;
	declineReason?: string;
}

/** The people of a request, and how far each has come. */
export function signersOf(delivery: Delivery): SignerState[] {
	const people = new Map<string, TrackedRecord[]>();
	for (const record of delivery.records) {
		const person = JSON.stringify([record.name, record.email]);
		people.set(person, [...(people.get(person) ?? []), record]);
	}
	const decliners = declinedBy(delivery);
	return [...people.values()].map((own) => ({
		name: own[0]?.name,
		email: own[0]?.email,
		status: requestStatus(own.map(({ status }) => status)),
		...(own.some((record) => decliners.includes(record)) && { declined: true }),
		declineReason: own.map(({ declineReason }) => declineReason).find(Boolean),
	}));
}

/**
 * The documents of who has declined: all open documents are `declined` then
 * (docs/service.md#document-statuses). None when the service does not tell who it was.
 */
function declinedBy({ records, declinerEmail }: Delivery): TrackedRecord[] {
	const declined = records.filter(({ status }) => status === 'declined');
	const named = declined.filter(({ email }) => email !== undefined && email === declinerEmail);
	if (named.length > 0) return named;
	const told = records.filter(
		({ events, declineReason }) =>
			declineReason !== undefined || events.some(({ type }) => type === endingTypes.declined),
	);
	if (told.length > 0) return told;
	return new Set(declined.map(({ email }) => email)).size === 1 ? declined : [];
}

/**
 * The item that goes on when a request has ended, in the words of the trigger's items.
 *
 * @param reused whether the request was there before
 */
export function outcomeJson(
	delivery: Delivery,
	outcome: Outcome,
	reused: boolean,
	missing: readonly MissingFile[] = [],
): IDataObject {
	const { id, createdAt, data, records } = delivery;
	const { status, signed, total } = stateOf(records);
	const item = {
		outcome,
		signature: { id, createdAt },
		reference: ownReferenceIn(data),
		reused,
		status,
		signed,
		total,
		signers: signersOf(delivery),
		documents: records.map(({ deliveryId: _, ...record }) => record),
		data: userData(data),
		filesMissing: missing.length > 0 ? missing : undefined,
	};
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}
