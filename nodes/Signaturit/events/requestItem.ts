import type { IDataObject } from 'n8n-workflow';
import type { EventResource, Outcome } from './catalogue';
import { ownReferenceIn, userData } from './ownData';
import { signersOf } from './signers';
import { stateOf } from './state';
import { certifiedStatus } from './status';
import type { Delivery, TrackedRecord } from '../transport/shapes';

/** What an item tells besides what the service has. */
interface More extends Readonly<Record<string, unknown>> {
	/** How the request has ended, where that is decided otherwise than by `stateOf`. */
	outcome?: Outcome;
}

/**
 * What both nodes tell of a signature request. What the next node needs comes first, long lists last:
 * `{ signatureId, outcome?, status, signed, total, reference?, signers, documentIds, createdAt, …, data,
 * documents }`. `outcome` is there when the request has ended; `status` is that of the whole request.
 *
 * @param more further fields, and values that take the place of the same fields
 * @param shown how each document is told
 */
export function requestItem(
	delivery: Delivery,
	more: More = {},
	shown: (record: TrackedRecord) => IDataObject = recordItem,
): IDataObject {
	const { id, createdAt, data, records } = delivery;
	const { outcome, status, signed, total } = stateOf(records);
	return defined({
		signatureId: id,
		outcome,
		status,
		signed,
		total,
		reference: ownReferenceIn(data),
		signers: signersOf(delivery).map(defined),
		documentIds: records.map((record) => record.id),
		createdAt,
		...more,
		data: userData(data),
		documents: records.map(shown),
	});
}

/** What has certificates. */
export type CertifiedResource = Exclude<EventResource, 'signature'>;

/**
 * What both nodes tell of a certified email or SMS: `{ certifiedEmailId | certifiedSmsId, status, sent,
 * total, reference?, certificateIds, createdAt, …, data, certificates }`.
 *
 * @param more further fields, and values that take the place of the same fields
 * @param shown how each certificate is told
 */
export function certifiedItem(
	resource: CertifiedResource,
	{ id, createdAt, data, records }: Delivery,
	more: Readonly<Record<string, unknown>> = {},
	shown: (record: TrackedRecord) => IDataObject = recordItem,
): IDataObject {
	const statuses = records.map(({ status }) => status);
	return defined({
		[`${resource}Id`]: id,
		status: certifiedStatus(statuses),
		sent: statuses.filter((status) => status === 'sent').length,
		total: records.length,
		reference: ownReferenceIn(data),
		certificateIds: records.map((record) => record.id),
		createdAt,
		...more,
		data: userData(data),
		certificates: records.map(shown),
	});
}

/** A document or certificate in an item, with its history at the end. */
export function recordItem({ deliveryId: _, events, ...record }: TrackedRecord): IDataObject {
	const { id, name, email, phone, status, ...others } = record;
	return defined({ id, name, email, phone, status, ...others, events });
}

/** As `recordItem`, without the history. */
export function briefRecordItem(record: TrackedRecord): IDataObject {
	const { events: _, ...brief } = recordItem(record);
	return brief;
}

/** The object without what is `undefined`, as n8n would store it. */
function defined(fields: object): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
