import { NodeApiError, NodeOperationError, sleep, type IPollFunctions } from 'n8n-workflow';
import { isLookedFor } from '../../events/registration';
import { delays } from '../../transport/delays';
import { quietly, retryAfterOf } from '../../transport/errors';
import { within } from '../../transport/deadline';
import { accountNow } from '../../transport/request';
import type { Delivery } from '../../transport/shapes';
import { offersIn } from '../history/history';
import { readSettings, type Settings } from '../panel/settings';
import { ownState } from '../process/ownState';
import { activationOf, keepAccount, noteWitnesses, save } from './beginning';
import { offer } from './offers';
import { beginPolls, isCurrent, pollState, type PollState } from './pollState';
import { readChanges } from './readChanges';

/**
 * Looks at the histories of what this trigger listens to, and offers what they hold since its activation to
 * executions, one for each event.
 *
 * n8n calls it at the activation, when n8n starts, and at the Poll Times. An error or a long wait at the
 * activation would keep n8n from activating the workflow, or from ever polling. So it throws nothing, and the
 * first look must not take long. A failure is logged; when it lasts, one in a quarter of an hour becomes a
 * failed execution.
 *
 * @returns nothing: the executions are started one by one, beside the poll
 */
export async function poll(this: IPollFunctions): Promise<null> {
	const settings = readSettings(this);
	if (!isPolled(this, settings)) return null;
	const known = pollState(this);
	const state = known ?? beginPolls(this, settings, activationOf(this, settings));
	if (isIdle(state, settings)) return null;
	state.isBusy = true;
	// Newer n8n evaluates parameters and credentials only until the poll returns.
	const reading = read.call(this, state, settings);
	void giveOut(state, settings, reading)
		.catch((error: unknown) => {
			const failure = failed.call(this, state, error);
			if (isDue(state, failure)) this.__emitError(failure);
		})
		.finally(() => {
			state.isBusy = false;
		});
	await (known ? reading : within(delays.poll.first, reading)).catch(() => undefined);
	return null;
}

/** The list of certified SMS takes no custom data, so those of one workflow cannot be found in it. */
function isPolled(context: IPollFunctions, { resource, listenTo }: Settings): boolean {
	if (context.getMode() === 'manual') return false;
	if (context.getNodeParameter('resource') === 'embeddedSigning') return false;
	return resource !== 'certifiedSms' || listenTo === 'account';
}

/** Whether no look is needed now, or one is still going on. */
function isIdle(state: PollState, settings: Settings): boolean {
	return (
		state.isStopped || state.isBusy || Date.now() < state.pausedUntil || isRelaxed(state, settings)
	);
}

async function read(
	this: IPollFunctions,
	state: PollState,
	settings: Settings,
): Promise<Delivery[]> {
	// n8n waits for the first look of each workflow in turn, which spreads them.
	if (state.lookedAt > -Infinity) await sleep(Math.random() * delays.poll.jitter);
	const account = await accountNow(this);
	await keepAccount.call(this, state, settings, account);
	const deliveries = await readChanges.call(this, state, settings);
	if ((await accountNow(this)) !== account) {
		// Nobody knows from which account it was read. The next poll looks at everything.
		state.beginAnew();
		return [];
	}
	noteWitnesses(state, deliveries);
	return deliveries;
}

async function giveOut(
	state: PollState,
	settings: Settings,
	reading: Promise<Delivery[]>,
): Promise<void> {
	try {
		const deliveries = await reading;
		state.lookedAt = Date.now();
		state.failures = 0;
		// After another activation, its own polls go on.
		if (!isCurrent(state)) return;
		const found = offersIn(deliveries, settings, (type, time) =>
			isLookedFor(state.beginning, type, time),
		);
		await offer.call(state.context, state, found);
	} finally {
		if (isCurrent(state)) save.call(state.context, state);
	}
}

/** Takes note of a failure. */
function failed(
	this: IPollFunctions,
	state: PollState,
	error: unknown,
): NodeApiError | NodeOperationError {
	state.failures++;
	state.pausedUntil = Date.now() + Math.min(retryAfterOf(error) ?? 0, delays.poll.longestPause);
	this.logger.warn(`Signaturit Trigger: a poll failed. ${quietly(error)}`);
	return error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: new NodeOperationError(this.getNode(), error instanceof Error ? error : String(error));
}

/**
 * While posts tell of everything, a look now and then is enough, unless offers still wait, or nothing is known yet by
 * which the account would be known again.
 */
function isRelaxed(state: PollState, { arrival }: Settings): boolean {
	const { postsArrive } = ownState.call(state.context);
	const { witnesses } = state.beginning;
	if (arrival === 'polling' || !postsArrive || !witnesses || state.ledger.open.length > 0)
		return false;
	// The Poll Times are not exact, and the polls are spread.
	return Date.now() - state.lookedAt < delays.poll.relaxed - 2 * delays.poll.jitter;
}

/** The statuses of refusals that do not pass by themselves. */
const isLasting = ({ httpCode }: { httpCode?: string | null }) =>
	httpCode !== undefined && httpCode !== null && /^4(?!29|08)/.test(httpCode);

/**
 * Whether a failure has to be seen: a refusal, or a second failure in a row. Another one may pass. That of the
 * first look waits for the second: whoever activates a workflow is often still setting things up.
 */
function isDue(state: PollState, failure: NodeApiError | NodeOperationError): boolean {
	const isFirst = state.lookedAt === -Infinity && state.failures === 1;
	const isRefusal = failure instanceof NodeApiError && isLasting(failure);
	const isSerious = state.failures > 1 || (isRefusal && !isFirst);
	if (!isSerious || Date.now() - state.reportedAt < delays.poll.report) return false;
	state.reportedAt = Date.now();
	return true;
}
