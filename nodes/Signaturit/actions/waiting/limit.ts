import { WAIT_INDEFINITELY, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { validated } from '../../input/checks';
import { optional, wholeNumber } from '../../input/schemas';
import { DAY } from '../../transport/lists/timeRange';

const units = { minutes: 60_000, hours: 3_600_000, days: DAY } as const;

/** The option that n8n's own nodes have for waiting. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description:
		'How long to wait at most. When the time is over, the execution goes on with the input items as they were, without an outcome. Without this, it waits until a day after the request expires (Expires After).',
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

const limitSchema = z
	.union([
		z.object({
			limitType: z.literal('atSpecifiedTime'),
			maxDateAndTime: z.coerce.date(),
		}),
		z.object({
			limitType: z.literal('afterTimeInterval').default('afterTimeInterval'),
			resumeAmount: z.coerce.number().nonnegative().default(1),
			resumeUnit: z.enum(['minutes', 'hours', 'days']).default('hours'),
		}),
	])
	.nullable();

const faultSchema = z.unknown().transform((value, context) => {
	const parsed = limitSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	context.addIssue({
		code: 'custom',
		message: 'Limit Wait Time must be an amount of time, or a date and time',
	});
	return z.NEVER;
});

/**
 * Until when to wait: as long as the user wants; otherwise until a day after the last of the requests
 * expires, or for ever if one never does.
 *
 * @throws UserError when the limit is not valid
 */
export function waitUntil(this: IExecuteFunctions, items: readonly number[], now: number): Date {
	const limit = validated(
		faultSchema,
		this.getNodeParameter('options.limitWaitTime.values', 0, null),
	);
	if (limit?.limitType === 'atSpecifiedTime') return limit.maxDateAndTime;
	if (limit) return new Date(now + limit.resumeAmount * units[limit.resumeUnit]);
	const days = items.map((item) =>
		validated(
			optional(wholeNumber('Expire Time', 1)),
			this.getNodeParameter('options.expireTime', item, null),
		),
	);
	const longest = Math.max(...days.map((each) => each ?? Infinity));
	return longest === Infinity ? WAIT_INDEFINITELY : new Date(now + (longest + 1) * DAY);
}
