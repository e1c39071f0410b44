import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { WAITS_KEY } from '../../events/ownData';
import { waitsMark } from '../../events/waits';
import type { FormFields } from '../../transport/form';
import { createOnce } from '../creation/createOnce';
import { signatureRequests, type Described } from '../creation/creation';
import { inItemOrder } from '../creation/itemOrder';
import { readExisting } from '../creation/look';
import { countEndedOption, sendAgainOption } from '../creation/options';
import { withPairs } from '../creation/pairs';
import { deliveryItems } from '../deliveryItems';
import type { Operation } from '../operation';
import type { OutputItem } from '../outputItem';
import { deniedAtOnce, reviewsCalls } from '../waiting/approval';
import { notInReviews, reviewNotice, waitingFields, waitingOptions } from '../waiting/panel';
import { limitWaitTimeOption, waitUntil } from '../waiting/limit';
import { keepSent, requestKey, takeSentBefore } from '../waiting/sentBefore';
import { sleepUntilEnded, wakingAddress } from '../waiting/sleep';
import { readRequest } from './create/readRequest';

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
	settlesDoubt: true,
	fields: [
		notInReviews({
			displayName:
				'The execution sleeps until every request has ended. Signaturit must be able to reach n8n. When a limit of the time to wait is over, n8n goes on with the input items as they were: without an outcome.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		}),
		reviewNotice,
		...waitingFields,
	],
	options: [
		...waitingOptions,
		notInReviews({
			displayName: 'Attach Files',
			name: 'attachFiles',
			type: 'multiOptions',
			options: [
				{
					name: 'Audit Trails',
					value: 'auditTrail',
					description: 'The proof of who did what and when, in the binary fields auditTrail_1 …',
				},
				{
					name: 'Signed PDFs',
					value: 'signed',
					description: 'The signed documents, in the binary fields signed_1 …',
				},
			],
			default: [],
			description:
				'Files of a completed request to put on the item. The execution sleeps until Signaturit has them.',
		}),
		notInReviews(countEndedOption),
		notInReviews(limitWaitTimeOption),
		sendAgainOption('request'),
	],
	async run(item) {
		refuseTool.call(this);
		if (reviewsCalls(this.getNode())) return await review.call(this, item);
		return await inItemOrder.call(this, item, async () => await sendOnce.call(this, item));
	},
	finish: sleepUntilEnded,
};

/** Sends the request of an item, unless this execution has sent it before it slept. */
async function sendOnce(this: IExecuteFunctions, item: number): Promise<OutputItem[]> {
	// Once it is sent, nothing may stop the execution from sleeping.
	waitUntil.call(this, [item], Date.now());
	const described = await describe.call(this, item);
	const key = requestKey(described);
	const before = takeSentBefore.call(this, item, key);
	if (before !== undefined) {
		const { json } = await readExisting.call(this, 'signature', before);
		return deliveryItems({ ...json, reused: true });
	}
	const answer = await send.call(this, item, described);
	keepSent.call(this, item, key, String(answer.id));
	return deliveryItems(answer);
}

/** Each call of an agent needs a signature of its own: no request that exists is taken for it. */
async function review(this: IExecuteFunctions, item: number): Promise<OutputItem[]> {
	const denied = deniedAtOnce.call(this, item);
	if (denied) return [{ json: denied }];
	const described = await describe.call(this, item);
	return deliveryItems(await send.call(this, item, { ...described, reference: undefined }));
}

/** @throws UserError as `readRequest`, or when nobody would get the URL for signing */
async function describe(this: IExecuteFunctions, item: number): Promise<Described> {
	const described = await readRequest.call(this, item, await wakingAddress.call(this));
	if (described.fields.delivery_type !== 'url') return described;
	throw new UserError('Delivery Type cannot be URL here', {
		description:
			'Nothing was sent. Nobody would get the URL while the execution sleeps. Choose Email or SMS, or use the operation Create, whose output holds the URL.',
	});
}

async function send(
	this: IExecuteFunctions,
	item: number,
	described: Described,
): Promise<IDataObject> {
	const mark = waitsMark(this.getWorkflow().id ?? '');
	return await createOnce.call(this, item, signatureRequests, {
		...described,
		track: async (fields: FormFields) => withPairs(fields, { [WAITS_KEY]: mark }),
	});
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
