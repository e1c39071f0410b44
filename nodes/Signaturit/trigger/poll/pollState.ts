import type { IPollFunctions } from 'n8n-workflow';
import type { Beginning } from '../../events/registration';
import { delays } from '../../transport/delays';
import type { Delivery } from '../../transport/shapes';
import type { Asked, Happening } from '../history/happening';
import type { Settings } from '../panel/settings';
import { nodeKey } from '../process/nodeKey';
import type { Place } from './rotation';
import { Watch } from './watch';

/** How many offers wait for the next poll at most; a look at everything finds the others again. */
const MAX_PENDING = 5_000;

/** How many keys are remembered here as settled, and how many as offered. */
const MAX_KEYS = 50_000;

/** Something that a poll has found. */
export interface Offered extends Asked {
	happening: Happening;
	delivery: Delivery;
}

/** What the polls of one activation of a trigger know. */
export class PollState {
	watch = new Watch();
	place?: Place;
	/** When everything was last looked at. */
	wholeAt = -Infinity;
	isBusy = false;
	/** Whether posts told of what the polls found; `undefined` until something was found. */
	postsArrive?: boolean;
	lookedAt = -Infinity;
	pausedUntil = -Infinity;
	failures = 0;
	reportedAt = -Infinity;
	/** What waits for the next poll, by its key. */
	pending = new Map<string, Offered>();
	private readonly offeredAt = new Map<string, number>();
	private readonly settled = new Set<string>();

	/**
	 * @param subject what the polls look at
	 * @param context of the last poll
	 * @param beginning since when events count
	 */
	constructor(
		readonly subject: string,
		public context: IPollFunctions,
		public beginning: Beginning,
	) {}

	/** Begins with another account, or with the same once more. What waits to be offered is kept. */
	beginAnew(beginning = this.beginning): void {
		this.beginning = beginning;
		this.watch = new Watch();
		this.place = undefined;
		this.wholeAt = -Infinity;
	}

	/** Whether something has to be offered, as far as is known here. */
	isOpen(key: string, now: number): boolean {
		const offeredAt = this.offeredAt.get(key) ?? -Infinity;
		return !this.settled.has(key) && now - offeredAt >= delays.poll.offerAgain;
	}

	/** Whether it was offered before, and is not known as given out. */
	wasOffered(key: string): boolean {
		return this.offeredAt.has(key);
	}

	/** Takes note that the memory knows this key. */
	settle(key: string): void {
		this.settled.add(key);
		this.offeredAt.delete(key);
		this.pending.delete(key);
		dropOldest(this.settled, MAX_KEYS);
	}

	/** Takes note that an execution was started for this key. */
	offer(key: string, now: number): void {
		this.offeredAt.set(key, now);
		this.pending.delete(key);
		dropOldest(this.offeredAt, MAX_KEYS);
	}

	/** Keeps what could not be offered yet. */
	keep(offers: readonly Offered[]): void {
		for (const offer of offers) this.pending.set(offer.key, offer);
		dropOldest(this.pending, MAX_PENDING);
	}
}

function dropOldest(kept: Set<string> | Map<string, unknown>, most: number): void {
	for (const key of kept.keys()) {
		if (kept.size <= most) return;
		kept.delete(key);
	}
}

const states = new Map<string, PollState>();

/** What is known of this activation; `undefined` before its first poll. */
export function pollState(context: IPollFunctions): PollState | undefined {
	const state = states.get(nodeKey.call(context));
	return state?.context === context ? state : undefined;
}

/** Whether the polls of an activation still go on. */
export function isCurrent(state: PollState): boolean {
	return states.get(nodeKey.call(state.context)) === state;
}

/**
 * Begins with the polls of an activation. Those of a workflow that was published again go on with what is
 * known, as do those of an n8n that makes a new context for each poll.
 */
export function beginPolls(
	context: IPollFunctions,
	{ resource, listenTo }: Settings,
	beginning: Beginning,
): PollState {
	const key = nodeKey.call(context);
	const subject = `${resource} ${listenTo}`;
	const earlier = states.get(key);
	const continues = context.getActivationMode() === 'update' && earlier?.subject === subject;
	const state = continues ? earlier : new PollState(subject, context, beginning);
	states.set(key, Object.assign(state, { context, beginning }));
	return state;
}
