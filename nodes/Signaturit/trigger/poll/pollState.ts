import type { IPollFunctions } from 'n8n-workflow';
import type { Beginning } from '../../events/registration';
import { delays } from '../../transport/delays';
import type { Offered } from '../history/history';
import type { Settings } from '../panel/settings';
import { nodeKey } from '../process/ownState';
import { Watch } from './requests';
import type { Place } from './rotation';

/** How many offers are kept at most, the oldest first; a look at everything finds the others again. */
const MAX_WAITING = 20_000;

/** How many keys are remembered here as settled. */
const MAX_SETTLED = 50_000;

/** So many of the last settled ones stay behind the horizon, for what the service lists late. */
const KEPT = 500;

/** Something that was not given out yet, as far as is known here. */
interface Waiting {
	offer: Offered;
	/** When an execution was started for it, in milliseconds since 1970. */
	offeredAt: number;
}

/** What the polls of one activation of a trigger know. */
export class PollState {
	watch = new Watch();
	place?: Place;
	/** When the reading that goes round began. */
	roundAt = -Infinity;
	/** When everything was last looked at. */
	wholeAt = -Infinity;
	isBusy = false;
	/** Whether posts told of what the polls found; `undefined` until something was found. */
	postsArrive?: boolean;
	lookedAt = -Infinity;
	pausedUntil = -Infinity;
	failures = 0;
	reportedAt = -Infinity;
	/** When the last look that has seen everything began. */
	completeAt = -Infinity;
	private waiting = new Map<string, Waiting>();
	/** The times of what is known as given out. */
	private readonly settled = new Map<string, number>();
	/** How many were settled since n8n has stored the horizon, and which it has stored. */
	private unstored = 0;
	private stored?: number;

	/**
	 * @param subject what the polls look at
	 * @param context of the last poll
	 * @param beginning since when events count
	 */
	constructor(
		readonly subject: string,
		public context: IPollFunctions,
		public beginning: Beginning,
	) {
		this.stored = beginning.horizon;
	}

	/** Begins with another account, or with the same once more. What waits to be offered is kept. */
	beginAnew(beginning = this.beginning): void {
		this.beginning = beginning;
		this.watch = new Watch();
		this.place = undefined;
		this.wholeAt = -Infinity;
		this.completeAt = -Infinity;
	}

	/** Takes note of what a look has found, and returns all that has to be offered, the oldest first. */
	openAmong(found: readonly Offered[], now: number): Offered[] {
		for (const offer of found) {
			const { key } = offer;
			if (this.settled.has(key)) continue;
			const offeredAt = this.waiting.get(key)?.offeredAt ?? -Infinity;
			this.waiting.set(key, { offer, offeredAt });
		}
		const all = [...this.waiting.values()].sort((a, b) => a.offer.time - b.offer.time);
		const [left] = all.splice(MAX_WAITING);
		if (left) {
			this.waiting = new Map(all.map((each) => [each.offer.key, each]));
			this.wholeAt = -Infinity;
			this.completeAt = Math.min(this.completeAt, left.offer.time);
		}
		return all
			.filter(({ offeredAt }) => now - offeredAt >= delays.poll.offerAgain)
			.map(({ offer }) => offer);
	}

	/** Whether it was offered before, and is not known as given out. */
	wasOffered(key: string): boolean {
		return (this.waiting.get(key)?.offeredAt ?? -Infinity) > -Infinity;
	}

	/** Whether something waits for the next poll. */
	get hasOpen(): boolean {
		return [...this.waiting.values()].some(({ offeredAt }) => offeredAt === -Infinity);
	}

	/** Takes note that an execution was started for this. */
	offer({ key }: Offered, now: number): void {
		const waiting = this.waiting.get(key);
		if (waiting) waiting.offeredAt = now;
	}

	/** Takes note that the memory knows this. */
	settle({ key, time }: Offered): void {
		this.waiting.delete(key);
		this.settled.set(key, time);
		this.unstored++;
		for (const oldest of this.settled.keys()) {
			if (this.settled.size <= MAX_SETTLED) break;
			this.settled.delete(oldest);
		}
	}

	/**
	 * Moves the horizon on, so that n8n's memory has to keep little: everything before it is settled. It is never later
	 * than what waits, nor than the last look that has seen everything.
	 *
	 * @returns whether it has to be stored now: the memory will soon forget what happened since the stored one
	 */
	moveHorizon(): boolean {
		const { horizon = -Infinity } = this.beginning;
		const settled = [...this.settled.values()].sort((a, b) => b - a);
		const waiting = [...this.waiting.values()].map(({ offer }) => offer.time);
		const next = Math.min(settled[KEPT] ?? -Infinity, this.completeAt, ...waiting);
		if (next > horizon) {
			this.beginning = { ...this.beginning, horizon: next };
			for (const [key, time] of this.settled) if (time < next) this.settled.delete(key);
		}
		return this.unstored > KEPT && this.beginning.horizon !== this.stored;
	}

	/** Takes note that n8n stores the horizon, because an execution is started. */
	store(): void {
		this.stored = this.beginning.horizon;
		this.unstored = 0;
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
	const continues = earlier?.subject === subject && earlier.beginning.since === beginning.since;
	const state = continues ? earlier : new PollState(subject, context, beginning);
	states.set(key, Object.assign(state, { context, beginning }));
	return state;
}
