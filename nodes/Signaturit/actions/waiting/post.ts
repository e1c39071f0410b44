import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Delivery } from '../../transport/shapes';

/** Why a signer has declined, as a post says it. */
interface PostedReason {
	id: string;
	reason: string;
}

const reasonSchema = z.union([
	z
		.object({ document: z.object({ id: z.string(), decline_reason: z.string().min(1) }) })
		.transform(({ document }): PostedReason => ({
			id: document.id,
			reason: document.decline_reason,
		})),
	// n8n leaves the keys of forms flat.
	z
		.object({ 'document[id]': z.string(), 'document[decline_reason]': z.string().min(1) })
		.transform((form): PostedReason => ({
			id: form['document[id]'],
			reason: form['document[decline_reason]'],
		})),
]);

/** Whether a document was declined, and nobody has said why. */
export function lacksReason({ records }: Delivery): boolean {
	const declined = records.filter(({ status }) => status === 'declined');
	return declined.length > 0 && !declined.some(({ declineReason }) => declineReason);
}

/**
 * Adds the reason of a decline to a document that was declined: only posts tell it
 * (docs/service.md#event-posts).
 *
 * @param body of the post
 */
export function withPostedReason(delivery: Delivery, body: IDataObject | undefined): Delivery {
	// n8n's form bodies have no prototype.
	const { data: posted } = reasonSchema.safeParse({ ...body });
	if (!posted) return delivery;
	const records = delivery.records.map((record) =>
		record.id === posted.id && record.status === 'declined' && !record.declineReason
			? { ...record, declineReason: posted.reason }
			: record,
	);
	return { ...delivery, records };
}
