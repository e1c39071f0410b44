import type { IDataObject } from 'n8n-workflow';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import { typesEnding } from './catalogue';
import { certifiedStatus, requestStatus, stateOf } from './state';
import { userReferenceIn, userData } from './tracking';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The item of a signature request, in both nodes. Fields that the next node needs come first, long lists last. There is
 * an `outcome` when the request has ended; `status` is that of the whole request.
 *
 * @param more further fields, and values that replace the same fields
 * @param shown makes the item of each document
 */
export function requestItem(delivery: Delivery, more: Fields = {}, shown = recordItem) {
	const { id, createdAt, data, records } = delivery;
	const { outcome, status, signed, total } = stateOf(records);
	return withoutUndefined({
		signatureId: id,
		outcome,
		status,
		signed,
		total,
		reference: userReferenceIn(data),
		signers: signersOf(delivery).map(withoutUndefined),
		documentIds: records.map((record) => record.id),
		createdAt,
		...more,
		data: userData(data),
		documents: records.map(shown),
	});
}

export type CertifiedResource = 'certifiedEmail' | 'certifiedSms';

/** The item of a certified email or SMS, in both nodes, as `requestItem`. */
export function certifiedItem(
	resource: CertifiedResource,
	{ id, createdAt, data, records }: Delivery,
	more: Fields = {},
	shown = recordItem,
): IDataObject {
	// docs/service.md#certificates
	const everyone = peopleOf(records).map((theirs) => certifiedStatus(statusesOf(theirs)));
	return withoutUndefined({
		[`${resource}Id`]: id,
		status: certifiedStatus(statusesOf(records)),
		sent: everyone.filter((status) => status === 'sent').length,
		total: everyone.length,
		reference: userReferenceIn(data),
		certificateIds: records.map((record) => record.id),
		createdAt,
		...more,
		data: userData(data),
		certificates: records.map(shown),
	});
}

/** A document or certificate in an item, with its history at the end. */
export function recordItem(record: TrackedRecord): IDataObject {
	return { ...briefRecordItem(record), events: record.events };
}

/** As `recordItem`, without the history. */
export function briefRecordItem(record: TrackedRecord): IDataObject {
	const { id, name, email, phone, status, ...moreFields } = record;
	const unshown = { deliveryId: undefined, declinerEmail: undefined, events: undefined };
	return withoutUndefined({ id, name, email, phone, status, ...moreFields, ...unshown });
}

/** The object without fields that are `undefined`, as n8n would store it. */
function withoutUndefined(fields: object): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const statusesOf = (records: readonly TrackedRecord[]) => records.map(({ status }) => status);

/** The records of each person. Two people with one address are two if their names or phones differ. */
function peopleOf(records: readonly TrackedRecord[]) {
	const people = new Map<string, [TrackedRecord, ...TrackedRecord[]]>();
	for (const record of records) {
		const { name, email, phone } = record;
		const person = JSON.stringify([name, email, phone]);
		people.set(person, [...(people.get(person) ?? []), record] as [TrackedRecord]);
	}
	return [...people.values()];
}

/**
 * The people of a request, and how far each has come: the status is that of all documents of this person. A decline
 * makes it `declined` for everyone who has not signed yet; `declined: true` names who has declined.
 */
export function signersOf(delivery: Delivery) {
	const everyone = peopleOf(delivery.records);
	const decliner = declinerIn(everyone, delivery);
	return everyone.map((theirs) => ({
		name: theirs[0].name,
		email: theirs[0].email,
		phone: theirs[0].phone,
		status: requestStatus(statusesOf(theirs)),
		...(decliner.includes(theirs) && { declined: true }),
		declineReason: theirs.map(({ declineReason }) => declineReason).find(Boolean),
	}));
}

/**
 * The people who declined. All open documents are `declined` then (docs/service.md#document-statuses). The history of a
 * document tells who; without it, the reason does, then the address if nobody else has it. Empty if nothing tells.
 */
function declinerIn<Records extends readonly TrackedRecord[]>(
	everyone: readonly Records[],
	{ declinerEmail }: Delivery,
): Records[] {
	const declined = everyone.filter((theirs) => theirs.some(({ status }) => status === 'declined'));
	const whoseRecord = (tells: (record: TrackedRecord) => boolean) =>
		everyone.filter((theirs) => theirs.some(tells));
	const byHistory = [
		whoseRecord(({ events }) => events.some(({ type }) => typesEnding('declined').includes(type))),
		whoseRecord(({ declineReason }) => declineReason !== undefined),
	].find((found) => found.length > 0);
	const ofAddress = declined.filter(([record]) => record?.email === declinerEmail && declinerEmail);
	return byHistory ?? [ofAddress, declined].find((found) => found.length === 1) ?? [];
}
