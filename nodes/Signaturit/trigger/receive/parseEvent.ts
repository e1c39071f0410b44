import type { EventResource } from '../../events/catalogue';
import { instant } from '../../events/state';
import { eventPostSchema, type TrackedRecord } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';

/**
 * Reads an event from the decoded body of a post. Its type, its time and the id of its document or
 * certificate decide whether it is one.
 *
 * @param expected the resource of the trigger: what a certificate is about that names neither a phone
 * number nor an email address
 * @returns `undefined` if the body is not an event
 */
export function parseEvent(body: unknown, expected: EventResource): PostedEvent | undefined {
	const parsed = eventPostSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const { type, created_at, reason, document, certificate } = parsed.data;
	const record = document ?? certificate;
	if (!record || !Number.isFinite(instant(created_at))) return undefined;
	return {
		resource: document ? 'signature' : certifiedResource(record, expected),
		type,
		createdAt: created_at,
		reason,
		record,
	};
}

/** Certificates of certified SMS have a phone, those of certified emails have none. */
function certifiedResource(
	{ phone, email }: TrackedRecord,
	expected: EventResource,
): EventResource {
	if (phone !== undefined) return 'certifiedSms';
	return email === undefined && expected === 'certifiedSms' ? 'certifiedSms' : 'certifiedEmail';
}
