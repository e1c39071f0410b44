import type { IPollFunctions } from 'n8n-workflow';
import type { Registration } from '../../events/registration';
import { MARK_KEY } from '../../events/tracking';
import { delays } from '../../transport/delays';
import { DAY, utcDay } from '../../transport/lists/timeRange';
import { quietly } from '../../transport/errors';
import type { Delivery } from '../../transport/shapes';
import { keepSubscription, unsubscribe } from '../activation/subscription';
import { deliveriesIn, withMark } from '../history/history';
import { subscribedTypes, type Settings } from '../panel/settings';
import { ownState } from '../process/ownState';
import { ownRegistration } from './beginning';
import type { PollState } from './pollState';
import { readOwnRequests } from './requests';
import { readRound } from './rotation';

/** How many calls one poll makes at most for a list that it goes round. */
const CALLS = { account: 10, ownEmails: 2 };

/** How many of them the care for the subscription may take. */
const CALLS_FOR_SUBSCRIPTION = 3;

/**
 * Reads what may have changed since the last poll, within the budget of docs/trigger.md#calls.
 *
 * @throws NodeApiError with the service's own words
 */
export async function readChanges(
	this: IPollFunctions,
	state: PollState,
	settings: Settings,
): Promise<Delivery[]> {
	const { resource, listenTo, lookBack } = settings;
	const now = Date.now();
	const since = utcDay(now - lookBack * DAY);
	const isWhole = now - state.wholeAt >= delays.poll.whole;
	const known = ownRegistration(this);
	const mark = known?.mark ?? '';
	// Before the first activation, nothing can have been sent.
	if (listenTo === 'workflow' && mark === '') return [];
	if (listenTo === 'workflow' && resource === 'signature') {
		const own = { mark, since, isWhole, settings };
		const { deliveries, isComplete } = await readOwnRequests.call(this, state.watch, own);
		if (isWhole) state.wholeAt = Date.now();
		if (isComplete) state.completeAt = now;
		return deliveries;
	}

	const isAccount = listenTo === 'account';
	let calls = isAccount ? CALLS.account : CALLS.ownEmails;
	// The activation makes the subscription, in newer n8n at the moment of the first look.
	const isLater = state.lookedAt > -Infinity;
	if (isAccount && isWhole && isLater && known && settings.arrival === 'postsAndPolling') {
		await keepOwnSubscription.call(this, state, settings, known);
		calls -= CALLS_FOR_SUBSCRIPTION;
		state.wholeAt = Date.now();
	}
	if (!state.place) state.roundAt = now;
	const filters = isAccount ? {} : { [MARK_KEY]: mark };
	const round = { resource, since, filters, pages: calls };
	const { entries, next } = await readRound.call(this, round, state.place);
	state.place = next;
	if (!next) state.completeAt = state.roundAt;
	return isAccount ? deliveriesIn(entries) : withMark(entries, mark);
}

/** Makes the subscription good that could not be made at the activation, or that somebody has ended. */
async function keepOwnSubscription(
	this: IPollFunctions,
	state: PollState,
	settings: Settings,
	{ url, subscriptionId }: Registration,
): Promise<void> {
	const wanted = { url, events: subscribedTypes(settings) };
	try {
		if (state.isStopped) return;
		await keepSubscription.call(this, wanted, subscriptionId);
		// It was deactivated meanwhile and not activated again, so nobody else would end this one.
		if (state.isStopped && ownState.call(this).polls === state)
			await unsubscribe.call(this, wanted.url);
	} catch (error) {
		// Polls find the events all the same.
		this.logger.warn(`Signaturit Trigger: the subscription is uncertain. ${quietly(error)}`);
	}
}
