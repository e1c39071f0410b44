import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { requestFields, requestOptions } from './create/create.fields';

/**
 * A field of *Send and Wait* that has no effect when it reviews the calls of an agent. n8n cannot tell its twin
 * for reviews from the ordinary tool, which refuses the operation anyway.
 */
function notInReviews(field: INodeProperties): INodeProperties {
	const [hidden = field] = updateDisplayOptions({ hide: { '@tool': [true] } }, [field]);
	return hidden;
}

/** What a review does, and what its signers have to be told. */
const reviewNotice: INodeProperties = {
	displayName:
		'The tool runs only after everyone has signed; a decline goes back to the agent. Message is what the signers get by email: say in it what the tool is to do, e.g. with {{ $tool.parameters.amount }}. Works under Human in the Loop only. Signaturit must be able to reach n8n.',
	name: 'reviewNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const waitNotice = notInReviews({
	displayName:
		'The execution sleeps until every request has ended. Signaturit must be able to reach n8n. When a limit of the time to wait is over, n8n goes on with the input items, without an outcome.',
	name: 'waitNotice',
	type: 'notice',
	default: '',
});

/** The option that n8n's own nodes have for waiting. */
const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description:
		'How long to wait at most. When the time is over, the execution goes on with the input items, without an outcome. Without this, it waits until a day after the request expires (Expires After).',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					description: 'When to stop waiting',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Waits for a certain amount of time',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Waits until a date and time',
						},
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'The time to wait',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					description: 'Unit of the time to wait',
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'Until when to wait',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

const attachFilesOption: INodeProperties = {
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
};

/** The fields of a request that is waited for. n8n gives the twin for reviews a field for the message. */
export const waitingFields: INodeProperties[] = [
	waitNotice,
	reviewNotice,
	...requestFields.map((field) => (field.name === 'body' ? notInReviews(field) : field)),
];

/** The options of a request that is waited for. */
export const waitingOptions: INodeProperties[] = [
	...requestOptions.map((field) => {
		if (['reference', 'countEnded'].includes(field.name)) return notInReviews(field);
		if (field.name !== 'deliveryType') return field;
		// While the execution sleeps, nobody would get the URL.
		const options = field.options?.filter((option) => 'value' in option && option.value !== 'url');
		return { ...field, options };
	}),
	notInReviews(attachFilesOption),
	notInReviews(limitWaitTimeOption),
];
