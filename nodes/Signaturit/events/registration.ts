import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';
import { z } from 'zod';
import type { Call } from '../transport/call';
import { ANY_EVENT, eventResources, isOutcomeType } from './catalogue';
import { newSecret } from './tracking';

/** What the workflow's static data keeps of a trigger. Times are milliseconds since 1970. */
export type Registration = z.infer<typeof registrationSchema>;

const registrationSchema = z.object({
	/** A copied workflow brings the static data of its original along: entries count for one workflow only. */
	workflowId: z.string(),
	nodeName: z.string(),
	url: z.string(),
	resource: z.enum(eventResources).optional(),
	isAccount: z.boolean().optional(),
	/** The service's id of the trigger's subscription. An inactive entry has it when it could not be ended. */
	subscriptionId: z.string().optional(),
	/** What is posted there: events of the service, or the reports of embedded signing pages. */
	use: z.literal('embedded').optional(),
	/** That of n8n, for what its workflow sends (`workflowOrigin`). */
	address: z.string().optional(),
	/** Signs the references that Create puts into addresses, so that posts with them are known as ours. */
	secret: z.string().optional(),
	/** Events that happened before do not count. */
	since: z.number().optional(),
	/** The account in which they count (`accountOf`). */
	account: z.string().optional(),
	/** IDs of some that it has: a new token that can read one belongs to the same account. */
	witnesses: z.array(z.string()).optional(),
	/** What happened before is settled: it was given out or does not count, and polls do not ask for it. */
	horizon: z.number().optional(),
	/** A range before the horizon that is not settled: some of what happened there still waits to be given out. */
	pending: z.tuple([z.number(), z.number()]).optional(),
	/** All values of Events that were chosen at `since` or later. */
	chosen: z.array(z.string()).optional(),
	/** Those of them that were chosen later, and when. */
	added: z.record(z.number()).optional(),
	/** Requests need not report there: the trigger looks by itself. */
	pollingOnly: z.boolean().optional(),
	/** When it was deactivated. It is kept because of `since` and `secret`. */
	inactiveSince: z.number().optional(),
});

const registrationsIn = ({ signaturitTriggers }: IDataObject) =>
	z.record(registrationSchema).catch({}).parse(signaturitTriggers);

/** How n8n activates a workflow, and when, in milliseconds since 1970. */
export interface Activation {
	activationMode: WorkflowActivateMode;
	now: number;
}

/** Whether n8n goes on with a workflow that was published: it is starting, or has become the leader of several. */
export const isStart = (mode: WorkflowActivateMode) =>
	mode === 'init' || mode === 'leadershipChange';

/** To publish a workflow again, n8n deactivates it and activates it at once. Milliseconds. */
const REPUBLISHING = 60_000;

/**
 * How much n8n's clock may be ahead of the service's when a trigger is activated for the first time. Milliseconds. With a
 * clock that is right, what the workflow has sent itself counts from so long before.
 */
const FAST_CLOCK = 600_000;

/** Since when events count: all that were chosen then, and each that was chosen later; and in which account. */
export type Beginning = Required<Pick<Registration, 'since' | 'chosen' | 'added'>> &
	Pick<Registration, 'account' | 'witnesses' | 'horizon' | 'pending'>;

/**
 * Since when events count: since the first activation at this address and for this subject, or since the last
 * one after the workflow was not active. A value of Events that is chosen later counts from then on.
 */
export function beginningOf(
	last: Registration | undefined,
	trigger: Pick<Registration, 'url' | 'resource' | 'isAccount' | 'chosen' | 'account'>,
	{ activationMode, now }: Activation,
): Beginning {
	const { url, resource, isAccount = false, chosen = [], account } = trigger;
	const wasActive = isStart(activationMode) || now - (last?.inactiveSince ?? now) < REPUBLISHING;
	const continues =
		last?.since !== undefined &&
		last.url === url &&
		(last.resource ?? resource) === resource &&
		hearsOfAccount(last) === isAccount &&
		wasActive;
	if (!continues) {
		// An event too early is better than one that never comes, and only the workflow's own have its mark.
		const isFirst = last === undefined && !isAccount;
		return beginningAt(isFirst ? now - FAST_CLOCK : now, chosen, account);
	}

	const { since = now, chosen: before = chosen, added = {}, witnesses, horizon, pending } = last;
	const later = chosen.filter((value) => !before.includes(value));
	return {
		since,
		chosen: [...before, ...later],
		added: { ...added, ...Object.fromEntries(later.map((value) => [value, now])) },
		// Whether another token belongs to the same account, the polls find out.
		account: last.account ?? account,
		witnesses,
		horizon,
		pending,
	};
}

