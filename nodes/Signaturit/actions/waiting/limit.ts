import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { optional, validated, wholeNumber } from '../../input/schemas';
import { momentSchema } from '../../input/days';
import { DAY } from '../../transport/lists/timeRange';

const units = { minutes: 60_000, hours: 3_600_000, days: DAY } as const;

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
