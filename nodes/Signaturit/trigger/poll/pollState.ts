import type { IPollFunctions } from 'n8n-workflow';
import type { Beginning } from '../../events/registration';
import type { Offered } from '../history/history';
import type { Settings } from '../panel/settings';
import { Ledger } from '../process/ledger';
import { ownState } from '../process/ownState';
import { Watch } from './requests';
import type { Place } from './rotation';

/** So many of the last that were given out stay behind the horizon, for what the service lists late. */
const KEPT = 500;

/** What the polls of one activation of a trigger know. */
export class PollState {
	/** Whether the trigger was deactivated: a look that is still going on then starts and changes nothing. */
	isStopped = false;
	watch = new Watch();
	place?: Place;
	/** When the reading that goes round began. */
	roundAt = -Infinity;
	/** When everything was last looked at. */
	wholeAt = -Infinity;
	isBusy = false;
	lookedAt = -Infinity;
	pausedUntil = -Infinity;
	failures = 0;
	reportedAt = -Infinity;
	/** When the last look that has seen everything began. */
	completeAt = -Infinity;
	/** Which horizon n8n has stored, and how many had been given out then. */
	private stored?: number;
	private storedCount = 0;

	/**
	 * @param subject what the polls look at
	 * @param context of the last poll
	 * @param beginning since when events count
	 */
	constructor(
		readonly subject: string,
		public context: IPollFunctions,
		public beginning: Beginning,
		readonly ledger: Ledger,
	) {
		this.store();
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
	openAmong(found: readonly Offered[]): Offered[] {
		const left = this.ledger.keep(found);
		if (left !== undefined) {
			this.wholeAt = -Infinity;
			this.completeAt = Math.min(this.completeAt, left);
		}
		return this.ledger.open;
	}

	/**
	 * Moves the horizon on, so that n8n's memory has to keep little: everything before it is settled. It is never later
	 * than what waits, nor than the last look that has seen everything.
	 *
	 * @returns whether it has to be stored now: the memory will soon forget what happened since the stored one
	 */
	moveHorizon(): boolean {
		const { horizon = -Infinity } = this.beginning;
		const { given, waiting } = this.ledger.times;
		const next = Math.min(given[KEPT] ?? -Infinity, this.completeAt, ...waiting);
		if (next > horizon) {
			this.beginning = { ...this.beginning, horizon: next };
			this.ledger.forgetBefore(next);
		}
		const isMuch = this.ledger.count - this.storedCount > KEPT;
		return isMuch && this.beginning.horizon !== this.stored;
	}

	/** Takes note that n8n stores the horizon, because an execution is started. */
	store(): void {
		this.stored = this.beginning.horizon;
		this.storedCount = this.ledger.count;
	}
}

/** What is known of this activation; `undefined` before its first poll. */
export function pollState(context: IPollFunctions): PollState | undefined {
	const { polls } = ownState.call(context);
	return polls instanceof PollState && polls.context === context ? polls : undefined;
}

/** Whether the polls of an activation still go on. */
export function isCurrent(state: PollState): boolean {
	return ownState.call(state.context).polls === state && !state.isStopped;
}

/**
 * Begins with the polls of an activation. They go on with what is known when n8n has not deactivated the trigger: when
 * it has become the leader again, or makes a new context for each poll.
 */
export function beginPolls(
	context: IPollFunctions,
	{ resource, listenTo }: Settings,
	beginning: Beginning,
): PollState {
	const own = ownState.call(context);
	const subject = `${resource} ${listenTo}`;
	const { polls } = own;
	if (
		polls instanceof PollState &&
		isCurrent(polls) &&
		polls.subject === subject &&
		polls.beginning.since === beginning.since
	) {
		return Object.assign(polls, { context, beginning });
	}
	own.ledger = new Ledger();
	own.postsArrive = undefined;
	const state = new PollState(subject, context, beginning, own.ledger);
	own.polls = state;
	return state;
}
