// Turns the filters that the user has added into those of a list reading.

import { z } from 'zod';
import type { ListFilters } from '../transport/lists/lists';
import { searchedDataSchema } from './customData';
import { isBefore, momentSchema } from './dates';
import { anyText, entriesOf, filledText, type Choice } from './doors';
import { field, refusal, schemaFor, validated } from './schemas';
import { openWord } from './words';

/**
 * Validates filters and turns them into the filters of a list reading (docs/service.md#filters).
 *
 * @param entered the filters that were added; `data` as rows of key and value
 * @param looksThrough whether the list may ignore custom data
 * @throws UserError that names every problem at once. A filter without a value is one: it would return everything
 */
export function filterQuery(
	statuses: ReadonlyArray<Choice<string>>,
	entered: Readonly<Record<string, unknown>>,
	timeZone: string,
	looksThrough = false,
): ListFilters {
	const schema = z
		.object({
			status: openWord('Status', statuses).optional(),
			since: momentSchema('Since', timeZone).optional(),
			until: momentSchema('Until', timeZone).optional(),
			ids: idsSchema.optional(),
			signer: filledText('Signer').optional(),
			data: schemaFor((rows) =>
				Array.isArray(rows) && rows.length > 0
					? searchedDataSchema(timeZone)
					: z.never({ message: NO_PAIR }),
			).optional(),
		})
		.refine(({ since, until }) => isBefore(since, until), {
			message: 'Until must be later than Since, as Until itself is not included',
		})
		.transform(({ data, status, since, until, ids, signer }): ListFilters => ({
			query: { ...searchParameters(data), ...(status !== undefined && { status }) },
			created: { since, until },
			ids,
			signer,
			pairs: data && (looksThrough || Object.keys(data).some(isParameter)) ? data : undefined,
			needsData: looksThrough || undefined,
		}));
	// An expression without a value would pass for a filter that was not added.
	const values = Object.entries(entered).map(([name, value]) => [name, value ?? '']);
	return validated(schema, Object.fromEntries(values), { 'data #': 'Custom Data' });
}

const RESERVED = ['limit', 'offset', 'status', 'since', 'until', 'ids', 'data'];

/** Whether a key of custom data would be taken for another parameter, or for an entry of one. */
const isParameter = (key: string) => RESERVED.includes(key.trim()) || key.includes('[');

/** A key is a parameter; if it is that of another one, it is written as in a creation (docs/service.md#filters). */
const searchParameters = (data: Readonly<Record<string, string>> = {}) =>
	Object.fromEntries(
		Object.entries(data).map(([key, value]) => [isParameter(key) ? `data[${key}]` : key, value]),
	);

const idsSchema = field(
	z
		.preprocess(entriesOf, z.array(anyText))
		.transform((ids) => [...new Set(ids.map((id) => id.trim()).filter(Boolean))])
		.refine((ids) => ids.length > 0),
	(value) =>
		refusal(
			'IDs',
			value,
			'must be at least one ID, as text with commas or as a list. Otherwise remove the filter',
		),
);

const NO_PAIR =
	'Custom Data is empty: add a pair, or remove the filter. An expression belongs in a Key or a Value, not in their place';
