import { sleep } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { quietly } from '../../transport/quiet';
import type { Delivery } from '../../transport/shapes';
import type { PostedEvent } from '../handover/handover';
import { findEvent, type HistoryEvent } from '../history/history';
import { findDelivery, jointId, readJointly } from './findDelivery';
import type { TriggerContext, Turns } from './jointly';

/** An event that the service knows, with what was read of it. */
export interface Confirmed {
	delivery: Delivery;
	recordId: string;
	event: HistoryEvent;
}

/**
 * What the service says about a posted event. `no`: its request was not found, or the whole history of the
 * document has no such event. `undecided`: the service could not be asked in time.
 */
export type Verdict = Confirmed | 'no' | 'undecided';

/** How often and how long to look for an event. */
export interface Looks {
	/** When the answer must be there, in milliseconds since 1970. */
	deadline: number;
	/**
	 * Milliseconds before another look after one that failed, by the number of looks before it. The very last
	 * look comes at the end anyway.
	 */
	afterFailure(earlier: number): number | undefined;
	/** The same after a look that found nothing. */
	afterAbsence(earlier: number): number | undefined;
	turns: Turns;
}

/**
 * Asks the service whether it knows of an event: posts carry no signature
 * (docs/service.md#sender-of-posts), so anybody who knows the address could make one up. An event is
 * confirmed when it is in the history of its document. The history may lag behind the post, and the service
 * may be busy, so there is a look at the end of the time as well, and some in between.
 */
export async function confirmEvent(
	this: TriggerContext,
	posted: PostedEvent,
	reference: string | undefined,
	{ deadline, afterFailure, afterAbsence, turns }: Looks,
): Promise<Verdict> {
	const lastAt = deadline - delays.lastLook;
	let isLast = Date.now() >= lastAt;
	for (let earlier = 0; ; earlier++) {
		const limits = { isLast, deadline, turns };
		const { verdict, hasFailed } = await look.call(this, posted, reference, limits);
		const isFound = typeof verdict === 'object';
		if (isFound || isLast) return verdict;
		const rest = Math.max(0, lastAt - Date.now());
		const pause = (hasFailed ? afterFailure : afterAbsence)(earlier) ?? Infinity;
		isLast = pause >= rest;
		await sleep(Math.min(pause, rest));
	}
}

/** One look, and what it may take. */
interface Look {
	isLast: boolean;
	deadline: number;
	turns: Turns;
}

async function look(
	this: TriggerContext,
	posted: PostedEvent,
	reference: string | undefined,
	limits: Look,
): Promise<{ verdict: Verdict; hasFailed?: boolean }> {
	try {
		const delivery = await find.call(this, posted, reference, limits);
		const record = delivery?.records.find(({ id }) => id === posted.record.id);
		if (!delivery || !record) return { verdict: 'no' };
		const { type, createdAt } = posted;
		const claimed = { type, createdAt, events: posted.record.events };
		const event = findEvent(record.events, claimed, limits.isLast);
		return { verdict: event ? { delivery, recordId: record.id, event } : 'no' };
	} catch (error) {
		this.logger.debug(`Signaturit Trigger: a look for an event failed. ${quietly(error)}`);
		return { verdict: 'undecided', hasFailed: true };
	}
}

/** Only the last look has to be sure that there is no such request. */
async function find(
	this: TriggerContext,
	posted: PostedEvent,
	reference: string | undefined,
	{ isLast, deadline, turns }: Look,
): Promise<Delivery | undefined> {
	const id = isLast ? undefined : jointId(posted);
	const limits = { deadline, longest: delays.look };
	if (id !== undefined) return await readJointly.call(this, id, limits, turns);
	return await findDelivery.call(this, posted, reference, limits, turns);
}
