// How refusals and unexpected errors are answered: status, body and log line.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Refusal, type RefusalDetails, type RefusalKind } from '../domain/refusal';

const STATUSES: Record<RefusalKind, number> = {
	invalid: 400,
	forbidden: 403,
	not_found: 404,
	conflict: 409,
};

/** A request that is too large or has a media type that is not supported. */
export class RequestError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
	) {
		super(message);
	}
}

/** A refused token, in the shape of OAuth 2.0 libraries. */
export class OAuthError extends Error {
	constructor(
		readonly error: string,
		description: string,
	) {
		super(description);
	}
}

/** The status that a refusal is answered with; undefined for any other error. */
export function refusalStatus(error: unknown): number | undefined {
	if (error instanceof Refusal) return STATUSES[error.kind];
	return error instanceof RequestError ? error.statusCode : undefined;
}

/** The body of an error (docs/service.md#error-body). */
export const errorBody = (
	status: number,
	message: string,
	details?: RefusalDetails,
): Record<string, unknown> => ({
	status_code: status,
	message,
	...(details && { error_details: details }),
});

/** The path of a request without its query, which may carry a token. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

/** Answers refusals and errors in the documented shape, and logs unexpected errors. */
export function answerErrors(app: FastifyInstance, log: (line: string) => void): void {
	app.setErrorHandler((error: FastifyError | Error, request, reply) => {
		if (error instanceof OAuthError) {
			return reply
				.code(401)
				.header('www-authenticate', `Bearer realm="Service", error="${error.error}"`)
				.send({ error: error.error, error_description: error.message });
		}
		const status = refusalStatus(error) ?? (error as FastifyError).statusCode ?? 500;
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
