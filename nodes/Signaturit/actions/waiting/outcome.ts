import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
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
	/** Of all documents of this person. */
	status?: string;
	declineReason?: string;
}

/** The people of a request, and how far each has come. */
export function signersOf(records: readonly TrackedRecord[]): SignerState[] {
	const people = new Map<string, TrackedRecord[]>();
	for (const record of records) {
		const person = JSON.stringify([record.name, record.email]);
		people.set(person, [...(people.get(person) ?? []), record]);
	}
	return [...people.values()].map((own) => ({
		name: own[0]?.name,
		email: own[0]?.email,
		status: requestStatus(own.map(({ status }) => status)),
		declineReason: own.map(({ declineReason }) => declineReason).find(Boolean),
	}));
}

/**
 * The item that goes on when a request has ended, in the words of the trigger's items.
 *
 * @param reused whether the request was there before
 */
export function outcomeJson(
	{ id, createdAt, data, records }: Delivery,
	outcome: Outcome,
	reused: boolean,
	missing: readonly MissingFile[] = [],
): IDataObject {
	const { status, signed, total } = stateOf(records);
	const item = {
		outcome,
		signature: { id, createdAt },
		reference: ownReferenceIn(data),
		reused,
		status,
		signed,
		total,
		signers: signersOf(records),
		documents: records.map(({ deliveryId: _, ...record }) => record),
		data: userData(data),
		filesMissing: missing.length > 0 ? missing : undefined,
	};
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}
