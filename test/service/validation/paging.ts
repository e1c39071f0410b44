import type { z } from 'zod';

import { integer } from './primitives';
import { issueWithMessage } from './read';

/** How many results limit and offset can reach (docs/service.md#page-sizes). */
export const WINDOW = 10_000;

/** `limit` and `offset` of the /v3 lists (docs/service.md#page-sizes). */
export const limitAndOffset = {
	limit: integer(1, 100).default(100),
	offset: integer(0).default(0),
};

/** `limit` and `page` of the other lists. */
export const limitAndPage = (max: number) => ({
	limit: integer(1, max).default(max),
	page: integer(1).default(1),
});

/** Adds an issue when the page goes beyond the first 10,000 results. */
export function refuseBeyondWindow(
	{ limit, offset }: { limit: number; offset: number },
	context: z.RefinementCtx,
): void {
	if (limit + offset > WINDOW) {
		context.addIssue(
			issueWithMessage('Result window is too large', [
				`limit and offset together must not exceed ${WINDOW}`,
			]),
		);
	}
}
