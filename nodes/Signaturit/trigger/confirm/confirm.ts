import { sleep } from 'n8n-workflow';
import type { Call } from '../../transport/call';
import { delays } from '../../transport/deadline';
import { isPassing, quietly } from '../../transport/errors/errors';
import type { Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';
import { findEvent, type HistoryEvent } from '../history/history';
import { findDelivery, type DeliveryLook } from './findDelivery';

/** What the service says about a posted event. */
export type Finding =
	/** It is in the history of its document. */
	| { kind: 'confirmed'; delivery: Delivery; event: HistoryEvent }
	/** Its request was not found, or the whole history of the document has no such event. */
	| { kind: 'absent'; delivery?: Delivery; event?: undefined }
	/** The service could not be asked in time. */
	| { kind: 'failed'; error: unknown; delivery?: undefined; event?: undefined };

/** How often and how long to look for an event. */
interface Looks extends Omit<DeliveryLook, 'isLast'> {
	/** Milliseconds before another look, by the number of looks before it. The last look comes at the end anyway. */
	pauseAfter(earlier: number, hasFailed: boolean): number | undefined;
	/** Whether the event counts anyway: then only failures that pass are waited for. */
	isBelieved?: boolean;
}

/**
 * Asks the service whether an event is in the history of its document: posts are not signed
 * (docs/service.md#sender-of-posts). The history may lag behind the post, and the service may be busy, so there is
 * always a look at the end of the time.
 */
export async function confirmEvent(
	call: Call,
	posted: PostedEvent,
	reference: string | undefined,
	{ isBelieved = false, pauseAfter, ...look }: Looks,
): Promise<Finding> {
	const lastAt = look.deadline - delays.looks.last;
	let isLast = performance.now() >= lastAt;
	for (let earlier = 0; ; earlier++) {
		const finding = await lookOnce(call, posted, reference, { ...look, isLast });
		const hasFailed = finding.kind === 'failed';
		const isLasting = isBelieved && hasFailed && !isPassing(finding.error);
		if (finding.kind === 'confirmed' || isLast || isLasting) return finding;
		const rest = isBelieved && !hasFailed ? 0 : Math.max(0, lastAt - performance.now());
		const pause = pauseAfter(earlier, hasFailed) ?? Infinity;
		isLast = pause >= rest;
		await sleep(Math.min(pause, rest));
	}
}

async function lookOnce(
	call: Call,
	posted: PostedEvent,
	reference: string | undefined,
	look: DeliveryLook,
): Promise<Finding> {
	const { type, createdAt, record } = posted;
	try {
		const delivery = await findDelivery(call, posted, reference, look);
		const history = delivery?.records.find(({ id }) => id === record.id)?.events ?? [];
		const event = findEvent(history, { type, createdAt, events: record.events }, look.isLast);
		return delivery && event
			? { kind: 'confirmed', delivery, event }
			: { kind: 'absent', delivery };
	} catch (error) {
		call.log('debug', `Signaturit Trigger: a look for an event failed. ${quietly(error)}`);
		return { kind: 'failed', error };
	}
}
