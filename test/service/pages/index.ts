// All pages for people together, and what they show when something goes wrong.

import type { FastifyInstance } from 'fastify';

import { refusalStatus } from '../http/errors';
import type { World } from '../world/world';
import { assetRoutes } from './assets';
import { certificateRoutes } from './certificate';
import { descriptionRoutes } from './description';
import { inboxRoutes } from './inbox';
import { notice, sendPage } from './layout';
import { assertServiceHost } from './serviceHost';
import { requestRoutes } from './requests';
import { signingRoutes } from './signing';

const titleOf = (status: number): string => (status === 404 ? 'Nothing here' : 'That did not work');

/** The pages for people: inbox, requests, signing page and certificate page. */
export function pageRoutes(app: FastifyInstance, world: World, baseUrl: () => string): void {
	app.setErrorHandler((error, request, reply) => {
		const status = refusalStatus(error);
		if (status !== undefined && error instanceof Error) {
			const operator = !/^\/[sc]\//.test(request.url);
			return sendPage(reply, { ...notice(titleOf(status), error.message), operator }, status);
		}
		world.log(`failed page ${request.routeOptions.url}: ${String(error)}`);
		return sendPage(reply, notice('Something went wrong', 'Please try again.'), 500);
	});
	app.addHook('onRequest', async (request) => assertServiceHost(request, baseUrl()));
	app.get('/', (_request, reply) => reply.redirect('/inbox'));
	assetRoutes(app);
	descriptionRoutes(app, baseUrl);
	inboxRoutes(app, world, baseUrl);
	requestRoutes(app, world, baseUrl);
	signingRoutes(app, world);
	certificateRoutes(app, world);
}
