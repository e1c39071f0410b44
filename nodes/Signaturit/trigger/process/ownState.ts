import type { IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import type { Handover } from '../handover/handover';
import { Ledger } from './ledger';

/** Text that identifies one node of one workflow within this process. */
export function nodeKey(this: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${this.getWorkflow().id ?? ''} ${this.getNode().id}`;
}

/** Keys that count for a while. When there are too many, the oldest go first. */
export class Recent {
	private readonly until = new Map<string, number>();

	/**
	 * @param lifetime milliseconds
	 * @param most how many are kept
	 */
	constructor(
		private readonly lifetime: number,
		private readonly most: number,
	) {}

	add(key: string): void {
		this.until.delete(key);
		this.until.set(key, Date.now() + this.lifetime);
		const [oldest] = this.until.keys();
		if (this.until.size > this.most && oldest !== undefined) this.until.delete(oldest);
	}

	has(key: string): boolean {
		return (this.until.get(key) ?? -Infinity) > Date.now();
	}

	delete(key: string): void {
		this.until.delete(key);
	}

	/** How many count now. */
	get size(): number {
		for (const [key, until] of this.until) if (until <= Date.now()) this.until.delete(key);
		return this.until.size;
	}
}

/** Who waits for a slot. */
interface Waiter {
	isPrivileged: boolean;
	enter: () => void;
}

/**
 * Lets so many tasks run at once and makes the others wait. Some slots are kept for privileged tasks, which
 * also go first.
 */
export class Slots {
	private running = 0;
	private ordinary = 0;
	private readonly waiting: Waiter[] = [];

	constructor(
		private readonly total: number,
		private readonly kept: number,
	) {}

	/**
	 * Runs a task when there is a slot.
	 *
	 * @returns the result of the task
	 * @throws what the task throws
	 */
	async run<Result>(isPrivileged: boolean, task: () => Promise<Result>): Promise<Result> {
		await new Promise<void>((enter) => {
			this.waiting.push({ isPrivileged, enter });
			this.admit();
		});
		try {
			return await task();
		} finally {
			this.running--;
			if (!isPrivileged) this.ordinary--;
			this.admit();
		}
	}

	private admit(): void {
		for (;;) {
			const index = this.next();
			const [waiter] = index < 0 ? [] : this.waiting.splice(index, 1);
			if (!waiter) return;
			this.running++;
			if (!waiter.isPrivileged) this.ordinary++;
			waiter.enter();
		}
	}

	private next(): number {
		if (this.running >= this.total) return -1;
		const privileged = this.waiting.findIndex(({ isPrivileged }) => isPrivileged);
		const hasOrdinarySlot = this.ordinary < this.total - this.kept;
		return privileged >= 0 || !hasOrdinarySlot ? privileged : 0;
	}
}

/**
 * Where the calls that posts cause take turns: all of them, and those that read several requests together,
 * which are fewer, so that they are worth it.
 */
export interface Gates {
	all: Slots;
	joint: Slots;
}

/** How many posts may be undecided at once: few while anybody may have posted them, for each starts an execution. */
export const mostUndecided = (isOurs: boolean): number => (isOurs ? 20 : 3);

const MANY = 20_000;
const SOME = 1_000;

/**
 * What this process of n8n knows of a trigger by itself. It saves work; what is given out does not depend on
 * it, because other processes know nothing of it and a restart forgets it. n8n's database decides.
 */
export class OwnState {
	/** The polls of the last activation (`PollState`). */
	polls?: { isStopped: boolean } = undefined;
	ledger = new Ledger();
	/** Whether posts tell of what polls find; `undefined` until something was found. */
	postsArrive?: boolean = undefined;
	/** The event that a test listen has fetched, and the secret by which the post for it is known. */
	fetched?: { token: string; handover: Handover };
	/** Posted events that were not found at the service. */
	readonly refused = new Recent(delays.refusals, SOME);
	/** Posts whose executions go on looking. */
	readonly undecided = new Recent(delays.lookOn, SOME);
	/** Reports of embedded signing pages, counted for each token. */
	readonly reports = new Recent(delays.reports, MANY);
	/** Half of these is kept for posts that come to addresses of ours. */
	readonly confirmations: Gates = { all: new Slots(4, 2), joint: new Slots(2, 1) };
	/** For the executions of posts that were not confirmed. */
	readonly lookUps: Gates = { all: new Slots(4, 0), joint: new Slots(1, 0) };
}

const states = new Map<string, OwnState>();

/** What this process knows of the trigger that calls. */
export function ownState(this: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): OwnState {
	const key = nodeKey.call(this);
	const state = states.get(key) ?? new OwnState();
	states.set(key, state);
	return state;
}
