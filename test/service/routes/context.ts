import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';

import { subjectOf, type Subject } from '../domain/signatures/documents';
import type { SignatureRequest, User } from '../domain/signatures/model';
import type { World } from '../world/world';
import { notFound } from '../http/errors';
import { read } from '../validation/read';

declare module 'fastify' {
	interface FastifyContextConfig {
		takesQuery?: boolean;
	}
}

/** Options of routes that have query parameters; all others refuse any. */
export const takesQuery = { config: { takesQuery: true } };

/** What every route has at hand. */
export interface RouteContext {
	world: World;
	/** The service's own address, without a slash. */
	baseUrl: () => string;
	userOf: (request: FastifyRequest) => User;
	readBody: <T extends z.ZodTypeAny>(schema: T, request: FastifyRequest) => z.output<T>;
	readQuery: <T extends z.ZodTypeAny>(schema: T, request: FastifyRequest) => z.output<T>;
}

export function routeContext(
	world: World,
	baseUrl: () => string,
	userOf: (request: FastifyRequest) => User,
): RouteContext {
	const allowed = () => world.settings.allowUnknownParameters;
	return {
		world,
		baseUrl,
		userOf,
		readBody: (schema, request) => read(schema, request.body, allowed()),
		readQuery: (schema, request) => read(schema, request.query, allowed()),
	};
}

const parameter = (request: FastifyRequest, name: string): string =>
	(request.params as Record<string, string>)[name] ?? '';

/** The request that the path names. @throws ApiError 404. */
export function signatureOf({ world }: RouteContext, request: FastifyRequest): SignatureRequest {
	const found = world.signatures.get(parameter(request, 'id'));
	if (!found) throw notFound('Signature');
	return found;
}

/** The document that the path names, with its request and signer. @throws ApiError 404. */
export function documentOf(context: RouteContext, request: FastifyRequest): Subject {
	const signature = signatureOf(context, request);
	const id = parameter(request, 'documentId');
	const document = signature.documents.find((item) => item.id === id);
	if (!document) throw notFound('Document');
	return subjectOf(signature, document);
}

/** The id that the path ends in. */
export const idOf = (request: FastifyRequest): string => parameter(request, 'id');

/** Sends a file for download, under a name that every client can read. */
export function sendFile(
	reply: FastifyReply,
	type: string,
	name: string,
	content: Uint8Array | { stream: Readable; length: number },
): FastifyReply {
	const ascii = name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\x20-\x7e]|["\\/]/gu, '_');
	const full = encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16)}`,
	);
	reply
		.header('content-type', type)
		.header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${full}`);
	if (content instanceof Uint8Array) {
		return reply.send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
	}
	return reply.header('content-length', content.length).send(content.stream);
}

/** `contract.docx` → `contract`. */
export const stem = (name: string): string => name.replace(/\.[^.]*$/, '');
