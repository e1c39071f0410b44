// The gate at which Signaturit says whether it has a posted event.

import { NodeOperationError } from 'n8n-workflow';
import { readRegistration } from '../events/registration';
import { isIssued } from '../events/tracking';
import type { WebhookCall } from '../transport/call';
import { delays } from '../transport/deadline';
import { confirmEvent } from './confirm';
import type { Gate } from './gate';
import type { PostedOnly } from './history';
import { processState } from './processState';

export const NOT_FOUND = [403, 'This event was not found at Signaturit'] as const;

/** Whether the Create of this workflow has made up the address of a post. */
export function isOurs(call: WebhookCall, { reference }: PostedOnly): boolean {
	const { secret } = readRegistration(call) ?? {};
	return reference !== undefined && secret !== undefined && isIssued(reference, secret);
}

/** Posts are not signed. The webhook asks for a few seconds; if Signaturit fails, the execution goes on asking. */
export const knownToSignaturit: Gate = {
	name: 'known',
	passes:
		'Signaturit has it in the history of its document; in the webhook, also if Signaturit cannot be asked; in the execution, also if it need not be confirmed',
	answer: NOT_FOUND,

	async webhook({ call, state, post }) {
		const looks = { ...delays.looks.post, isPrivileged: isOurs(call, post) };
		const finding = await confirmEvent(call, post.posted, post.reference, looks);
		if (finding.kind !== 'absent') return { finding };
		state.refused.add(post.postKey);
		call.log('debug', 'Signaturit Trigger: an event was refused that was not found at Signaturit');
		return false;
	},

	/** Without *Confirm Events With Signaturit*, the post is believed: Signaturit is read for the details. */
	async execution({ call, post: { posted, reference, postKey, mustBeConfirmed } }) {
		const { execution, believed } = delays.looks;
		const finding = await confirmEvent(call, posted, reference, {
			...(mustBeConfirmed ? execution : believed),
			isPrivileged: true,
			isBelieved: !mustBeConfirmed,
		});
		processState(call).unconfirmed.delete(postKey);
		if (!mustBeConfirmed || finding.kind === 'confirmed') return { finding };
		const message =
			finding.kind === 'absent'
				? 'An event that was posted here was not found at Signaturit'
				: 'Signaturit could not be asked about an event that was posted here';
		throw new NodeOperationError(call.node, message, {
			description:
				'Nothing was started, because anybody who knows the address of this trigger can post to it. If the event is real, a later poll finds it. Polls do not look at certified SMS of one workflow, nor at requests that have only the production URL of this trigger: for those, retry this execution.',
		});
	},
};
