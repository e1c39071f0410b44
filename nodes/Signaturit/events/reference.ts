import { randomUUID } from 'node:crypto';
import type { FormFields, FormValue } from '../transport/form';

/**
 * The key of the custom data by which the request of an event is found. Posts do not always name the
 * request (docs/service.md#event-posts), but requests can be listed by custom data.
 */
export const REFERENCE_KEY = 'n8n_reference';

const PARAMETER = 'reference';

/**
 * Adds the same random reference to the address for events and to the custom data of a request that is
 * about to be created. A request without an address for events stays as it is.
 */
export function withReference(fields: FormFields): FormFields {
	const { events_url: url, data } = fields;
	if (typeof url !== 'string') return fields;
	const reference = randomUUID();
	const marked = new URL(url);
	marked.searchParams.set(PARAMETER, reference);
	return {
		...fields,
		events_url: marked.href,
		data: {
			...(data as Readonly<Record<string, FormValue>> | undefined),
			[REFERENCE_KEY]: reference,
		},
	};
}

/** The reference in the query of a post; `undefined` if it has no valid one. */
export function referenceIn(query: unknown): string | undefined {
	const value = (query as Record<string, unknown> | undefined)?.[PARAMETER];
	return typeof value === 'string' && /^[\da-f-]{36}$/.test(value) ? value : undefined;
}
