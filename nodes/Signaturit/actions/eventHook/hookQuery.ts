import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { validated } from '../../input/checks';
import { daySchema } from '../../input/days';
import { field, filledText } from '../../input/schemas';

const methods = ['GET', 'POST'] as const;

const codeSchema = z.coerce.number().int().min(100).max(599).transform(String);

const inputSchema = (timeZone: string) =>
	z
		.object({
			from: daySchema('From', timeZone).optional(),
			to: daySchema('To', timeZone).optional(),
			method: field(
				z.array(z.enum(methods)).min(1),
				'Methods is empty: choose at least one, or remove the filter',
			).optional(),
			status: field(
				z
					.union([z.string().transform((text) => text.split(',')), z.array(z.unknown())])
					.or(z.number().transform((code) => [code]))
					.pipe(z.array(codeSchema)),
				'Status Codes must be numbers between 100 and 599, separated by commas',
			).optional(),
			search: filledText('Search').optional(),
		})
		.refine(({ from, to }) => !from || !to || from <= to, {
			message: 'To must not be before From',
		});

/**
 * The query parameters for the filters of event hooks (docs/service.md#list-of-event-hooks): lists as
 * `status[]` and `method[]`, days as JSON text in `date`.
 *
 * @param entered the filters that were added
 * @param timeZone of the dates, as an IANA name
 * @throws UserError that names every fault at once. A filter without a value is a fault
 */
export function hookQuery(
	entered: Readonly<Record<string, unknown>>,
	timeZone: string,
): IDataObject {
	// An expression without a value would pass for a filter that was not added.
	const values = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
	const { from, to, ...query } = validated(inputSchema(timeZone), Object.fromEntries(values));
	return { ...query, ...((from ?? to) && { date: JSON.stringify({ from, to }) }) };
}
