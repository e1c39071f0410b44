import type { IPollFunctions } from 'n8n-workflow';
import { MARK_KEY } from '../../events/mark';
import { delays } from '../../transport/delays';
import { DAY, utcDay } from '../../transport/lists/timeRange';
import { quietly } from '../../transport/quiet';
import type { Delivery } from '../../transport/shapes';
import { keepSubscription, unsubscribe } from '../activation/subscription';
import { subscribedTypes, type Settings } from '../panel/settings';
import { ownState } from '../process/ownState';
import { ownMark, ownSubscription, ownUrl } from './ownTrigger';
import type { PollState } from './pollState';
import { deliveriesIn, readOwnRequests, withMark } from './requests';
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
	const since = utcDay(Date.now() - lookBack * DAY);
	const isWhole = Date.now() - state.wholeAt >= delays.poll.whole;
	const mark = ownMark(this);
	if (listenTo === 'workflow' && resource === 'signature') {
		const deliveries = await readOwnRequests.call(this, state.watch, {
			mark,
			since,
			isWhole,
			settings,
		});
		if (isWhole) state.wholeAt = Date.now();
		return deliveries;
	}

	const isAccount = listenTo === 'account';
	let calls = isAccount ? CALLS.account : CALLS.ownEmails;
	// The activation makes the subscription, in newer n8n at the moment of the first look.
	const isLater = state.lookedAt > -Infinity;
	if (isAccount && isWhole && isLater && settings.arrival === 'postsAndPolling') {
		await keepOwnSubscription.call(this, settings);
		calls -= CALLS_FOR_SUBSCRIPTION;
		state.wholeAt = Date.now();
	}
	const { entries, next } = await readRound.call(
		this,
		{
			resource,
			since,
			filters: isAccount ? {} : { [MARK_KEY]: mark },
			pages: calls,
		},
		state.place,
	);
	state.place = next;
	return isAccount ? deliveriesIn(entries) : withMark(entries, mark);
}

/** Makes the subscription good that could not be made at the activation, or that somebody has ended. */
async function keepOwnSubscription(this: IPollFunctions, settings: Settings): Promise<void> {
	const own = ownState.call(this);
	const wanted = { url: ownUrl(this), events: subscribedTypes(settings) };
	try {
		if (own.isStopped) return;
		await keepSubscription.call(this, wanted, ownSubscription(this));
		// It was deactivated meanwhile, and nobody else would end this one.
		if (own.isStopped) await unsubscribe.call(this, wanted.url);
	} catch (error) {
		// Polls find the events all the same.
		this.logger.warn(`Signaturit Trigger: the subscription is uncertain. ${quietly(error)}`);
	}
}
