// How many runs property tests make, less in mutation testing.

import fc from 'fast-check';

/** The part of the usual runs that property tests make; mutation testing sets it to less than 1. */
const share = (globalThis as { propertyRunsShare?: number }).propertyRunsShare ?? 1;

/** How often a property test runs that is to run this often as a rule. */
export function propertyRuns(usual: number): number {
	return Math.ceil(usual * share);
}

fc.configureGlobal({ numRuns: propertyRuns(100) });
