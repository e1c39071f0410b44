// What the polls of one activation know: watched requests, and which happenings are settled.

import { corrected, isSettled, type Beginning } from '../events/beginning';
import { instant, stateOf } from '../events/state';
import type { PollCall } from '../transport/call';
import { triggerDelays } from './delays';
import type { PageStart } from '../transport/lists/paging';
import type { Delivery } from '../transport/shapes';
import type { DatedHappening } from './history';
import { REMEMBERED, type Progress } from './progress';
import type { Settings } from './settings';

/**
 * When this many were given out since the first one that the horizon does not settle, n8n's memory may soon forget that
 * one. The next horizon is stored while the other half lasts.
 */
const HALF = REMEMBERED / 2;

/** The horizon stays before this many of the last ones given out: the service may list others of that time late. */
const KEPT = HALF / 2;

/** The requests of a trigger that may still change: they have not ended, or await their last events for a day. */
export class Watch {
	/** When each was first seen ended, in milliseconds since 1970; `Infinity` while it goes on. */
	private readonly endedAt = new Map<string, number>();
	private newest = new Set<string>();

	get ids(): string[] {
		return [...this.endedAt.keys()];
	}

	/** Whether it was on the last newest page, so that nothing new is behind it. */
	wasSeen(id: string): boolean {
		return this.newest.has(id) || this.endedAt.has(id);
	}

	noteNewest(deliveries: readonly Delivery[]): void {
		this.newest = new Set(deliveries.map(({ id }) => id));
	}

	/** @param now the service's time, in milliseconds since 1970 */
	note(delivery: Delivery, { types }: Settings, now: number): void {
		const { id, records } = delivery;
		if (stateOf(records).outcome === undefined) {
			this.endedAt.set(id, Infinity);
			return;
		}
		const before = this.endedAt.get(id);
		// The history may be behind the status, so its last event does not tell when a watched request has ended.
		const since = before === Infinity ? now : (before ?? lastTime(delivery));
		const isLater = now - since > triggerDelays.poll.afterEnd;
		// Without single events, only the outcome is wanted, and it is there at once.
		if (isLater || types.length === 0) this.endedAt.delete(id);
		else this.endedAt.set(id, since);
	}

	/** Forgets requests that were asked for and not found: they were deleted, or are too old. */
	forgetMissing(asked: readonly string[], found: readonly Delivery[]): void {
		const present = new Set(found.map(({ id }) => id));
		asked.filter((id) => !present.has(id)).forEach((id) => this.endedAt.delete(id));
	}
}

/** The time of the last event; `-Infinity` without any. */
function lastTime({ records }: Delivery): number {
	const times = records.flatMap(({ events }) => events.map(({ createdAt }) => instant(createdAt)));
	return Math.max(...times.filter(Number.isFinite), -Infinity);
}

/** What the polls of one activation know: a look of an earlier activation may still go on, and changes nothing here. */
export class PollState {
	/** Whether the trigger was deactivated: a look that is still going on then starts and changes nothing. */
	isStopped = false;
	watch = new Watch();
	/** Where the reading that goes round goes on. */
	goesOnAt?: PageStart;
	/** When the reading that goes round began, by the service's clock. */
	roundAt = -Infinity;
	/** When everything was last looked at. */
	wholeAt = -Infinity;
	isBusy = false;
	lookedAt = -Infinity;
	pausedUntil = -Infinity;
	failures = 0;
	reportedAt = -Infinity;
	/** When the last look that has seen everything began, by the service's clock. */
	completeAt = -Infinity;
	/** When the memory is asked again, if its last answer was that all had been given out. */
	askAt = -Infinity;
	private measured = { time: -Infinity, at: 0 };
	/** The beginning as n8n has stored it. */
	private saved: Beginning;
	/** Whether events could be lost or come twice if n8n stopped before it has stored the account and the horizon. */
	isUnsaved = false;

	/** @param call of the last poll */
	constructor(
		readonly subject: string,
		public call: PollCall,
		public beginning: Beginning,
		readonly progress: Progress,
	) {
		this.saved = beginning;
	}

	/** The service's time, in milliseconds since 1970; `-Infinity` while nobody knows it. */
	get now(): number {
		return this.measured.time + performance.now() - this.measured.at;
	}

	/** Corrects the beginning by `clockDifference`. A service that does not tell its time has n8n's. */
	measure(difference = 0): void {
		this.measured = { time: Date.now() + difference, at: performance.now() };
		this.beginning = corrected(this.beginning, difference);
	}

	/** Goes on with the stored beginning if somebody else has stored it. Otherwise the beginning here is newer. */
	goesOnWith(stored: Beginning): boolean {
		const keyOf = ({ since, account, horizon }: Beginning) =>
			JSON.stringify([since, account, horizon]);
		if (keyOf(stored) !== keyOf(this.saved)) this.beginning = stored;
		return stored.since === this.saved.since;
	}

	/** Begins with another account, or with the same once more. Happenings that wait for an execution are kept. */
	beginAnew(beginning = this.beginning): void {
		this.isUnsaved ||= beginning.account !== this.beginning.account;
		this.beginning = beginning;
		this.watch = new Watch();
		this.goesOnAt = undefined;
		this.wholeAt = -Infinity;
		this.completeAt = -Infinity;
	}

	/** Notes the happenings that a look has found, and returns all that need an execution, the oldest first. */
	noteFound(found: readonly DatedHappening[]): DatedHappening[] {
		const left = this.progress.keep(found);
		if (left !== undefined) {
			this.wholeAt = -Infinity;
			this.completeAt = Math.min(this.completeAt, left);
		}
		return this.progress.needingExecution;
	}

	/**
	 * Moves the horizon on before n8n's memory forgets: as far as this may forget, never back, and beyond nothing that
	 * waits, nor beyond the last look that saw everything.
	 */
	moveHorizon(): void {
		const { beginning, progress, completeAt } = this;
		if (progress.span <= HALF) return;
		const { horizon: before = -Infinity } = beginning;
		const forgettable = progress.timeToForget(KEPT, HALF);
		const horizon = Math.min(forgettable, completeAt, ...progress.waitingTimes);
		if (!(horizon > before)) return;
		this.beginning = { ...beginning, horizon };
		this.isUnsaved = true;
		progress.forget((time) => isSettled(this.beginning, time));
	}

	/** Notes that n8n stores the beginning, because an execution is started. */
	noteSaved(): void {
		this.saved = this.beginning;
		this.isUnsaved = false;
	}
}
