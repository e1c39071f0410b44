import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import { REFERENCE_KEY } from '../../events/reference';
import type { Delivery, TrackedRecord } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import { stateOf } from '../lookup/state';
import type { MissingFile } from './fetchFiles';

/** What is known about an event when its item is made. */
export interface Findings {
	posted: PostedEvent;
	deliveryId?: string;
	/** The signature request, email or SMS as the service has it now; `undefined` if it cannot be read. */
	delivery?: Delivery;
	/** Set when the item stands for the end of the whole request; then it lists all documents. */
	outcome?: Outcome;
	rawBody?: string;
	missing?: MissingFile[];
	warnings?: string[];
}

/**
 * Builds the item of an event. The service's own answer counts more than the post; only the reason of a
 * bounce or of a decline is taken from the post, because the answer has none.
 */
export function itemOf(findings: Findings): IDataObject {
	const { posted, delivery, rawBody, missing = [], warnings = [] } = findings;
	const { type, createdAt, reason } = posted;
	const item = {
		event: { type, createdAt, reason },
		...(posted.resource === 'signature' ? aboutDocument(findings) : aboutCertificate(findings)),
		data: delivery && dataOf(delivery),
		filesMissing: missing.length > 0 ? missing : undefined,
		warnings: warnings.length > 0 ? warnings : undefined,
		rawBody,
	};
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}

function aboutDocument({ posted, deliveryId, delivery, outcome }: Findings) {
	const record = currentRecord(posted, delivery);
	const { status, signed, total } = delivery ? stateOf(delivery.records) : {};
	return {
		...(outcome && { outcome }),
		document: { ...shown(record), declineReason: posted.record.declineReason },
		...(outcome && { documents: delivery?.records.map(shown) }),
		signature: { id: deliveryId, createdAt: delivery?.createdAt },
		signer: { name: record.name, email: record.email },
		status,
		signed,
		total,
	};
}

function aboutCertificate({ posted, deliveryId, delivery }: Findings) {
	return {
		certificate: shown(currentRecord(posted, delivery)),
		[posted.resource]: { id: deliveryId, createdAt: delivery?.createdAt },
	};
}

function currentRecord({ record }: PostedEvent, delivery: Delivery | undefined): TrackedRecord {
	return delivery?.records.find(({ id }) => id === record.id) ?? record;
}

function shown({ deliveryId: _, declineReason: __, ...record }: TrackedRecord) {
	return record;
}

/** Custom data without the reference that Create has put there. */
function dataOf({ data: { [REFERENCE_KEY]: _, ...data } }: Delivery) {
	return data;
}
