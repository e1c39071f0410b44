// Builds the trigger's output item about one happening.

import type { IDataObject } from 'n8n-workflow';
import {
	certificateItem,
	deliveryFacts,
	deliveryItem,
	fileNamesOf,
	signerItem,
} from '../events/items';
import { utcTime } from '../events/state';
import type { Delivery, TrackedRecord } from '../transport/shapes';
import type { Happening, PostedEvent } from './history';
import { missingEntries, type Downloads } from '../events/deliveryFiles';

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
 * Builds the item: the event, and the delivery as all items tell of it (`deliveryItem`), or the record that it happened
 * to (docs/items.md). Values that only the post has stand under `unconfirmed`, because posts are not signed.
 */
export function itemOf(findings: Findings): IDataObject {
	const { resource, happening, delivery, rawBody, missing = [], warnings = [] } = findings;
	const { type, createdAt, outcome } = happening;
	const event = {
		type,
		createdAt: utcTime(createdAt),
		reason: reasonIn(findings),
		warnings: warnings.length > 0 ? warnings : undefined,
		unconfirmed: unconfirmed(findings),
		rawBody,
	};
	// Of a request that has ended, the outcome says what the status would.
	const whole = () =>
		delivery && deliveryItem(resource, delivery, { outcome, status: undefined }, true);
	const about = outcome ? whole() : aboutRecord(findings);
	const item = { event, ...about, filesMissing: missingEntries(missing) };
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}

/** An event of a record has that one alone, in place of the lists of its delivery. */
function aboutRecord(findings: Findings): object {
	const { resource, delivery, posted } = findings;
	const facts = delivery ? deliveryFacts(resource, delivery) : {};
	const record = recordOf(findings);
	const { fileName } = fileNamesOf(resource, record ? [record] : []);
	if (resource !== 'signature') {
		const certificate = record && certificateItem(record, true);
		const ids = { [`${resource}Id`]: delivery?.id, certificateId: record?.id };
		return {
			...ids,
			...facts,
			fileName,
			fileNames: undefined,
			certificate,
		};
	}
	const known = { id: '', data: {}, records: record ? [record] : [] };
	const ofRecord = record && delivery?.records.includes(record) ? delivery : known;
	const signer = record ? signerItem(ofRecord, record) : {};
	const ids = { signatureId: delivery?.id ?? posted?.record.deliveryId, documentId: record?.id };
	return {
		...ids,
		...facts,
		outcome: undefined,
		fileName,
		fileNames: undefined,
		signer,
	};
}

/** The document or certificate that it happened to, as the service has it, otherwise as posted. */
export function recordOf({ happening, delivery, posted }: Findings): TrackedRecord | undefined {
	return (
		delivery?.records.find(({ id }) => id === happening.recordId) ??
		(posted && { ...posted.record, declineReason: undefined })
	);
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
