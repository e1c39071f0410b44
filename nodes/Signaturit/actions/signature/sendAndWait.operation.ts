// The operation *Send and Wait*, and the text in the editor while an execution sleeps.

import type { INodeProperties } from 'n8n-workflow';
import { WAITS_KEY, waitsValueOf } from '../../events/tracking';
import {
	choiceField,
	dateField,
	hiddenWhen,
	inTools,
	noticeField,
	numberField,
	option,
	whenTool,
} from '../../input/fields';
import { isTool, reviewsToolCalls } from '../../n8n/variant';
import { parameter, type ExecuteCall } from '../../transport/call';
import type { FormFields } from '../../transport/form';
import { withRecordList } from '../../transport/shapes';
import type { Operation } from '../operation';
import { withOrigin } from '../reporting';
import { withCustomData, type Creation } from '../sending/creation';
import { deniedAtOnce } from '../agent/approval';
import { attachFilesOption, expiryOf, planOf, stopIfBouncedOption } from '../waiting/plan';
import { checkSleep, sleepUntilEnded } from '../waiting/sleep';
import { ownWaitingAddress } from '../waiting/ownAddress';

import {
	createRequest,
	readRequest,
	requestFields,
	requestOptions,
} from './create/create.operation';
import { reviewSourceField } from './create/documents';
import { Refusal } from '../../transport/errors/refusal';

/**
 * A field that has no effect when the node reviews the calls of an agent. n8n cannot tell the node for reviews from the
 * ordinary tool, which refuses the operation anyway.
 */
const notInReviews = (field: INodeProperties) => hiddenWhen(whenTool, field);

/** The editor's text while an execution sleeps. It is made without items, so only fixed names are shown. */
export const waitingTooltip = `={{ ((parameters) => {
	if (parameters.operation !== 'sendAndWait') return '';
	const inEmail = (email) => email.includes('<') ? email.split('<')[0].split('"').join('').trim() : '';
	const rows = parameters.recipients?.recipient ?? [];
	const names = rows.map(({ name, email }) => name || inEmail(String(email ?? '')));
	const isFixed = names.length > 0 && names.every((name) => name && !String(name).startsWith('='));
	const [last, ...others] = [...names].reverse();
	const signers = others.length > 0 ? others.reverse().join(', ') + ' and ' + last + ' have' : last + ' has';
	const who = isFixed && !parameters.options?.json?.recipientsJson ? signers : 'everyone has';
	return 'The execution goes on when ' + who + ' signed, or when the request is declined, canceled or expired';
})($parameter) }}`;

const byInterval = { displayOptions: { show: { limitType: ['afterTimeInterval'] } } };

/** The option that n8n's own nodes have for waiting. */
const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description:
		'How long to wait at most; then the workflow goes on without an outcome. Without this, as long as people can sign.',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				choiceField('Limit Type', 'limitType', {
					default: 'afterTimeInterval',
					description: 'When to stop waiting',
					options: [
						option(
							'After Time Interval',
							'afterTimeInterval',
							'Waits for a certain amount of time',
						),
						option('At Specified Time', 'atSpecifiedTime', 'Waits until a date and time'),
					],
				}),
				numberField('Amount', 'resumeAmount', {
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'The time to wait',
					...byInterval,
				}),
				choiceField('Unit', 'resumeUnit', {
					default: 'hours',
					description: 'Unit of the time to wait',
					options: [option('Days', 'days'), option('Hours', 'hours'), option('Minutes', 'minutes')],
					...byInterval,
				}),
				dateField('Max Date and Time', 'maxDateAndTime', {
					description: 'Until when to wait',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				}),
			],
		},
	],
};

/** The options of a request, as far as they are of use while the execution sleeps: nobody would get the URL then. */
const optionsOfRequest = requestOptions.map((field): INodeProperties => {
	// n8n gives the node for reviews a field for the message.
	if (['body', 'smsBody', 'reference', 'countEnded'].includes(field.name))
		return notInReviews(field);
	const { name, options } = field;
	const isUseful = (one: object) => !('value' in one && one.value === 'url');
	return name === 'deliveryType' ? { ...field, options: options?.filter(isUseful) } : field;
});

async function describe(call: ExecuteCall, item: number): Promise<() => Promise<Creation>> {
	refuseTool(call);
	planOf(call, item);
	expiryOf(call, item);
	const address = await ownWaitingAddress(call);
	const waitsValue = waitsValueOf(call.n8n.getWorkflow().id ?? '');
	const read = await readRequest(call, item, address);
	refuseUrl(call, item);
	const track = async (fields: FormFields) =>
		withOrigin(call, withCustomData(fields, { [WAITS_KEY]: waitsValue }));
	return async () => ({ ...(await read()), resource: 'signature', track });
}

/** POST /v3/signatures.json; its events go to the execution, which sleeps until every request has ended. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Signature',
	short: 'Send and Wait',
	action: 'Send a signature request and wait until signed',
	description:
		'Send files or templates for signature, and go on when the request is completed, declined, expired or canceled',
	isSlow: true,
	creates: true,
	fields: [
		noticeField(
			"The agent's tool runs only after everyone has signed. Message is the text of the email and of <b>This Approval</b>. Your n8n needs a public web address.",
			'reviewNotice',
			inTools,
		),
		reviewSourceField,
		...requestFields.map((field) => (field.name === 'source' ? notInReviews(field) : field)),
	],
	options: [
		...optionsOfRequest,
		notInReviews(attachFilesOption),
		notInReviews(limitWaitTimeOption),
		stopIfBouncedOption,
	],
	describe,
	async prepare(call, item) {
		const isReview = reviewsToolCalls(call.node);
		const denied = isReview ? deniedAtOnce(call) : undefined;
		if (denied) return async () => [{ json: denied }];
		const read = await describe(call, item);
		return async (note) => {
			const answer = await createRequest(call, item, note, read);
			return [{ json: withRecordList(answer) }];
		};
	},
	beforeSending: checkSleep,
	sleep: sleepUntilEnded,
};

function refuseUrl(call: ExecuteCall, item: number): void {
	if (parameter(call, 'options.deliveryType', item, '') !== 'url') return;
	throw new Refusal('Delivery Type cannot be URL here', 'builder', {
		unsent: true,
		advice:
			'Nobody would get the URL while the execution sleeps. Choose Email or SMS, or use the operation Create, whose output holds the URL.',
	});
}

/** The output of a tool goes to the agent, whatever it says; only the node for reviews holds a tool back. */
function refuseTool(call: ExecuteCall): void {
	if (!isTool(call.node)) return;
	throw new Refusal('Send and Wait for Signature cannot be a tool of an agent', 'builder', {
		unsent: true,
		advice:
			'To have people sign before a tool runs, put Signaturit between the agent and that tool: in the list of tools, it is under Human review. To let the agent send requests, use the operation Create.',
	});
}
