import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { PostedEvent } from './postedEvent';

/** What a post hands over to the execution that it starts. */
export interface Handover {
	/** When confirmed, with the id of its delivery and the time of its history. */
	posted: PostedEvent;
	reference?: string;
	/** The trigger's own, as n8n knows it. */
	address: string;
	/** The key of the post in `recentPosts`. */
	postKey: string;
	rawBody?: string;
}

const handoverSchema = z.object({
	handover: z.custom<Handover>((value) => typeof value === 'object'),
});

/** The hand-over as the JSON of an item, which n8n stores with the execution. */
export function toHandover(handover: Handover): IDataObject {
	return { handover: JSON.parse(JSON.stringify(handover)) as IDataObject };
}

/** Reads the hand-over from an item; `undefined` if the item is not one of `toHandover`. */
export function fromHandover(json: IDataObject): Handover | undefined {
	return handoverSchema.safeParse(json).data?.handover;
}
