import { z } from 'zod';
import type { EventResource } from '../../events/catalogue';
import { optionalText, recordSchema, text, type TrackedRecord } from '../../transport/shapes';
import type { PostedEvent } from '../handover/postedEvent';

/**
 * `{created_at, type, document}` (docs/service.md#event-posts) or `{created_at, type, certificate}`
 * (docs/service.md#certified-event-posts; certified SMS have a phone there). Any type passes: the
 * service may have more types than its documentation.
 */
const postSchema = z.object({
	type: text,
	created_at: text,
	reason: optionalText,
	document: recordSchema.optional(),
	certificate: recordSchema.optional(),
});

/** Reads an event from the decoded body of a post; `undefined` if it is not an event. */
export function parseEvent(body: unknown): PostedEvent | undefined {
	const parsed = postSchema.safeParse(body);
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

function resourceOf(document?: TrackedRecord, certificate?: TrackedRecord): EventResource {
	if (document) return 'signature';
	return certificate?.phone ? 'certifiedSms' : 'certifiedEmail';
}
