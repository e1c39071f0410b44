// The API route for the account's credits, bought and used.

import type { FastifyInstance } from 'fastify';

import type { RouteContext } from './context';

/** How many credits were bought for the year. */
const BOUGHT = 1_000;

/** The credits of the account (docs/service.md#credits). */
export function creditRoutes(app: FastifyInstance, { world }: RouteContext): void {
	app.get('/v3/account/credits.json', () => {
		const year = world.clock.now().getUTCFullYear();
		const { credits } = world.settings;
		return [
			{
				type: 'advanced',
				period: 'year',
				quantity: BOUGHT,
				usedCredits: BOUGHT - credits,
				remainingCredits: credits,
				currentPeriod: { from: `${year}-01-01`, to: `${year}-12-31` },
			},
		];
	});
}
