import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { unlessNotFound } from '../../transport/errors';
import type { PostedEvent } from '../handover/postedEvent';
import { getDelivery, type LookupLimits } from '../lookup/delivery';
import { findDeliveryId } from '../lookup/findDeliveryId';
import { timeInHistory } from '../lookup/time';

/** An event that the service knows of. */
export interface Confirmed {
	deliveryId: string;
	/** The time of the event in the history of its document or certificate. */
	createdAt: string;
}

/**
 * Asks the service whether it knows of an event: posts carry no signature
 * (docs/service.md#sender-of-posts), so anybody who knows the address could make one up. An event is
 * confirmed when it is in the history of its document. The service may post an event a moment before
 * it shows in the history, so the history is read a second time.
 *
 * @returns `undefined` if the service knows of no such event
 * @throws NodeApiError when the service cannot tell: it refuses, fails or takes too long
 */
export async function confirmEvent(
	this: IWebhookFunctions,
	posted: PostedEvent,
	reference: string | undefined,
	limits: LookupLimits,
): Promise<Confirmed | undefined> {
	const deliveryId = await findDeliveryId.call(this, posted, reference, limits);
	if (deliveryId === undefined) return undefined;
	const look = async () => await timeAtService.call(this, posted, deliveryId, limits);

	let createdAt = await look();
	if (createdAt === undefined && Date.now() + delays.secondLook < limits.deadline) {
		await sleep(delays.secondLook);
		createdAt = await look();
	}
	return createdAt === undefined ? undefined : { deliveryId, createdAt };
}

async function timeAtService(
	this: IWebhookFunctions,
	{ resource, record, ...event }: PostedEvent,
	deliveryId: string,
	limits: LookupLimits,
): Promise<string | undefined> {
	const delivery = await unlessNotFound(getDelivery.call(this, resource, deliveryId, limits));
	const history = delivery?.records.find(({ id }) => id === record.id)?.events;
	return history && timeInHistory(history, event);
}
