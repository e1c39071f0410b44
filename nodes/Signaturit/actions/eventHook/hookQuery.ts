import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { validated } from '../../input/checks';
import { isBefore, momentAfter, momentSchema } from '../../input/days';
import { field, filledText } from '../../input/schemas';
import { daysAround, type TimeRange } from '../../transport/lists/timeRange';

/** A list, or text that separates its entries by commas. Expressions may give either. */
const commaList = z.union([
	z.string().transform((text): unknown[] => text.split(',')),
	z.array(z.unknown()),
]);

const methodSchema = z
	.string()
	.trim()
	.regex(/^[a-z]+$/i)
	.transform((method) => method.toUpperCase());

/** 0 stands for a receiver that could not be reached (docs/service.md#list-of-event-hooks). */
const codeSchema = z
	.union([z.string().trim(), z.number().transform(String)])
	.pipe(z.string().regex(/^\d{1,3}$/))
	.transform((code) => String(Number(code)));

const inputSchema = (timeZone: string) =>
	z
		.object({
			from: momentSchema('From', timeZone).optional(),
			to: momentSchema('To', timeZone, momentAfter).optional(),
			method: field(
				commaList.pipe(z.array(methodSchema).min(1)),
				'Methods must be HTTP methods, e.g. POST: choose at least one, or remove the filter',
			).optional(),
			status: field(
				commaList.or(z.number().transform((code) => [code])).pipe(z.array(codeSchema).min(1)),
				'Status Codes must be whole numbers between 0 and 999, separated by commas',
			).optional(),
			search: filledText('Search').optional(),
		})
		.refine(({ from, to }) => isBefore(from, to), {
			message: 'To must not be before From',
		});

/** What event hooks are listed by. */
export interface HookFilters {
	query: IDataObject;
	created: TimeRange;
}

/**
 * The filters of event hooks (docs/service.md#list-of-event-hooks): lists as `status[]` and `method[]`,
 * days as JSON text in `date`. Whether its last day is included is not documented, so a day more is asked
 * for: what was created outside of the time is to be left out afterwards.
 *
 * @param entered the filters that were added
 * @param timeZone of the dates, as an IANA name
 * @throws UserError that names every fault at once. A filter without a value is a fault
 */
export function hookQuery(
	entered: Readonly<Record<string, unknown>>,
	timeZone: string,
): HookFilters {
	// An expression without a value would pass for a filter that was not added.
	const values = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
	const { from, to, ...query } = validated(inputSchema(timeZone), Object.fromEntries(values));
	const created: TimeRange = { since: from, until: to };
	const { since, until } = daysAround(created);
	const hasDays = since !== undefined || until !== undefined;
	return {
		query: { ...query, ...(hasDays && { date: JSON.stringify({ from: since, to: until }) }) },
		created,
	};
}
