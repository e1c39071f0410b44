// All routes of /v3 and /v4 together, for users with a token.

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { User } from '../domain/account';
import { tell } from '../domain/observers';
import { authenticate } from '../http/auth';
import { nothing } from '../validation/primitives';
import type { World } from '../world/world';
import { brandingRoutes } from './brandings';
import { emailRoutes, smsRoutes } from './certified';
import { contactRoutes } from './contacts';
import { routeContext } from './context';
import { creditRoutes } from './credits';
import { deviceRoutes } from './devices';
import { documentRoutes } from './documents';
import { eventHookRoutes } from './eventHooks';
import { fileRoutes } from './files';
import { photoIdRoutes } from './photoId';
import { signatureRoutes } from './signatures';
import { subscriptionRoutes } from './subscriptions';
import { teamRoutes } from './team';
import { templateRoutes } from './templates';

/** The API: every route of /v3 and /v4, for users with a token. */
export function apiRoutes(app: FastifyInstance, world: World, baseUrl: () => string): void {
	const users = new WeakMap<FastifyRequest, User>();
	const userOf = (request: FastifyRequest): User => {
		const user = users.get(request);
		if (!user) throw new Error('a route without a user');
		return user;
	};
	app.addHook('onRequest', async (request) => {
		users.set(request, authenticate(request.headers.authorization, world.users));
	});

	const context = routeContext(world, baseUrl, userOf);
	app.addHook('preHandler', async (request) => {
		if (!request.routeOptions.config.takesQuery) context.readQuery(nothing, request);
	});
	app.addHook('onSend', async (request, reply) => {
		if (reply.statusCode !== 201 || !world.settings.creationsAnswer200) return;
		tell.bent(request.raw);
		reply.code(200);
	});
	signatureRoutes(app, context);
	documentRoutes(app, context);
	fileRoutes(app, context);
	eventHookRoutes(app, context);
	templateRoutes(app, context);
	emailRoutes(app, context);
	smsRoutes(app, context);
	contactRoutes(app, context);
	subscriptionRoutes(app, context);
	brandingRoutes(app, context);
	creditRoutes(app, context);
	deviceRoutes(app, context);
	photoIdRoutes(app, context);
	teamRoutes(app, context);
}
