// What one process of n8n knows about a trigger and its happenings.

import { beginningOf } from '../events/beginning';
import { readRegistration } from '../events/registration';
import type { Call, ExecutionCall, PollCall } from '../transport/call';
import { BoundedMap, Recent, Slots } from '../transport/concurrency';
import { delays, within } from '../transport/deadline';
import { triggerDelays } from './delays';
import type { DatedHappening } from './history';
import { PollState } from './pollState';
import { Progress } from './progress';
import { subjectOf, type Settings } from './settings';

/** Text that identifies one node of one workflow within this process. */
export function nodeKey(call: Call): string {
	return `${call.n8n.getWorkflow().id ?? ''} ${call.node.id}`;
}

const MANY = 20_000;
const SOME = 1_000;

/**
 * The knowledge of this process of n8n about a trigger. It lets a post or a poll drop or delay a happening, for which an
 * execution is under way or has ended; only `take` lets one be given out. It lives as long as the process, `PollState` as
 * long as an activation.
 */
export class ProcessState {
	/** The polls of the last activation. */
	polls?: PollState = undefined;
	/** Whether n8n's start has not activated the trigger: n8n calls `delete` then, although it goes on trying. */
	isTriedAgain = false;
	readonly progress = new Progress();
	/** Whether posts report the happenings that polls find; `undefined` until something was found. */
	postsArrive?: boolean = undefined;
	/** Where executions run: in queue mode, on workers. `undefined` until polls have started one. */
	executionsRun?: 'here' | 'elsewhere' = undefined;
	/** The URL at which a test listen looks for events, and the controller that ends the listen. */
	testListen?: { url: string; end: AbortController } = undefined;
	/** The test URL whose listen has given out its event, while other posts to it may still be under way. */
	readonly tested = new Recent(delays.looks.post.all, 1);

	/** Posted events that were not found at the service. */
	readonly refused = new Recent(triggerDelays.refusals, SOME);
	/** Unconfirmed posts, whose executions go on looking. */
	readonly unconfirmed = new Recent(delays.looks.execution.all, SOME);
	/** Reports of embedded signing pages, counted for each token. */
	readonly reports = new Recent(triggerDelays.reports, MANY);
	/** Looks for posted events take turns here. Half is kept for posts to addresses that Create has made up. */
	readonly lookSlots = new Slots(4, 2);

	/** The polls of the activation that calls; `undefined` before its first poll. */
	pollsOf(call: PollCall): PollState | undefined {
		return this.polls?.call.n8n === call.n8n ? this.polls : undefined;
	}

	/** Whether the polls of an activation still go on. */
	isCurrent(polls: PollState): boolean {
		return this.polls === polls && !polls.isStopped;
	}

	/**
	 * Begins the polls of an activation, whose registration may not be stored yet. If n8n has not deactivated the trigger
	 * since the polls before, their state is taken over: n8n is the leader again, or makes a new context for each poll.
	 *
	 * @param difference as `clockDifference`
	 */
	beginPolls(call: PollCall, settings: Settings, difference?: number): PollState {
		const subject = `${settings.resource} ${settings.listenTo}`;
		const last = this.polls;
		const beginning = beginningOf(readRegistration(call), subjectOf(settings), {
			activationMode: call.n8n.getActivationMode(),
			now: Date.now(),
			difference,
		});
		if (last?.subject === subject && this.isCurrent(last) && last.goesOnWith(beginning)) {
			return Object.assign(last, { call });
		}
		// Happenings that this process has given out stay given out.
		this.progress.rest();
		this.postsArrive = undefined;
		this.polls = new PollState(subject, call, beginning, this.progress);
		return this.polls;
	}

	/**
	 * Whether another process may have given out what these polls have found: one before this, or, unless executions run
	 * here, one that posts reach. `progress` knows what this process gives out.
	 */
	mayHaveBeenGivenOut(
		{ now }: PollState,
		{ key, time }: DatedHappening,
		{ arrival }: Settings,
	): boolean {
		const began = now - this.progress.age;
		if (time < began + triggerDelays.poll.clocks) return true;
		if (this.executionsRun === 'here') return false;
		return this.progress.wasStarted(key) || (arrival !== 'polling' && this.postsArrive !== false);
	}
}

/** How many triggers are remembered. Triggers that were idle longest go first, e.g. those of deleted workflows. */
const MAX_TRIGGERS = 10_000;

const states = new BoundedMap<ProcessState>(MAX_TRIGGERS);

/** The state of the trigger that calls, in this process. */
export function processState(call: Call): ProcessState {
	const key = nodeKey(call);
	const state = states.get(key) ?? new ProcessState();
	states.set(key, state);
	return state;
}

/** The state that counts in this run: an empty one in a test, which leaves its events to the active workflow. */
export function runState(call: ExecutionCall): ProcessState {
	return call.n8n.getMode() === 'manual' ? new ProcessState() : processState(call);
}

/** How long n8n's start has waited for the triggers of this process, in milliseconds. */
let waited = 0;

/**
 * Waits for a task while n8n starts: `triggerDelays.start` at most for all triggers together, for it activates one workflow
 * after the other. A task that takes longer goes on by itself. Without any time left, it is not begun.
 */
export async function duringStart(longest: number, task: () => Promise<unknown>): Promise<void> {
	const left = Math.min(longest, triggerDelays.start - waited);
	if (left <= 0) return;
	const began = performance.now();
	await within(left, task()).finally(() => {
		waited += performance.now() - began;
	});
}
