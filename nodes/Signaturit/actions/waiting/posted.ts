import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { laxText, type Delivery } from '../../transport/shapes';
import type { Ended } from './look';

const postSchema = z.object({
	type: laxText,
	document: z.object({ id: z.string(), decline_reason: laxText }),
});

type Post = z.infer<typeof postSchema>;

/** Reads the body of a post; `undefined` if it is none about a document. */
export function readPost({ type, document, ...form }: IDataObject): Post | undefined {
	// n8n leaves the keys of forms flat.
	const flat = { id: form['document[id]'], decline_reason: form['document[decline_reason]'] };
	return postSchema.safeParse({ type, document: document ?? flat }).data;
}

/** Whether the history has what a post says; it may come later. */
export function isShown(post: Post | undefined, states: Iterable<Delivery>): boolean {
	if (post?.type === undefined) return true;
	return [...states].some(({ records }) =>
		records.some(
			({ id, events }) => id === post.document.id && events.some(({ type }) => type === post.type),
		),
	);
}

/** Whether a document was declined, and nobody has said why. */
export function lacksReason(ended: Ended): boolean {
	if (!('delivery' in ended)) return false;
	const { records } = ended.delivery;
	const declined = records.filter(({ status }) => status === 'declined');
	return declined.length > 0 && !declined.some(({ declineReason }) => declineReason);
}

/** Adds the reason of a decline to the document that was declined: only posts tell it (docs/service.md#event-posts). */
export function withPostedReason(ended: Ended, post: Post | undefined): Ended {
	const { id, decline_reason: declineReason } = post?.document ?? {};
	if (declineReason === undefined || !('delivery' in ended)) return ended;
	const records = ended.delivery.records.map((record) =>
		record.id === id && record.status === 'declined' && !record.declineReason
			? { ...record, declineReason }
			: record,
	);
	return { ...ended, delivery: { ...ended.delivery, records } };
}
