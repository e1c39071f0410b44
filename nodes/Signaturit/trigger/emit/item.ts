import type { IDataObject } from 'n8n-workflow';
import { ownReferenceIn, userData } from '../../events/ownData';
import type { EventResource } from '../../events/catalogue';
import type { Delivery, TrackedRecord } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';
import type { Happening } from '../history/happening';
import { stateOf } from '../../events/state';
import type { MissingFile } from './fetchFiles';

/** What is known of a happening when its item is made. */
export interface Findings {
	resource: EventResource;
	happening: Happening;
	/** The signature request, email or SMS as the service has it; `undefined` if it could not be read. */
	delivery?: Delivery;
	/** What was posted; `undefined` when a poll has found it. */
	posted?: PostedEvent;
	rawBody?: string;
	missing?: MissingFile[];
	warnings?: string[];
}

/**
 * Builds the item. What the service answers counts; what only the post says stands under `unconfirmed`,
 * because posts are not signed. An item for the end of a whole request has `outcome` and all documents.
 */
export function itemOf(findings: Findings): IDataObject {
	const { resource, happening, delivery, rawBody, missing = [], warnings = [] } = findings;
	const { type, createdAt } = happening;
	const item = {
		event: { type, createdAt },
		...(resource === 'signature' ? aboutDocument(findings) : aboutCertificate(findings)),
		reference: delivery && ownReferenceIn(delivery.data),
		data: delivery && userData(delivery.data),
		unconfirmed: unconfirmed(findings),
		filesMissing: missing.length > 0 ? missing : undefined,
		warnings: warnings.length > 0 ? warnings : undefined,
		rawBody,
	};
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}

/** The document or certificate that it happened to, as the service has it, otherwise as posted. */
export function recordOf({
	happening,
	delivery,
	posted,
}: Pick<Findings, 'happening' | 'delivery' | 'posted'>): TrackedRecord | undefined {
	return (
		delivery?.records.find(({ id }) => id === happening.recordId) ??
		(posted && { ...posted.record, declineReason: undefined })
	);
}

function aboutDocument(findings: Findings) {
	const { happening, delivery, posted } = findings;
	const { outcome } = happening;
	const record = recordOf(findings);
	const { status, signed, total } = delivery ? stateOf(delivery.records) : {};
	return {
		...(outcome && { outcome }),
		document: record && shown(record),
		...(outcome && { documents: delivery?.records.map(shown) }),
		signature: {
			id: delivery?.id ?? posted?.record.deliveryId,
			createdAt: delivery?.createdAt,
		},
		signer: { name: record?.name, email: record?.email },
		status,
		signed,
		total,
	};
}

function aboutCertificate(findings: Findings) {
	const { resource, delivery } = findings;
	const record = recordOf(findings);
	return {
		certificate: record && shown(record),
		[resource]: { id: delivery?.id, createdAt: delivery?.createdAt },
	};
}

/** The texts of the post that the service's answer does not have. */
function unconfirmed(findings: Findings): IDataObject | undefined {
	const { reason, record } = findings.posted ?? {};
	const declineReason = recordOf(findings)?.declineReason ? undefined : record?.declineReason;
	return reason || declineReason ? { reason, declineReason } : undefined;
}

function shown({ deliveryId: _, ...record }: TrackedRecord) {
	return record;
}
