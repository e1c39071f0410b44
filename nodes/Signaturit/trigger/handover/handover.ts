import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { PostedEvent } from '../receive/event';

/** What a post hands over to the execution that it starts. */
export interface Handover {
	/** With the id of its request, and the time of its history, when it has been confirmed. */
	posted: PostedEvent;
	reference?: string;
	/** The trigger's own, as n8n knows it. */
	address: string;
	/** By which the post is remembered in the process that took it. */
	postKey: string;
	rawBody?: string;
}

const handoverSchema = z.object({
	handover: z.custom<Handover>((value) => typeof value === 'object'),
});

/** As the JSON of an item: n8n stores it with the execution. */
export function toHandover(handover: Handover): IDataObject {
	return { handover: JSON.parse(JSON.stringify(handover)) as IDataObject };
}

/** Reads it back; `undefined` for an item that something else has made. */
export function fromHandover(json: IDataObject): Handover | undefined {
	return handoverSchema.safeParse(json).data?.handover;
}
