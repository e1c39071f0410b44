import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { quietly } from '../../transport/errors';
import type { Delivery } from '../../transport/shapes';
import type { PostedOnly } from '../handover/handover';
import { happeningOf, startedBy, type Happening } from '../history/history';
import { confirmEvent, type Finding } from '../lookup/confirm';
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
	const { posted, reference, postKey, isUndecided } = post;
	const { undecided, lookUps } = ownState.call(this);
	const pauseAfter = (earlier: number) =>
		delays.looksOn[Math.min(earlier, delays.looksOn.length - 1)];
	const finding = await confirmEvent.call(this, posted, reference, {
		deadline: Date.now() + (isUndecided ? delays.lookOn : delays.lookUp),
		longest: delays.lookUp,
		afterFailure: pauseAfter,
		afterAbsence: pauseAfter,
		isBelieved: !isUndecided,
		name: isUndecided ? 'looks' : 'look-ups',
		isPrivileged: true,
		...lookUps,
	});
	undecided.delete(postKey);
	if (finding.kind === 'confirmed') {
		const { delivery, event } = finding;
		const happenings = startedBy(delivery, posted.record.id, event, settings);
		return { ...post, delivery, happenings };
	}
	if (!isUndecided) return believe.call(this, post, finding, settings);
	const message =
		finding.kind === 'absent'
			? 'An event that was posted here was not found at Signaturit'
			: 'Signaturit could not be asked about an event that was posted here';
	throw new NodeOperationError(this.getNode(), message, {
		description:
			'Nothing was started, because anybody who knows the address of this trigger can post to it. If the event is true, a later poll finds it. Use Retry for what polls do not look at: certified SMS of one workflow, and requests that have only the production URL of this trigger.',
	});
}

function believe(
	this: IExecuteFunctions,
	post: PostedOnly,
	finding: Exclude<Finding, { kind: 'confirmed' }>,
	settings: Settings,
): Resolved {
	const { type, createdAt, record } = post.posted;
	const event = { type, createdAt, nth: 1 };
	if (finding.kind === 'absent' && finding.delivery) {
		const { delivery } = finding;
		return { ...post, delivery, happenings: startedBy(delivery, record.id, event, settings) };
	}
	if (!startsWorkflow(settings, type)) {
		if (finding.kind === 'failed') throw finding.error;
		throw new NodeOperationError(
			this.getNode(),
			'The request of an event that was posted here was not found at Signaturit',
			{ description: 'So nobody can tell whether a request has ended. Nothing was started.' },
		);
	}
	const reason =
		finding.kind === 'failed'
			? quietly(finding.error)
			: 'what it belongs to was not found at Signaturit';
	return {
		...post,
		happenings: [happeningOf(record.id, event)],
		warnings: [`Only what was posted is known of this event: ${reason}`],
	};
}
