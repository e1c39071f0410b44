import type { FastifyInstance } from 'fastify';

import type { World } from '../world/world';
import { ApiError } from '../http/errors';
import { assetRoutes } from './assets';
import { certificateRoutes } from './certificate';
import { inboxRoutes } from './inbox';
import { notice, sendPage } from './layout';
import { signingRoutes } from './signing';

/** The pages for people: the inbox, the signing page, the documents of certified deliveries. */
export function pageRoutes(app: FastifyInstance, world: World, baseUrl: () => string): void {
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof ApiError) {
			const page = notice('That did not work', error.message);
			return sendPage(reply, page, error.statusCode);
		}
		world.log(`failed page ${request.routeOptions.url}: ${String(error)}`);
		return sendPage(reply, notice('Something went wrong', 'Please try again.'), 500);
	});
	app.get('/', (_request, reply) => reply.redirect('/inbox'));
	assetRoutes(app);
	inboxRoutes(app, world, baseUrl);
	signingRoutes(app, world);
	certificateRoutes(app, world);
}
