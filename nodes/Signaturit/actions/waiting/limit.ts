import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { optional, validated, wholeNumber } from '../../input/schemas';
import { momentSchema } from '../../input/days';
import { DAY } from '../../transport/lists/timeRange';

const units = { minutes: 60_000, hours: 3_600_000, days: DAY } as const;

/** @param timeZone in which a date without an offset is read */
const limitSchema = (timeZone: string) =>
	z.union([
		z.null().transform(() => undefined),
		z
			.object({
				limitType: z.literal('atSpecifiedTime'),
				maxDateAndTime: momentSchema('Max Date and Time', timeZone),
			})
			.transform(({ maxDateAndTime }) => maxDateAndTime),
		z
			.object({
				limitType: z.literal('afterTimeInterval').default('afterTimeInterval'),
				resumeAmount: z.coerce.number().nonnegative().default(1),
				resumeUnit: z.enum(['minutes', 'hours', 'days']).default('hours'),
			})
			.transform(({ resumeAmount, resumeUnit }) => Date.now() + resumeAmount * units[resumeUnit]),
	]);

/**
 * The limit that the user has chosen, in milliseconds since 1970; `undefined` if there is none.
 *
 * @throws UserError when it is not valid
 */
export function chosenLimit(this: IExecuteFunctions): number | undefined {
	const value = this.getNodeParameter('options.limitWaitTime.values', 0, null);
	const limit = limitSchema(this.getTimezone()).safeParse(value);
	if (limit.success) return limit.data;
	throw new UserError('Limit Wait Time must be an amount of time, or a date and time', {
		description: 'Nothing was sent.',
	});
}

/** @throws UserError when the limit is not valid, or past already */
export function checkLimit(this: IExecuteFunctions): void {
	const now = Date.now();
	const limit = chosenLimit.call(this) ?? Infinity;
	if (limit >= now) return;
	throw new UserError(`Limit Wait Time is past already: ${new Date(limit).toISOString()}`, {
		description: 'Nothing was sent. Choose a later date, or After Time Interval.',
	});
}

/** When the last of these items' requests has expired for a day; `undefined` if one never does. */
export function afterExpiry(this: IExecuteFunctions, items: readonly number[]): number | undefined {
	const days = items.map((item) => {
		const value = this.getNodeParameter('options.expireTime', item, null);
		return validated(optional(wholeNumber('Expire Time', 1)), value) ?? Infinity;
	});
	const longest = Math.max(...days);
	return longest === Infinity ? undefined : Date.now() + (longest + 1) * DAY;
}
