import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Delivery } from '../../transport/shapes';
import type { End } from './awaited';

const optionalText = z.string().min(1).optional().catch(undefined);

const postSchema = z.object({
	type: optionalText,
	document: z.object({ id: z.string(), decline_reason: optionalText }),
});

/** What a post says: of which document, what has happened, and why its signer has declined. */
type Post = z.infer<typeof postSchema>;

/** Reads the body of a post; `undefined` if it is none about a document. */
export function readPost({ type, document, ...form }: IDataObject): Post | undefined {
	// n8n leaves the keys of forms flat.
	const flat = { id: form['document[id]'], decline_reason: form['document[decline_reason]'] };
	return postSchema.safeParse({ type, document: document ?? flat }).data;
}

/** Whether the history has what a post says. The service may show it later than it posts it. */
export function isShown(post: Post | undefined, states: Iterable<Delivery>): boolean {
	if (post?.type === undefined) return true;
	return [...states].some(({ records }) =>
		records.some(
			({ id, events }) => id === post.document.id && events.some(({ type }) => type === post.type),
		),
	);
}

/** Whether a document was declined, and nobody has said why. */
export function lacksReason({ delivery: { records } }: End): boolean {
	const declined = records.filter(({ status }) => status === 'declined');
	return declined.length > 0 && !declined.some(({ declineReason }) => declineReason);
}

/** Adds the reason of a decline to the document that was declined: only posts tell it (docs/service.md#event-posts). */
export function withPostedReason(end: End, post: Post | undefined): End {
	const { id, decline_reason: declineReason } = post?.document ?? {};
	if (declineReason === undefined) return end;
	const records = end.delivery.records.map((record) =>
		record.id === id && record.status === 'declined' && !record.declineReason
			? { ...record, declineReason }
			: record,
	);
	return { ...end, delivery: { ...end.delivery, records } };
}