/** The beginning at this moment, in milliseconds since 1970. */
export const beginningAt = (
	since: number,
	chosen: readonly string[],
	account: string | undefined,
): Beginning => ({ since, chosen: [...chosen], added: {}, account });

/** The service's times are whole seconds. */
const wholeSecond = (time: number) => Math.floor(time / 1_000) * 1_000;

/** Whether everything that happened at this time is given out or does not count. Milliseconds since 1970. */
export function isSettled(
	{ horizon = -Infinity, pending: [from, to] = [Infinity, -Infinity] }: Beginning,
	time: number,
): boolean {
	return time < wholeSecond(horizon) && !(time >= from && time <= to);
}

/** Whether polls look for an event of this type that happened at this time. Any Event is all but outcomes. */
export function isLookedFor(beginning: Beginning, type: string, time: number): boolean {
	const { since, chosen, added } = beginning;
	const values = chosen.filter(
		(value) => value === type || (value === ANY_EVENT && !isOutcomeType(type)),
	);
	const begin = Math.min(...values.map((value) => added[value] ?? since));
	return time >= wholeSecond(begin) && !isSettled(beginning, time);
}

/** The entry of a trigger that is being activated, which keeps the secret of its last registration. */
export function entryOf(
	last: Registration | undefined,
	trigger: Registration,
	activation: Activation,
): Registration & Beginning {
	return {
		...trigger,
		secret: last?.secret ?? newSecret(),
		...beginningOf(last, trigger, activation),
	};
}

/** Writes the entry of a trigger into the workflow's shared static data, under `signaturitTriggers`. */
export function register(staticData: IDataObject, nodeId: string, entry: Registration): void {
	// n8n stores the static data when something in it is set.
	if (isRegistered(staticData, nodeId, entry)) return;
	staticData.signaturitTriggers = { ...registrationsIn(staticData), [nodeId]: { ...entry } };
}

/** Takes the entry of a trigger out of the static data. */
export function withdraw(staticData: IDataObject, nodeId: string): void {
	const others = Object.entries(registrationsIn(staticData)).filter(([id]) => id !== nodeId);
	if (others.length > 0) staticData.signaturitTriggers = Object.fromEntries(others);
	else delete staticData.signaturitTriggers;
}

/** The last registration of a trigger of this workflow; it may be inactive. */
export function registrationOf(
	staticData: IDataObject,
	nodeId: string,
	workflowId: string,
): Registration | undefined {
	const found = registrationsIn(staticData)[nodeId];
	return found?.workflowId === workflowId ? found : undefined;
}

/** The last registration of the trigger that calls; it may be inactive. */
export function readRegistration({ n8n, node }: Call): Registration | undefined {
	const { id: workflowId = '' } = n8n.getWorkflow();
	return registrationOf(n8n.getWorkflowStaticData('global'), node.id, workflowId);
}

/** Whether exactly this is the registration of the trigger. */
export function isRegistered(
	staticData: IDataObject,
	nodeId: string,
	entry: Registration,
): boolean {
	const found = registrationOf(staticData, nodeId, entry.workflowId);
	// The schema puts both into the same order.
	return JSON.stringify(found) === JSON.stringify(registrationSchema.parse(entry));
}

/** Whether a trigger hears of everything in the account, so that no request needs to report to it. */
export const hearsOfAccount = ({ isAccount, subscriptionId }: Registration): boolean =>
	isAccount ?? subscriptionId !== undefined;

/** The active triggers of this workflow: for events of the service, or for another use. */
export const activeTriggers = (
	staticData: IDataObject,
	workflowId: string,
	use?: Registration['use'],
): Registration[] =>
	Object.values(registrationsIn(staticData)).filter(
		(entry) =>
			entry.workflowId === workflowId && entry.use === use && entry.inactiveSince === undefined,
	);
