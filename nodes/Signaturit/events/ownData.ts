import type { GenericValue } from 'n8n-workflow';
import { MARK_KEY } from './mark';
import { REFERENCE_KEY } from './reference';

/** The key of the custom data that holds the user's own reference. */
export const OWN_REFERENCE = 'n8n_own_reference';

/** The key of the custom data that holds the templates, which no answer of the service names. */
export const TEMPLATES_KEY = 'n8n_templates';

/** The key of the custom data that names the workflow in which an execution waits for the request. */
export const WAITS_KEY = 'n8n_waits';

const ownKeys = [REFERENCE_KEY, MARK_KEY, OWN_REFERENCE, TEMPLATES_KEY, WAITS_KEY];

/** Custom data without what the nodes have put there. */
export function userData(
	data: Readonly<Record<string, GenericValue>>,
): Record<string, GenericValue> {
	return Object.fromEntries(Object.entries(data).filter(([key]) => !ownKeys.includes(key)));
}

/** The user's own reference in the custom data; `undefined` if there is none. */
export function ownReferenceIn(data: Readonly<Record<string, GenericValue>>): string | undefined {
	const value = data[OWN_REFERENCE];
	return value === undefined ? undefined : String(value);
}
