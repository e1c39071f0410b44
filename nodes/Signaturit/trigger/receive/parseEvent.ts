import type { EventResource } from '../../events/catalogue';
import { eventPostSchema, type TrackedRecord } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';

/** Reads an event from the decoded body of a post; `undefined` if it is not an event. */
export function parseEvent(body: unknown): PostedEvent | undefined {
	const parsed = eventPostSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const { type, created_at, reason, document, certificate } = parsed.data;
	const record = document ?? certificate;
	if (!record) return undefined;
	return {
		resource: resourceOf(document, certificate),
		type,
		createdAt: created_at,
		reason,
		record,
	};
}

/** Certificates of certified SMS have a phone, those of certified emails have none. */
function resourceOf(document?: TrackedRecord, certificate?: TrackedRecord): EventResource {
	if (document) return 'signature';
	return certificate?.phone ? 'certifiedSms' : 'certifiedEmail';
}
