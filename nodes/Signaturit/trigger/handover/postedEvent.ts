import type { EventResource } from '../../events/catalogue';
import type { TrackedRecord } from '../../transport/shapes';

/** A posted event: what happened, and the document or certificate that it happened to, as posted. */
export interface PostedEvent {
	resource: EventResource;
	type: string;
	/** As the service writes it, e.g. `2026-03-01T10:00:05+0000`. */
	createdAt: string;
	/** Why an email bounced. */
	reason?: string;
	record: TrackedRecord;
}
