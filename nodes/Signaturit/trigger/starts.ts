// The gate at which the history of a delivery becomes happenings that start the workflow.

import { NodeOperationError } from 'n8n-workflow';
import { textForLog } from '../transport/errors/errors';
import type { Gate } from './gate';
import { happeningOf, happeningsIn, startedBy } from './history';
import { startsWorkflow } from './settings';

export const starts: Gate = {
	name: 'starts',
	passes:
		'it, or the end of the request that it brings, is chosen, and *Send and Wait* does not wait for it',

	webhook({ settings, post: { posted }, finding }) {
		if (finding.kind !== 'confirmed') return false;
		const happenings = startedBy(finding.delivery, posted.record.id, finding.event, settings);
		return happenings.length > 0 && { happenings };
	},

	/** Of an event that is believed, the service alone tells whether the whole request has ended. */
	execution({ call, settings, post: { posted }, finding }) {
		const { type, createdAt, record } = posted;
		const believed = { type, createdAt, nth: 1 };
		const { delivery, event = believed } = finding;
		if (delivery) return { happenings: startedBy(delivery, record.id, event, settings) };
		if (startsWorkflow(settings, type)) {
			const reason =
				finding.kind === 'failed'
					? textForLog(finding.error)
					: 'what it belongs to was not found at Signaturit';
			return {
				happenings: [happeningOf(record.id, believed)],
				warnings: [`Only what was posted is known of this event: ${reason}`],
			};
		}
		if (finding.kind === 'failed') throw finding.error;
		throw new NodeOperationError(
			call.node,
			'The request of an event that was posted here was not found at Signaturit',
			{
				description:
					'Nothing was started, as nobody can tell whether the request has ended. Check that the credential belongs to the account that has sent it.',
			},
		);
	},

	poll: ({ settings, deliveries }) => ({ happenings: happeningsIn(deliveries, settings) }),
};
