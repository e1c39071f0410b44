// The parameters for pages of lists, and how far they may reach.

import type { z } from 'zod';

import { integer } from './primitives';
import { issueWithMessage } from './read';

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

/** Refuses a page that goes beyond so many results (docs/service.md#page-sizes). */
export const refuseBeyond =
	(window: number) =>
	({ limit, offset }: { limit: number; offset: number }, context: z.RefinementCtx): void => {
		if (limit + offset <= window) return;
		const details = [`limit and offset together must not exceed ${window}`];
		context.addIssue(issueWithMessage('Result window is too large', details));
	};
