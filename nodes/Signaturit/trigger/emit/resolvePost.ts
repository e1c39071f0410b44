import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { isPassing } from '../../transport/errors';
import { quietly } from '../../transport/quiet';
import type { Delivery } from '../../transport/shapes';
import type { PostedEvent, PostedOnly } from '../handover/handover';
import { findEvent, happeningOf, startedBy, type Happening } from '../history/history';
import { confirmEvent } from '../lookup/confirm';
import { findDelivery, jointId, readJointly } from '../lookup/findDelivery';
import { startsWorkflow, type Settings } from '../panel/settings';
import { ownState } from '../process/ownState';

/** What a post turned out to be about. */
interface Resolved extends Omit<PostedOnly, 'kind' | 'isUndecided' | 'postKey' | 'reference'> {
	happenings: Happening[];
	delivery?: Delivery;
	warnings?: string[];
}

/**
 * Finds out what a post is about that the service has not confirmed. One that could not be decided in the
 * webhook is looked for until the service knows it. One that need not be confirmed is believed; the service
 * is read for its details, and alone tells whether a whole request has ended.
 *
 * @throws NodeOperationError when the event is not found after some minutes
 * @throws NodeApiError when the end of a request depends on an answer that cannot be had
 */
export async function resolvePost(
	this: IExecuteFunctions,
	post: PostedOnly,
	settings: Settings,
): Promise<Resolved> {
	return await (post.isUndecided ? lookOn : believe).call(this, post, settings);
}

async function lookOn(
	this: IExecuteFunctions,
	post: PostedOnly,
	settings: Settings,
): Promise<Resolved> {
	const { posted, reference, postKey } = post;
	const own = ownState.call(this);
	const pauseAfter = (earlier: number) =>
		delays.looksOn[Math.min(earlier, delays.looksOn.length - 1)];
	const verdict = await confirmEvent.call(this, posted, reference, {
		deadline: Date.now() + delays.lookOn,
		afterFailure: pauseAfter,
		afterAbsence: pauseAfter,
		turns: { name: 'looks', isPrivileged: true, ...own.lookUps },
	});
	own.undecided.delete(postKey);
	if (typeof verdict === 'object') {
		const { delivery, recordId, event } = verdict;
		return { ...post, delivery, happenings: startedBy(delivery, recordId, event, settings) };
	}
	const message =
		verdict === 'no'
			? 'An event that was posted here was not found at Signaturit'
			: 'Signaturit could not be asked about an event that was posted here';
	throw new NodeOperationError(this.getNode(), message, {
		description:
			'Nothing was started, because anybody who knows the address of this trigger can post to it. If the event is true, a later poll finds it. Use Retry for what polls do not look at: certified SMS of one workflow, and requests that have only the production URL of this trigger.',
	});
}

async function believe(
	this: IExecuteFunctions,
	post: PostedOnly,
	settings: Settings,
): Promise<Resolved> {
	const { posted, reference } = post;
	const { type, createdAt, record } = posted;
	const [found] = await Promise.allSettled([lookUp.call(this, posted, reference)]);
	const delivery = found.status === 'fulfilled' ? found.value : undefined;
	const history = delivery?.records.find(({ id }) => id === record.id)?.events ?? [];
	const claimed = { type, createdAt, events: record.events };
	const event = findEvent(history, claimed, true) ?? { type, createdAt, nth: 1 };
	if (delivery) {
		return { ...post, delivery, happenings: startedBy(delivery, record.id, event, settings) };
	}
	if (!startsWorkflow(settings, type)) {
		if (found.status === 'rejected') throw found.reason;
		throw new NodeOperationError(
			this.getNode(),
			'The request of an event that was posted here was not found at Signaturit',
			{ description: 'So nobody can tell whether a request has ended. Nothing was started.' },
		);
	}
	const reason =
		found.status === 'rejected'
			? quietly(found.reason)
			: 'what it belongs to was not found at Signaturit';
	return {
		...post,
		happenings: [happeningOf(record.id, event)],
		warnings: [`Only what was posted is known of this event: ${reason}`],
	};
}

async function lookUp(
	this: IExecuteFunctions,
	posted: PostedEvent,
	reference: string | undefined,
): Promise<Delivery | undefined> {
	const limits = { deadline: Date.now() + delays.lookUp, repeatable: true };
	const turns = { name: 'look-ups', isPrivileged: true, ...ownState.call(this).lookUps };
	const id = jointId(posted);
	if (id !== undefined) {
		const { deadline } = limits;
		const [read] = await Promise.allSettled([
			readJointly.call(this, id, { deadline, longest: delays.look }, turns),
		]);
		if (read.status === 'rejected' && !isPassing(read.reason)) throw read.reason;
		if (read.status === 'fulfilled' && read.value) return read.value;
	}
	return await findDelivery.call(this, posted, reference, limits, turns);
}
