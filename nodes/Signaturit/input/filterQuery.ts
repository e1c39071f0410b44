import { z } from 'zod';
import { validated } from './checks';
import { customDataSchema } from './customData';
import { daySchema } from './days';
import { choice, field } from './schemas';

/** The service's own query parameters: custom data cannot be searched by these keys. */
const RESERVED = ['limit', 'offset', 'status', 'since', 'until', 'ids'];

/** The query parameters of a list: those of the service, and a custom data key for each pair. */
export interface FilterQuery {
	[customDataKey: string]: string | undefined;
	status?: string;
	since?: string;
	until?: string;
	ids?: string;
}

/**
 * Validates filters and turns them into query parameters (docs/service.md#filters).
 *
 * @param statuses the statuses that the list has
 * @param entered the filters that were added; `data` as rows of key and value
 * @param timeZone of the dates, as an IANA name
 * @throws UserError that names every fault at once. A filter without a value is a fault: leaving it out
 * would return everything
 */
export function filterQuery(
	statuses: readonly string[],
	entered: Readonly<Record<string, unknown>>,
	timeZone: string,
): FilterQuery {
	const [first = '', ...others] = statuses;
	const schema = z
		.object({
			status: choice('Status', [first, ...others]).optional(),
			since: daySchema('Since', timeZone).optional(),
			until: daySchema('Until', timeZone).optional(),
			ids: idsSchema.optional(),
			data: searchSchema,
		})
		.refine(({ since, until }) => !isDay(since) || !isDay(until) || since < until, {
			message: 'Until must be a later day than Since: it is itself not included',
		})
		.transform(({ data, ...query }): FilterQuery => ({ ...data, ...query }));
	// An expression without a value would pass for a filter that was not added.
	const values = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
	return validated(schema, Object.fromEntries(values), { data: 'Custom Data' });
}

const idsSchema = field(
	z
		.union([z.string().transform((text) => text.split(',')), z.array(z.string())])
		.transform((ids) => ids.map((id) => id.trim()).filter(Boolean))
		.refine((ids) => ids.length > 0)
		.transform((ids) => ids.join(',')),
	'IDs is empty: enter at least one, or remove the filter',
);

const rowSchema = z.object({ key: z.string().trim(), value: z.unknown() });

const searchSchema = z.array(z.unknown()).transform((rows, context) => {
	const parsed = customDataSchema.safeParse(rows);
	parsed.error?.issues.forEach(context.addIssue);
	rows.forEach((row, index) => {
		const refuse = (message: string) =>
			context.addIssue({ code: 'custom', path: [index], message });
		const { key = '', value } = rowSchema.safeParse(row).data ?? {};
		if (RESERVED.includes(key))
			refuse(`Key "${key}" cannot be searched by, as it is a filter itself`);
		if (value === '') refuse('Value is empty');
	});
	return parsed.data ?? {};
});

function isDay(value: string | undefined): value is string {
	return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value);
}
