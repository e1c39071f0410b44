import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { WAITS_KEY, waitsMark } from '../../events/tracking';
import type { FormFields } from '../../transport/form';
import { deliveryItems, type OutputItem } from '../outputItem';
import type { Operation } from '../operation';
import { createOnce } from '../sending/createOnce';
import { signatureRequests, withPairs } from '../sending/creation';
import type { Note } from '../sending/note';
import { deniedAtOnce, reviewsCalls } from '../waiting/approval';
import { checkLimit } from '../waiting/limit';
import { sleepUntilEnded, wakingAddress } from '../waiting/sleep';
import { readRequest } from './create/readRequest';
import { waitingFields, waitingOptions } from './sendAndWait.fields';

/**
 * POST /v3/signatures.json, then the execution sleeps until every request has ended. Its events go to the
 * execution, not to the workflow's trigger.
 */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Signature',
	action: 'Send a signature request and wait until signed',
	description:
		'Send files or templates for signature, and go on when the request is completed, declined, expired or canceled',
	isSlow: true,
	creates: true,
	fields: waitingFields,
	options: waitingOptions,
	async run(item, note) {
		refuseTool.call(this);
		const isReview = reviewsCalls(this.getNode());
		const denied = isReview ? deniedAtOnce.call(this, item) : undefined;
		if (denied) return [{ json: denied }];
		// Once it is sent, nothing may stop the execution from sleeping.
		if (!isReview) checkLimit.call(this);
		return await sendRequest.call(this, item, note, isReview);
	},
	finish: sleepUntilEnded,
};

/**
 * @param isReview whether it is for a call of an agent: each needs a signature of its own, so no request that exists
 * is taken for it
 * @throws UserError as `readRequest`, or when nobody would get the URL for signing
 */
async function sendRequest(
	this: IExecuteFunctions,
	item: number,
	note: Note,
	isReview: boolean,
): Promise<OutputItem[]> {
	const described = await readRequest.call(this, item, await wakingAddress.call(this));
	if (described.fields.delivery_type === 'url') {
		throw new UserError('Delivery Type cannot be URL here', {
			description:
				'Nothing was sent. Nobody would get the URL while the execution sleeps. Choose Email or SMS, or use the operation Create, whose output holds the URL.',
		});
	}
	const mark = waitsMark(this.getWorkflow().id ?? '');
	const answer = await createOnce.call(this, item, note, signatureRequests, {
		...described,
		...(isReview && { reference: undefined }),
		track: async (fields: FormFields) => withPairs(fields, { [WAITS_KEY]: mark }),
	});
	return deliveryItems(answer);
}

/** The output of a tool goes to the agent, whatever it says; only the twin for reviews holds a tool back. */
function refuseTool(this: IExecuteFunctions): void {
	const node = this.getNode();
	if (!node.type.endsWith('Tool') || reviewsCalls(node)) return;
	throw new UserError('Send and Wait for Signature cannot be a tool of an agent', {
		description:
			'Nothing was sent. To have people sign before a tool runs, put Signaturit between the agent and that tool: in the list of tools, it is under Human in the Loop. To let the agent send requests, use the operation Create.',
	});
}
