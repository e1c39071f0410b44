// Since when, and in which account, events count for a trigger.

import type { WorkflowActivateMode } from 'n8n-workflow';
import { z } from 'zod';
import { ANY_EVENT, eventResources, isOutcomeType } from './catalogue';

/** How many witnesses of an account are kept. */
export const WITNESSES = 3;

/** The fields that a beginning has for each account. */
const countedIn = {
	/** Earlier events do not count. */
	since: z.number(),
	/** The same for deliveries with the trigger's mark, if they count from an earlier time on. */
	markedSince: z.number().optional(),
	/** IDs of some of its deliveries: a token that can read one belongs to this account. */
	witnesses: z.array(z.string()).optional(),
	/** Earlier happenings are settled: they were given out or do not count, and polls do not ask for them. */
	horizon: z.number().optional(),
};

/** The fields of a registration about the beginning. Times are the service's, in milliseconds since 1970. */
export const beginningFields = {
	...countedIn,
	since: countedIn.since.optional(),
	/** The account in which they count (`accountOf`). */
	account: z.string().optional(),
	/** The same for the account that the access token has belonged to before. */
	before: z.object({ ...countedIn, account: z.string().optional() }).optional(),
	/** Moments among `since`, `added` and `inactiveSince` that were not compared with the service's clock yet. */
	unmeasured: z.array(z.number()).optional(),
	/** All values of Events that were chosen at `since` or later. */
	chosen: z.array(z.string()).optional(),
	/** The values that were chosen later than `since`, and when. */
	added: z.record(z.number()).optional(),
	resource: z.enum(eventResources).optional(),
	isAccount: z.boolean().optional(),
	/** The service's id of the trigger's subscription. An inactive entry has it if it could not be ended. */
	subscriptionId: z.string().optional(),
	/** When the trigger was deactivated. The entry is kept because of `since` and `secret`. */
	inactiveSince: z.number().optional(),
};

/** Since when events count, as far as it is known. */
export type Begun = z.infer<z.ZodObject<typeof beginningFields>>;

/** Whether a trigger hears of everything in the account, so that no request needs to report to it. */
export const hearsOfAccount = ({ isAccount, subscriptionId }: Begun): boolean =>
	isAccount ?? subscriptionId !== undefined;

/** How n8n activates a workflow, and when. */
export interface Activation {
	activationMode: WorkflowActivateMode;
	/** By n8n's clock, in milliseconds since 1970. */
	now: number;
	/** The milliseconds to add to `now` to get the service's time; `undefined` if nobody knows them yet. */
	difference?: number;
}

/** Whether n8n goes on with a workflow that was published: it is starting, or has become the leader of several. */
export const isStart = (mode: WorkflowActivateMode) =>
	mode === 'init' || mode === 'leadershipChange';

/** To publish a workflow again, n8n deactivates it and activates it at once. Milliseconds. */
const REPUBLISHING = 60_000;

type Counted = z.infer<z.ZodObject<typeof countedIn>>;

/** Since when events count, and in which account. A value of Events that was chosen later counts from then on. */
export type Beginning = Counted &
	Required<Pick<Begun, 'chosen' | 'added'>> &
	Pick<Begun, 'account' | 'before' | 'unmeasured'>;

/** The settings of a trigger that say what it listens to. */
type Subject = Pick<Begun, 'resource' | 'isAccount' | 'chosen' | 'account'>;

/** Since when events count, at an activation. A value of Events that is chosen later counts from then on. */
export function beginningOf(
	last: Begun | undefined,
	subject: Subject,
	activation: Activation,
): Beginning {
	const { chosen = [], account } = subject;
	const { difference } = activation;
	const now = activation.now + (difference ?? 0);
	const unmeasured = difference === undefined ? [now] : undefined;
	const goesOn = continuing(last, subject, activation, now);
	if (last?.since === undefined || goesOn === 'nothing') {
		return { ...beginningAt(now, chosen, account), unmeasured };
	}
	const { since, chosen: chosenBefore = chosen, added, before } = last;
	const later = chosen.filter((value) => !chosenBefore.includes(value));
	const counted = (all: Counted): Counted => ({
		...countedPart(all),
		...(goesOn === 'marked'
			? { since: now, markedSince: all.markedSince ?? all.since }
			: !subject.isAccount && { since: all.markedSince ?? all.since, markedSince: undefined }),
	});
	const isMoment = later.length > 0 || goesOn === 'marked';
	return {
		...counted({ ...last, since }),
		chosen: [...chosenBefore, ...later],
		added: { ...added, ...Object.fromEntries(later.map((value) => [value, now])) },
		// The polls find out whether another token belongs to the same account.
		account: last.account ?? account,
		before: before && { account: before.account, ...counted(before) },
		unmeasured: isMoment && unmeasured ? [...(last.unmeasured ?? []), now] : last.unmeasured,
	};
}

