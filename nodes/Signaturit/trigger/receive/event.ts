import { z } from 'zod';
import type { EventResource } from '../../events/catalogue';
import { optionalText, recordSchema, text, type EventRecord } from '../../transport/shapes';

/** A posted event: what happened, and the document or certificate that it happened to, as posted. */
export interface PostedEvent {
	resource: EventResource;
	type: string;
	/** As the service writes it, e.g. `2026-03-01T10:00:05+0000`. */
	createdAt: string;
	/** Why an email bounced. */
	reason?: string;
	record: EventRecord;
}

/**
 * `{created_at, type, document}` (specification, Events URL for signatures) or `{created_at, type,
 * certificate}` (Events URL for certified email; certified SMS have a phone there). Any type passes:
 * the service may know more types than its documentation.
 */
const postSchema = z.object({
	type: text,
	created_at: text,
	reason: optionalText,
	document: recordSchema.optional(),
	certificate: recordSchema.optional(),
});

/** Turns a decoded body into an event, or answers `undefined` if it is none. */
export function toEvent(body: unknown): PostedEvent | undefined {
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

function resourceOf(document?: EventRecord, certificate?: EventRecord): EventResource {
	if (document) return 'signature';
	return certificate?.phone ? 'certifiedSms' : 'certifiedEmail';
}
