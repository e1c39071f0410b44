import type { IDataObject } from 'n8n-workflow';
import { deliveryItem, recordItem } from '../events/state';
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
 * Builds the item: the event, the delivery as all items tell of it (`deliveryItem`), or the record that it happened to
 * (docs/items.md). Values that only the post has stand under `unconfirmed`, because posts are not signed.
 */
export function itemOf(findings: Findings): IDataObject {
	const { resource, happening, delivery, rawBody, missing = [], warnings = [] } = findings;
	const { type, createdAt, outcome } = happening;
	const notes = {
		filesMissing: missingEntries(missing),
		warnings: warnings.length > 0 ? warnings : undefined,
		unconfirmed: unconfirmed(findings),
	};
	const whole = delivery ? deliveryItem(resource, delivery, { ...notes, outcome }) : notes;
	const about = outcome ? whole : aboutRecord(findings, whole);
	const item = { event: { type, createdAt, reason: reasonIn(findings) }, ...about, rawBody };
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}

/** An event of a record has that one alone, in place of the lists of its delivery. */
function aboutRecord(findings: Findings, whole: object): object {
	const { resource, delivery, posted } = findings;
	const isRequest = resource === 'signature';
	const [kind, person] = isRequest ? ['document', 'signer'] : ['certificate', 'recipient'];
	const postedId = isRequest ? posted?.record.deliveryId : undefined;
	const record = recordOf(findings);
	return {
		[`${resource}Id`]: delivery?.id ?? postedId,
		[`${kind}Id`]: record?.id,
		[person]: { name: record?.name, email: record?.email, phone: record?.phone },
		...whole,
		signers: undefined,
		[`${kind}Ids`]: undefined,
		[`${kind}s`]: undefined,
		[kind]: record && recordItem(record),
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
