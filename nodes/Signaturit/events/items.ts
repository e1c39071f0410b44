// What output items say of signature requests, certified emails and certified SMS.

// What items say of signature requests, certified emails and certified SMS, in both nodes (docs/items.md).
import type { IDataObject } from 'n8n-workflow';
import type { DeliveryKind } from '../transport/endpoints';
import type { TrackedRecord, Delivery } from '../transport/shapes';
import { certifiedStatus, peopleOf, signersOf, stateOf, utcTime } from './state';
import { userReferenceIn, userData } from './tracking';

/** Fields that only some items have, and values in place of the usual ones. `undefined` leaves a field out. */
type More = Readonly<Record<string, unknown>>;

/**
 * What an item says of a delivery beside its lists. IDs and state come first.
 *
 * @param more stands before the custom data, or in place of the usual values
 */
export function deliveryFacts(resource: DeliveryKind, delivery: Delivery, more: More = {}): object {
	const { id, createdAt, data, records } = delivery;
	const certified = () => ({ status: certifiedStatus(records.map(({ status }) => status)) });
	return {
		[`${resource}Id`]: id,
		...(resource === 'signature' ? stateOf(records) : certified()),
		...fileNamesOf(resource, records),
		reference: userReferenceIn(data),
		createdAt: utcTime(createdAt),
		...more,
		data: userData(data),
	};
}

/**
 * The item of a delivery, in at most ten fields. IDs and state come first, long lists last. There is an `outcome` when a
 * request has ended; `status` is that of the whole delivery.
 *
 * @param more `other` in it stands at the end
 * @param hasEvents whether documents and certificates have their history
 */
export function deliveryItem(
	resource: DeliveryKind,
	delivery: Delivery,
	more: More = {},
	hasEvents = false,
): IDataObject {
	const { other, ...fields } = more;
	const lists =
		resource === 'signature'
			? { signers: signerItems(delivery, hasEvents) }
			: { certificates: delivery.records.map((record) => certificateItem(record, hasEvents)) };
	return withoutUndefined({
		...deliveryFacts(resource, delivery, fields),
		...lists,
		other,
	});
}

/** The names of the files, each once: `fileNames` only if there are several. */
export function fileNamesOf(resource: DeliveryKind, records: readonly TrackedRecord[]) {
	const names = records.flatMap(({ file, attachments = [] }) => {
		// A signer has attached those of a document.
		const files = resource === 'signature' ? [file] : [file, ...attachments];
		return files.flatMap((each) => each?.name ?? []);
	});
	const [fileName, ...others] = new Set(names);
	return { fileName, fileNames: others.length > 0 ? [fileName, ...others] : undefined };
}

/** The signers of a request with their documents. The `number` of a document is that of its files in the item. */
function signerItems(delivery: Delivery, hasEvents: boolean): IDataObject[] {
	const { records } = delivery;
	const everyone = peopleOf(records);
	return signersOf(delivery).map((signer, index) => {
		const documents = (everyone[index] ?? []).map((record) =>
			documentItem(record, hasEvents, records.indexOf(record) + 1),
		);
		return withoutUndefined({ ...signer, documents });
	});
}

/** The signer of a document, as `signerItems` has it, with this document alone and its history. */
export function signerItem(delivery: Delivery, document: TrackedRecord): IDataObject {
	const index = peopleOf(delivery.records).findIndex((theirs) => theirs.includes(document));
	const signer = signersOf(delivery)[index];
	return withoutUndefined({ ...signer, documents: [documentItem(document, true)] });
}

/** A document with the fields that do not stand with its signer. */
function documentItem(record: TrackedRecord, hasEvents: boolean, number?: number): IDataObject {
	const { id, status } = record;
	return withoutUndefined({ documentId: id, number, status, ...restOf(record, hasEvents) });
}

/** A certificate with its recipient. */
export function certificateItem(record: TrackedRecord, hasEvents: boolean): IDataObject {
	const { id, name, email, phone, status } = record;
	const fields = { certificateId: id, name, email, phone, status, ...restOf(record, hasEvents) };
	return withoutUndefined(fields);
}

/** A document with its signer, for an item of its own. */
export function documentWithSigner(record: TrackedRecord): IDataObject {
	const { id, name, email, phone, status, declineReason, file, createdAt } = record;
	return withoutUndefined({
		documentId: id,
		fileName: file?.name,
		name,
		email,
		phone,
		status,
		declineReason,
		createdAt: utcTime(createdAt),
	});
}

function restOf({ file, createdAt, attachments = [], events }: TrackedRecord, hasEvents: boolean) {
	return {
		...(file && fileItem(file)),
		createdAt: utcTime(createdAt),
		attachments: attachments.length > 0 ? attachments.map(fileItem) : undefined,
		events: hasEvents
			? events.map((event) => withoutUndefined({ ...event, createdAt: utcTime(event.createdAt) }))
			: undefined,
	};
}

const fileItem = ({ name, pages, size }: NonNullable<TrackedRecord['file']>) =>
	withoutUndefined({ fileName: name, pages, size });

/** The object without fields that are `undefined`, as n8n would store it. */
export function withoutUndefined(fields: object): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
