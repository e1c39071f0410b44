// Turns what a test has thrown into an error that Jest can write into its results.

import { types } from 'node:util';

/**
 * What a test has thrown, as Jest can write it into its results: with all that an error carries, whatever the error's
 * own `toJSON` says. One circle there, as in axios's errors, and the results of the whole run would be lost.
 */
export function plainError(thrown: unknown): unknown {
	if (!types.isNativeError(thrown)) return thrown;
	try {
		JSON.stringify({ ...thrown });
		return thrown;
	} catch {
		const { name, message, stack, cause } = thrown;
		return Object.assign(new Error(message, { cause: plainError(cause) }), { name, stack });
	}
}
