import type { IncomingMessage } from 'node:http';

import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { User } from './domain/signatures/model';
import type { World } from './world/world';
import { controlRoutes } from './control/routes';
import { authenticate } from './http/auth';
import { parseNested, readBody } from './http/body';
import { ApiError, OAuthError } from './http/errors';
import { applyFaults, Faults } from './http/faults';
import { describeBody, RequestLog, type LoggedRequest } from './http/requestLog';
import { pageRoutes } from './pages';
import { emailRoutes, smsRoutes } from './routes/certified';
import { routeContext } from './routes/context';
import { documentRoutes } from './routes/documents';
import { eventHookRoutes } from './routes/eventHooks';
import { fileRoutes } from './routes/files';
import { signatureRoutes } from './routes/signatures';
import { subscriptionRoutes } from './routes/subscriptions';
import { templateRoutes } from './routes/templates';

const noParameters = z.object({}).strict();

/** What the control interface can reach beyond the world. */
export interface Instruments {
	faults: Faults;
	requests: RequestLog;
}

/**
 * The HTTP server with all its routes, not listening yet.
 *
 * @param baseUrl the service's own address, known once it listens.
 */
export function buildApp(
	world: World,
	controlToken: string,
	baseUrl: () => string,
): FastifyInstance {
	const app = Fastify({
		forceCloseConnections: true,
		routerOptions: { querystringParser: parseNested, maxParamLength: 300 },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) =>
		readBody(request.method, request.headers, payload),
	);
	answerErrors(app, world.log);

	const instruments: Instruments = { faults: new Faults(), requests: new RequestLog() };
	void app.register((scope, _options, done) => {
		apiRoutes(scope, world, instruments, baseUrl);
		done();
	});
	void app.register((scope, _options, done) => {
		scope.addHook('onRequest', async (request) => {
			authenticate(request.headers.authorization, [{ token: controlToken }]);
		});
		controlRoutes(scope, world, instruments, baseUrl);
		done();
	});
	void app.register((scope, _options, done) => {
		pageRoutes(scope, world, baseUrl);
		done();
	});
	return app;
}

function answerErrors(app: FastifyInstance, log: (line: string) => void): void {
	app.setErrorHandler((error: FastifyError | Error, request, reply) => {
		if (error instanceof OAuthError) {
			return reply
				.code(401)
				.header('www-authenticate', `Bearer realm="Service", error="${error.error}"`)
				.send(error.toBody());
		}
		if (error instanceof ApiError) return reply.code(error.statusCode).send(error.toBody());
		const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
		if (status >= 500) log(`failed ${request.method} ${pathOf(request)}: ${error.stack ?? error}`);
		return reply.code(status).send(new ApiError(status, error.message).toBody());
	});
	app.setNotFoundHandler((request, reply) => {
		const path = pathOf(request);
		const error = path.endsWith('.xml')
			? new ApiError(406, 'XML is not offered by the local service')
			: new ApiError(404, `Route ${request.method} ${path} not found`);
		return reply.code(error.statusCode).send(error.toBody());
	});
}

function apiRoutes(
	scope: FastifyInstance,
	world: World,
	instruments: Instruments,
	baseUrl: () => string,
): void {
	const users = new WeakMap<FastifyRequest, User>();
	const userOf = (request: FastifyRequest): User => {
		const user = users.get(request);
		if (!user) throw new Error('a route without a user');
		return user;
	};
	logRequests(scope, instruments.requests, world.log);
	applyFaults(scope, instruments.faults, world.log);
	scope.addHook('onRequest', async (request) => {
		users.set(request, authenticate(request.headers.authorization, world.users));
	});

	const context = routeContext(world, baseUrl, userOf);
	scope.addHook('preHandler', async (request) => {
		if (!request.routeOptions.config.takesQuery) context.readQuery(noParameters, request);
	});
	signatureRoutes(scope, context);
	documentRoutes(scope, context);
	fileRoutes(scope, context);
	eventHookRoutes(scope, context);
	templateRoutes(scope, context);
	emailRoutes(scope, context);
	smsRoutes(scope, context);
	subscriptionRoutes(scope, context);
}

function logRequests(
	scope: FastifyInstance,
	requests: RequestLog,
	log: (line: string) => void,
): void {
	const entries = new WeakMap<FastifyRequest, LoggedRequest>();
	scope.addHook('onRequest', async (request) => {
		const { authorization: _secret, ...headers } = request.headers;
		const entry: LoggedRequest = {
			method: request.method,
			path: pathOf(request),
			query: request.query,
			status: 0,
			headers,
			body: undefined,
		};
		entries.set(request, entry);
		requests.add(entry);
	});
	scope.addHook('preHandler', async (request) => {
		const entry = entries.get(request);
		if (entry) entry.body = describeBody(request.body);
	});
	scope.addHook('onResponse', async (request, reply) => {
		const entry = entries.get(request);
		if (entry) entry.status = reply.statusCode;
		log(
			`${request.method} ${pathOf(request)} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`,
		);
	});
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';
