// What all API routes share: parameters, and the request or document that a path names.

import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { User } from '../domain/account';
import { tell } from '../domain/observers';
import { documentIn, type SigningItem } from '../domain/signatures/documents';
import type { SignatureRequest } from '../domain/signatures/model';
import { read } from '../validation/read';
import type { World } from '../world/world';

declare module 'fastify' {
	interface FastifyContextConfig {
		takesQuery?: boolean;
	}
}

/** Options of routes with query parameters; the others refuse all parameters. */
export const takesQuery = { config: { takesQuery: true } };

/** What routes use. */
export type RouteContext = ReturnType<typeof routeContext>;

/** @param baseUrl the service's own address, without a slash. */
export function routeContext(
	world: World,
	baseUrl: () => string,
	userOf: (request: FastifyRequest) => User,
) {
	const readFrom = <T extends z.ZodTypeAny>(schema: T, request: FastifyRequest, input: unknown) => {
		const { allowUnknownParameters } = world.settings;
		if (allowUnknownParameters) tell.bent(request.raw);
		return read(schema, input, allowUnknownParameters);
	};
	const readBody = <T extends z.ZodTypeAny>(schema: T, request: FastifyRequest) =>
		readFrom(schema, request, request.body);
	const readQuery = <T extends z.ZodTypeAny>(schema: T, request: FastifyRequest) =>
		readFrom(schema, request, request.query);
	return { world, baseUrl, userOf, readBody, readQuery };
}

const parameter = (request: FastifyRequest, name: string): string =>
	(request.params as Record<string, string>)[name] ?? '';

/** The request that the path names. @throws Refusal not_found. */
export function signatureOf({ world }: RouteContext, request: FastifyRequest): SignatureRequest {
	return world.signatures.get(parameter(request, 'id'));
}

/** The document that the path names, with its request and signer. @throws Refusal not_found. */
export function documentOf(context: RouteContext, request: FastifyRequest): SigningItem {
	return documentIn(signatureOf(context, request), parameter(request, 'documentId'));
}

/** The id that the path ends in. */
export const idOf = (request: FastifyRequest): string => parameter(request, 'id');