/** The parts of the last beginning that go on. The trigger's address does not matter: events are the same at each. */
function continuing(
	last: Begun | undefined,
	{ resource, isAccount }: Subject,
	{ activationMode, now }: Activation,
	serviceNow: number,
): 'all' | 'marked' | 'nothing' {
	if (last?.since === undefined) return 'nothing';
	const { inactiveSince = serviceNow, unmeasured } = last;
	const inactiveFor = (unmeasured?.includes(inactiveSince) ? now : serviceNow) - inactiveSince;
	if (!isStart(activationMode) && inactiveFor >= REPUBLISHING) return 'nothing';
	// Each resource has a history of its own.
	if ((last.resource ?? resource) !== resource) return 'nothing';
	// From the workflow to the account, only its requests go on. The other way round, the account's include them.
	if (isAccount && !hearsOfAccount(last)) return 'marked';
	return 'all';
}

/** Has every key, so that it replaces the stored values of another account. */
const countedPart = ({ since, markedSince, witnesses, horizon }: Counted): Counted => ({
	since,
	markedSince,
	witnesses,
	horizon,
});

/** The beginning at this moment, by the service's clock. */
export const beginningAt = (
	since: number,
	chosen: readonly string[],
	account: string | undefined,
): Beginning => ({ since, chosen: [...chosen], added: {}, account });

/**
 * The same trigger in another account.
 *
 * @param isBack whether it is the one before, whose values go on. Any other begins at this moment
 * @param now by the service's clock
 */
export function inAccount(
	beginning: Beginning,
	account: string,
	isBack: boolean,
	now: number,
): Beginning {
	const { chosen, added, unmeasured, account: left } = beginning;
	const next = (isBack && beginning.before) || { since: now };
	const before = { account: left, ...countedPart(beginning) };
	return { ...countedPart(next), chosen, added, account, before, unmeasured };
}

/** The beginning by the service's clock. `difference`: the milliseconds to add to its unmeasured moments. */
export function corrected(beginning: Beginning, difference: number): Beginning {
	const { unmeasured } = beginning;
	if (!unmeasured) return beginning;
	const correct = (time: number) => (unmeasured.includes(time) ? time + difference : time);
	const { added, before } = beginning;
	const counted = <Part extends Counted>(part: Part): Part => ({
		...part,
		since: correct(part.since),
		markedSince: part.markedSince === undefined ? undefined : correct(part.markedSince),
	});
	return {
		...counted(beginning),
		added: Object.fromEntries(Object.entries(added).map(([value, time]) => [value, correct(time)])),
		before: before && counted(before),
		unmeasured: undefined,
	};
}

/** The service's times are whole seconds. */
const wholeSecond = (time: number) => Math.floor(time / 1_000) * 1_000;

/** Whether everything that happened at this time is given out or does not count. Milliseconds since 1970. */
export function isSettled({ horizon = -Infinity }: Beginning, time: number): boolean {
	return time < wholeSecond(horizon);
}

/** Since when events of this type count; `Infinity` if it was not chosen. Any Event means all but outcomes. */
function beginOf(beginning: Beginning, type: string, isMarked: boolean): number {
	const { chosen, added } = beginning;
	const since = (isMarked ? beginning.markedSince : undefined) ?? beginning.since;
	const values = chosen.filter(
		(value) => value === type || (value === ANY_EVENT && !isOutcomeType(type)),
	);
	return Math.min(...values.map((value) => Math.max(since, added[value] ?? since)));
}

/** Whether polls look for an event of this type that happened at this time. */
export function isLookedFor(
	beginning: Beginning,
	type: string,
	time: number,
	isMarked = false,
): boolean {
	const begin = beginOf(beginning, type, isMarked);
	return time >= wholeSecond(begin) && !isSettled(beginning, time);
}

/**
 * Whether a posted event of this type and time counts: as for polls, but settled or not, because the service may post
 * late. What cannot be told counts: another account, or moments that nobody can compare with the service's clock yet.
 *
 * @param now the account of the credential, and the milliseconds to add to n8n's time to get the service's
 */
export function counts(
	{ account: own, before, unmeasured, chosen = [], added = {}, ...begun }: Begun,
	now: { account?: string; difference?: number },
	type: string,
	time: number,
	isMarked: boolean,
): boolean {
	const { account, difference } = now;
	const isOwn = own === undefined || own === account;
	const isBefore = before?.account === account;
	const { since, markedSince }: Partial<Counted> = isOwn ? begun : (isBefore && before) || {};
	if (since === undefined || (unmeasured && difference === undefined)) return true;
	const beginning = corrected({ since, markedSince, chosen, added, unmeasured }, difference ?? 0);
	const begin = beginOf(beginning, type, isMarked);
	return begin === Infinity || !(time < wholeSecond(begin));
}
