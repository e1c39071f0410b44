import type { IExecuteFunctions } from 'n8n-workflow';
import { Recent } from '../../transport/boundedMap';
import { Slots } from '../../transport/concurrency';
import { delays } from '../../transport/delays';
import type { Handover } from '../handover/handover';
import { Ledger } from './ledger';

/** Text that identifies one node of one workflow within this process. */
export function nodeKey(this: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${this.getWorkflow().id ?? ''} ${this.getNode().id}`;
}

/**
 * Where the calls that posts cause take turns: all of them, and those that read several requests together,
 * which are fewer, so that they are worth it.
 */
export interface Gates {
	all: Slots;
	joint: Slots;
}

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
