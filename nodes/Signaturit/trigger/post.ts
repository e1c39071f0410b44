// Reads what a post to the trigger's address says.

import { instant } from '../events/state';
import { referenceIn } from '../events/tracking';
import type { WebhookCall } from '../transport/call';
import type { DeliveryKind } from '../transport/endpoints';
import { eventPostSchema, recordSchema } from '../transport/shapes';
import { readBegun } from './counted';
import type { PostedEvent, PostedOnly } from './history';
import type { Settings } from './settings';

/** Stands for a body that is not an event. */
export const NO_EVENT: PostedEvent = {
	resource: 'signature',
	type: '',
	createdAt: '',
	record: recordSchema.parse({ id: '-' }),
};

/** A post as its execution gets it, if the webhook does not confirm it. */
export function readPostedEvent(
	call: WebhookCall,
	settings: Settings,
	body: unknown,
	rawBody: Buffer,
): PostedOnly {
	const posted = parseEvent(body, settings.resource) ?? NO_EVENT;
	const { type, createdAt, record } = posted;
	return {
		kind: 'posted',
		mustBeConfirmed: false,
		posted,
		reference: referenceIn(call.n8n.getQueryData()),
		postKey: `${record.id} ${type} ${createdAt}`,
		begun: readBegun(call),
		rawBody: settings.includeRawBody ? rawBody.toString('utf8') : undefined,
	};
}

/**
 * Reads an event from the decoded body of a post; `undefined` if it has no type, time or record with an id.
 *
 * @param expected the resource of a certificate that names neither a phone number nor an email address
 */
export function parseEvent(body: unknown, expected: DeliveryKind): PostedEvent | undefined {
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
