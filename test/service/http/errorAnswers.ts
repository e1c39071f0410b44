import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Refusal } from '../domain/refusal';
import { errorBody, OAuthError, refusalStatus } from './errors';
import { pathOf } from './path';

/** Answers refusals and errors in the documented shape, and logs unexpected errors. */
export function answerErrors(app: FastifyInstance, log: (line: string) => void): void {
	app.setErrorHandler((error: FastifyError | Error, request, reply) => {
		if (error instanceof OAuthError) {
			return reply
				.code(401)
				.header('www-authenticate', `Bearer realm="Service", error="${error.error}"`)
				.send(error.toBody());
		}
		const status = refusalStatus(error) ?? frameworkStatus(error);
		if (status >= 500) log(`failed ${request.method} ${pathOf(request)}: ${error.stack ?? error}`);
		const details = error instanceof Refusal ? error.details : undefined;
		return reply.code(status).send(errorBody(status, error.message, details));
	});
	app.setNotFoundHandler(answerNotFound);
}

/** Answers a path that no route has. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const path = pathOf(request);
	const isXml = path.endsWith('.xml');
	const status = isXml ? 406 : 404;
	const message = isXml
		? 'XML is not offered by the local service'
		: `Route ${request.method} ${path} not found`;
	return reply.code(status).send(errorBody(status, message));
}

const frameworkStatus = (error: FastifyError | Error): number =>
	'statusCode' in error ? (error.statusCode ?? 500) : 500;
