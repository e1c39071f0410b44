import { UserError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { validated } from '../../input/checks';
import { momentSchema } from '../../input/days';
import { optional, wholeNumber } from '../../input/schemas';
import { DAY } from '../../transport/lists/timeRange';

const units = { minutes: 60_000, hours: 3_600_000, days: DAY } as const;

/** The option that n8n's own nodes have for waiting. */
export const limitWaitTimeOption: INodeProperties = {
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

/** @param timeZone in which a date without an offset is read */
const limitSchema = (timeZone: string) =>
	z
		.union([
			z.object({
				limitType: z.literal('atSpecifiedTime'),
				maxDateAndTime: momentSchema('Max Date and Time', timeZone),
			}),
			z.object({
				limitType: z.literal('afterTimeInterval').default('afterTimeInterval'),
				resumeAmount: z.coerce.number().nonnegative().default(1),
				resumeUnit: z.enum(['minutes', 'hours', 'days']).default('hours'),
			}),
		])
		.nullable();

/** The limit that the user has chosen, from a moment on; `undefined` if there is none. */
function limitFrom(this: IExecuteFunctions, now: number): number | undefined {
	const value = this.getNodeParameter('options.limitWaitTime.values', 0, null);
	const { data: limit } = limitSchema(this.getTimezone()).safeParse(value);
	if (limit === undefined) {
		throw new UserError('Limit Wait Time must be an amount of time, or a date and time', {
			description: 'Nothing was sent.',
		});
	}
	if (limit === null) return undefined;
	if (limit.limitType === 'atSpecifiedTime') return limit.maxDateAndTime;
	return now + limit.resumeAmount * units[limit.resumeUnit];
}

/** @throws UserError when the limit is not valid, or past already */
export function checkLimit(this: IExecuteFunctions): void {
	const now = Date.now();
	const until = limitFrom.call(this, now) ?? Infinity;
	if (until >= now) return;
	throw new UserError(`Limit Wait Time is past already: ${new Date(until).toISOString()}`, {
		description: 'Nothing was sent. Choose a later date, or After Time Interval.',
	});
}

/**
 * Until when to wait: as long as the user wants; otherwise until a day after the last of the requests
 * expires; `undefined` if one never does.
 *
 * @throws UserError when the limit is not valid
 */
export function waitUntil(this: IExecuteFunctions, items: readonly number[]): Date | undefined {
	const now = Date.now();
	const limit = limitFrom.call(this, now);
	if (limit !== undefined) return new Date(limit);
	const days = items.map((item) =>
		validated(
			optional(wholeNumber('Expire Time', 1)),
			this.getNodeParameter('options.expireTime', item, null),
		),
	);
	const longest = Math.max(...days.map((each) => each ?? Infinity));
	return longest === Infinity ? undefined : new Date(now + (longest + 1) * DAY);
}
