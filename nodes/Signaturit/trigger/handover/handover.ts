import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { DeliveryKind } from '../../transport/endpoints';
import { newSecret } from '../../events/tracking';
import type { Delivery, TrackedRecord } from '../../transport/shapes';
import type { Happening } from '../history/history';

/** A posted event: what happened, and the document or certificate that it happened to, as posted. */
export interface PostedEvent {
	resource: DeliveryKind;
	type: string;
	/** As the service writes it, e.g. `2026-03-01T10:00:05+0000`. */
	createdAt: string;
	/** Why an email bounced. */
	reason?: string;
	record: TrackedRecord;
}

/** Happenings that the history of the service tells of. */
interface ConfirmedHappenings {
	kind: 'happenings';
	happenings: Happening[];
	delivery: Delivery;
	/** Absent when a poll has found it. */
	posted?: PostedEvent;
	rawBody?: string;
}

/** What a post tells, which the service has not confirmed. */
export interface PostedOnly {
	kind: 'posted';
	posted: PostedEvent;
	/** Whether it must be confirmed before anything is given out. */
	mustBeConfirmed: boolean;
	/** From the query of the post. */
	reference?: string;
	/** Names the event as it was posted. */
	postKey: string;
	rawBody?: string;
}

/** What a post or a poll hands over to the execution that it starts. */
export type Handover =
	| ConfirmedHappenings
	| PostedOnly
	/** A poll asks which of these keys were given out; the execution answers the poll and gives nothing out. */
	| { kind: 'question'; asked: string[] }
	/** A report of an embedded signing page. The key is the same for all reports of the same. */
	| { kind: 'report'; key: string; item: IDataObject };

/** A hand-over as the execution gets it, with a token that tells it from all others of the same. */
type HandedOver = Handover & { token: string };

const handoverSchema = z.object({
	handover: z
		.object({ kind: z.enum(['happenings', 'posted', 'question', 'report']) })
		.passthrough()
		.transform((handover) => handover as unknown as HandedOver),
});

/** The hand-over as the JSON of an item, which n8n stores with the execution and gives to its Retry. */
export function toHandover(handover: Handover): IDataObject {
	const handedOver: HandedOver = { ...handover, token: newSecret() };
	return { handover: JSON.parse(JSON.stringify(handedOver)) as IDataObject };
}

/** Reads the hand-over from an item; `undefined` if the item is not one of `toHandover`. */
export function fromHandover(json: IDataObject): HandedOver | undefined {
	return handoverSchema.safeParse(json).data?.handover;
}
