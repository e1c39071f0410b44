import type { FastifyRequest } from 'fastify';

/** The path of a request without its query, which may carry a token. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';
