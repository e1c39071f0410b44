import type { IDataObject } from 'n8n-workflow';
import {
	certifiedItem,
	recordItem,
	requestItem,
	type CertifiedResource,
} from '../events/requestItem';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import type { Happening, PostedEvent } from './history';
import { missingEntries, type Downloads } from '../transport/files/deliveryFiles';

/** The facts about a happening when its item is made. */
export interface Findings {
	resource: PostedEvent['resource'];
	happening: Happening;
	/** The signature request, email or SMS as the service has it; `undefined` if it could not be read. */
	delivery?: Delivery;
	/** The posted event; `undefined` when a poll has found the happening. */
	posted?: PostedEvent;
	rawBody?: string;
	missing?: Downloads['missing'];
	warnings?: string[];
}

/**
 * Builds the item: the event, the request as all items tell of it (`requestItem`), or the document that it happened to
 * (docs/items.md). Values that only the post has stand under `unconfirmed`, because posts are not signed.
 */
export function itemOf(findings: Findings): IDataObject {
	const { resource, happening, rawBody, missing = [], warnings = [] } = findings;
	const { type, createdAt } = happening;
	const notes = {
		filesMissing: missingEntries(missing),
		warnings: warnings.length > 0 ? warnings : undefined,
		unconfirmed: unconfirmed(findings),
	};
	const about =
		resource === 'signature'
			? aboutDocument(findings, notes)
			: aboutCertificate(findings, resource, notes);
	const item = { event: { type, createdAt, reason: reasonIn(findings) }, ...about, rawBody };
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}

/** The document or certificate that it happened to, as the service has it, otherwise as posted. */
export function recordOf({ happening, delivery, posted }: Findings): TrackedRecord | undefined {
	return (
		delivery?.records.find(({ id }) => id === happening.recordId) ??
		(posted && { ...posted.record, declineReason: undefined })
	);
}

type MoreFields = Readonly<Record<string, unknown>>;

/** An outcome has the lists of the request; an event of a document has that document alone. */
function aboutDocument(findings: Findings, notes: MoreFields): MoreFields {
	const { happening, delivery, posted } = findings;
	const { outcome } = happening;
	const request: MoreFields = delivery ? requestItem(delivery, { ...notes, outcome }) : notes;
	if (outcome) return request;
	const record = recordOf(findings);
	return {
		signatureId: delivery?.id ?? posted?.record.deliveryId,
		documentId: record?.id,
		signer: { name: record?.name, email: record?.email, phone: record?.phone },
		...request,
		signers: undefined,
		documentIds: undefined,
		documents: undefined,
		document: record && recordItem(record),
	};
}

function aboutCertificate(findings: Findings, resource: CertifiedResource, notes: MoreFields) {
	const { delivery } = findings;
	const record = recordOf(findings);
	const whole: MoreFields = delivery ? certifiedItem(resource, delivery, notes) : notes;
	return {
		[`${resource}Id`]: delivery?.id,
		certificateId: record?.id,
		recipient: { name: record?.name, email: record?.email, phone: record?.phone },
		...whole,
		certificateIds: undefined,
		certificates: undefined,
		certificate: record && recordItem(record),
	};
}

/** The reason of the event in the service's history (docs/service.md#reasons). */
function reasonIn({ delivery, happening }: Findings): string | undefined {
	const { recordId, type, createdAt } = happening;
	const record = delivery?.records.find(({ id }) => id === recordId);
	return record?.events.find((event) => event.type === type && event.createdAt === createdAt)
		?.reason;
}

/** The texts of the post that the service's answer does not have. */
function unconfirmed(findings: Findings): IDataObject | undefined {
	const { posted } = findings;
	const record = posted?.record;
	const reason = reasonIn(findings) ? undefined : posted?.reason;
	const declineReason = recordOf(findings)?.declineReason ? undefined : record?.declineReason;
	return reason || declineReason ? { reason, declineReason } : undefined;
}
