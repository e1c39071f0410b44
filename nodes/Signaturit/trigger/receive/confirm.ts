import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { unlessGone } from '../../transport/attempts';
import type { PostedEvent } from './event';
import { locate } from '../lookup/findDelivery';
import { getParent, type Patience } from '../lookup/delivery';
import { timeInHistory } from '../lookup/time';

/** Longest that a post waits for its answer because of this, in milliseconds. */
export const CONFIRM_MS = 10_000;

/** The service may post an event a moment before it shows in the history: it is looked up twice. */
const SECOND_LOOK_MS = 1_500;

/** An event that the service knows of. */
export interface Confirmed {
	parentId: string;
	/** The time of the event in the history of its document or certificate. */
	createdAt: string;
}

/**
 * Asks the service whether it knows of an event: posts carry no signature (wire facts, Callbacks), so
 * anybody who knows the address could make one up. It counts if it is in the history of its document.
 *
 * @returns `undefined` if the service knows of no such event
 * @throws NodeApiError when the service cannot tell: it refuses, fails or takes too long
 */
export async function confirmed(
	this: IWebhookFunctions,
	posted: PostedEvent,
	reference: string | undefined,
	patience: Patience,
): Promise<Confirmed | undefined> {
	const parentId = await locate.call(this, posted, reference, patience);
	if (parentId === undefined) return undefined;
	const look = async () => await timeAtService.call(this, posted, parentId, patience);

	let createdAt = await look();
	if (createdAt === undefined && Date.now() + SECOND_LOOK_MS < patience.deadline) {
		await sleep(SECOND_LOOK_MS);
		createdAt = await look();
	}
	return createdAt === undefined ? undefined : { parentId, createdAt };
}

async function timeAtService(
	this: IWebhookFunctions,
	{ resource, record, ...event }: PostedEvent,
	parentId: string,
	patience: Patience,
): Promise<string | undefined> {
	const parent = await unlessGone(getParent.call(this, resource, parentId, patience));
	const history = parent?.records.find(({ id }) => id === record.id)?.events;
	return history && timeInHistory(history, event);
}
