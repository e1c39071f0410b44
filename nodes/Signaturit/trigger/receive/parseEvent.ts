import type { EventResource } from '../../events/catalogue';
import { instant } from '../../events/state';
import { eventPostSchema } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';

/**
 * Reads an event from the decoded body of a post; `undefined` if it has no type, time or record with an id.
 *
 * @param expected what a certificate is about that names neither a phone number nor an email address
 */
export function parseEvent(body: unknown, expected: EventResource): PostedEvent | undefined {
	const parsed = eventPostSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const { type, created_at, reason, document, certificate } = parsed.data;
	const record = document ?? certificate;
	if (!record || !Number.isFinite(instant(created_at))) return undefined;
	// Certificates of certified SMS have a phone, those of certified emails have none.
	const { phone, email } = record;
	const isSms = phone !== undefined || (email === undefined && expected === 'certifiedSms');
	const certified = isSms ? 'certifiedSms' : 'certifiedEmail';
	return {
		resource: document ? 'signature' : certified,
		type,
		createdAt: created_at,
		reason,
		record,
	};
}
