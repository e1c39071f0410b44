// Records every request to the API, for tests to read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

import { UploadedFile } from '../domain/files/uploadedFile';
import { pathOf } from './errors';

/** One request to the API as tests see it. */
export interface LoggedRequest {
	method: string;
	path: string;
	query: unknown;
	/** 0 while the request has no answer, and for good when the connection breaks before. */
	status: number;
	/** Without Authorization. */
	headers: Record<string, unknown>;
	/** Decoded, with `{name, size, type, sha256}` in the place of each file. */
	body: unknown;
}

/** How many requests are kept: the last ones that the API has received, oldest first. */
const LIMIT = 20_000;

/** A decoded body with a description in the place of each file. */
function describeBody(value: unknown): unknown {
	if (value instanceof UploadedFile) return describeFile(value);
	if (Array.isArray(value)) return value.map(describeBody);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, describeBody(item)]),
		);
	}
	return value;
}

const describeFile = ({ name, size, mimeType, bytes }: UploadedFile) => ({
	name,
	size,
	type: mimeType,
	sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Records every request of this server and writes a log line for each. */
export function logRequests(
	scope: FastifyInstance,
	requests: LoggedRequest[],
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
		requests.push(entry);
		if (requests.length > LIMIT) requests.shift();
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
