// The local service's HTTP server: API, control interface and pages in one application.

import type { IncomingMessage } from 'node:http';

import Fastify, {
	type FastifyInstance,
	type FastifyPluginCallback,
	type FastifyRequest,
} from 'fastify';

import { controlRoutes, type Instruments } from './control/routes';
import { authenticate } from './http/auth';
import { parseNested, readBody } from './http/body';
import { answerErrors, answerNotFound } from './http/errors';
import { applyFaults, Faults } from './http/faults';
import { logRequests } from './http/requestLog';
import { answerUnreadable, readsEverything } from './http/unreadable';
import { pageRoutes } from './pages';
import { apiRoutes } from './routes';
import type { World } from './world/world';

/** Node refuses longer addresses itself. Any shorter id is only unknown. */
const MAX_URL = 16_384;

/**
 * The HTTP server with all its routes. It does not listen yet.
 *
 * @param baseUrl the service's own address, known once it listens.
 */
export function buildApp(
	world: World,
	controlToken: string,
	baseUrl: () => string,
): FastifyInstance {
	const app = Fastify({
		...readsEverything,
		forceCloseConnections: true,
		frameworkErrors: (_error, request, reply) => void answerNotFound(request, reply),
		routerOptions: { querystringParser: parseNested, maxParamLength: MAX_URL },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) =>
		readBody(request.method, request.headers, payload),
	);
	answerErrors(app, world.log);
	answerUnreadable(app);

	const instruments: Instruments = { faults: new Faults(), requests: [] };
	addScope(app, 'api', (scope) => {
		scope.addHook('onRequest', async (_request, reply) => {
			reply.header('Date', world.clock.now().toUTCString());
		});
		logRequests(scope, instruments.requests, world.log);
		applyFaults(scope, instruments.faults, world.log);
		hideReasons(scope, world);
		apiRoutes(scope, world, baseUrl);
	});
	addScope(app, 'control', (scope) => {
		scope.addHook('onRequest', async (request) => {
			authenticate(request.headers.authorization, [{ token: controlToken }]);
		});
		controlRoutes(scope, world, instruments, baseUrl);
	});
	addScope(app, 'pages', (scope) => {
		pageRoutes(scope, world, baseUrl);
	});
	return app;
}

/** Takes the reasons out of answers, unless the settings want them there (docs/service.md#reasons). */
function hideReasons(scope: FastifyInstance, { settings }: World): void {
	const isReason = (key: string) => key === 'reason' || key === 'decline_reason';
	scope.addHook('preSerialization', async (_request, _reply, payload) => {
		if (settings.reasonsInAnswers) return payload;
		const text = JSON.stringify(payload, (key, value: unknown) =>
			isReason(key) ? undefined : value,
		);
		return JSON.parse(text) as unknown;
	});
}

/** Adds routes with hooks of their own. For a name, Fastify would look through all modules that are loaded. */
function addScope(
	app: FastifyInstance,
	name: string,
	fill: (scope: FastifyInstance) => void,
): void {
	const plugin: FastifyPluginCallback = (scope, _options, done) => {
		fill(scope);
		done();
	};
	void app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name }));
}
