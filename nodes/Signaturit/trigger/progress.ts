// The happenings of a trigger as one process of n8n knows them: waiting, started, given out.

import { BoundedMap } from '../transport/concurrency';
import type { DatedHappening } from './history';

/** How many events n8n's database keeps for a trigger: as `moveHorizon` needs, for each write rewrites all of them. */
export const REMEMBERED = 2_000;

/** How many happenings wait at most, the oldest first; a look at everything finds the others again. */
const MAX_WAITING = 20_000;

/** How many keys are remembered as given out, and how many as started. */
const MAX_KEYS = 50_000;

/** The happenings of a trigger as this process knows them, by their keys. */
export class Progress {
	/** When each happened, in milliseconds since 1970, and how many were given out before it. */
	private readonly given = new BoundedMap<{ time: number; ordinal: number }>(MAX_KEYS);
	/** Until when their execution may give them out. */
	private readonly started = new BoundedMap<number>(MAX_KEYS);
	/** Happenings that polls have found, and that were not given out. */
	private waiting = new Map<string, DatedHappening>();
	/** How many were given out so far. */
	private count = 0;
	private readonly began = performance.now();

	/** Whether a happening was not given out, and no execution is about to do it. */
	needsExecution(key: string): boolean {
		return !this.given.has(key) && (this.started.get(key) ?? -Infinity) <= performance.now();
	}

	wasStarted(key: string): boolean {
		return this.started.has(key);
	}

	/** @param period how long nobody else starts an execution for it, in milliseconds */
	lease(key: string, period: number): void {
		this.started.set(key, performance.now() + period);
	}

	/** Notes that the execution was not accepted, or has failed. */
	fail(key: string): void {
		this.started.delete(key);
	}

	/**
	 * Notes that it was given out, by this execution or another one.
	 *
	 * @param time when it happened, in milliseconds since 1970; `NaN` if nobody knows
	 */
	noteGiven(key: string, time: number): void {
		this.waiting.delete(key);
		this.started.delete(key);
		this.given.set(key, { time, ordinal: this.count++ });
	}

	/** Keeps happenings of a poll until they are given out. Returns the time of the oldest that had to be left out. */
	keep(found: readonly DatedHappening[]): number | undefined {
		for (const each of found) if (!this.given.has(each.key)) this.waiting.set(each.key, each);
		if (this.waiting.size <= MAX_WAITING) return undefined;
		const all = [...this.waiting.values()].sort((a, b) => a.time - b.time);
		const [left] = all.splice(MAX_WAITING);
		this.waiting = new Map(all.map((each) => [each.key, each]));
		return left?.time;
	}

	/** The happenings that wait for an execution and have none here, the oldest first. */
	get needingExecution(): DatedHappening[] {
		const needing = [...this.waiting.values()].filter(({ key }) => this.needsExecution(key));
		return needing.sort((a, b) => a.time - b.time);
	}

	/** For how many milliseconds this process has known everything that it gives out. */
	get age(): number {
		return performance.now() - this.began;
	}

	/** Forgets the waiting happenings: the next activation looks for other events, or for the same again. */
	rest(): void {
		this.waiting.clear();
	}

	get waitingTimes(): number[] {
		return [...this.waiting.values()].map(({ time }) => time);
	}

	/**
	 * The time up to which given-out happenings can be forgotten. The latest happenings are remembered. But one that was
	 * given out before many others is forgotten all the same, with everything that happened before it.
	 *
	 * @param last how many of the latest are remembered
	 * @param more how many must have been given out after one of these, so that it is forgotten
	 * @returns milliseconds since 1970; `-Infinity` while everything is remembered
	 */
	timeToForget(last: number, more: number): number {
		const given = [...this.given.values()].filter(({ time }) => Number.isFinite(time));
		const times = given.map(({ time }) => time).sort((a, b) => b - a);
		const old = given.filter(({ ordinal }) => ordinal < this.count - more);
		// The service's times are whole seconds, and other happenings of that second are forgotten as well.
		return Math.max(times[last] ?? -Infinity, ...old.map(({ time }) => time + 1_000));
	}

	/** How many were given out since the first one that is not forgotten, itself included. */
	get span(): number {
		const [first] = this.given.values();
		return this.count - (first?.ordinal ?? this.count);
	}

	/** Forgets given-out happenings whose time is settled. */
	forget(isSettled: (time: number) => boolean): void {
		for (const [key, { time }] of this.given) if (isSettled(time)) this.given.delete(key);
	}
}
