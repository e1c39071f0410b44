// The API routes for signing devices, whose answers are made up.

import type { FastifyInstance } from 'fastify';

import { nothing } from '../validation/primitives';
import type { RouteContext } from './context';

/** Devices on which people sign (docs/service.md#devices). What is answered here is made up. */
export function deviceRoutes(app: FastifyInstance, { readBody }: RouteContext): void {
	app.get('/v3/account/enrollment-code', () => ({ code: '482913' }));

	app.delete('/v3/account/devices/:id', (request, reply) => {
		readBody(nothing, request);
		return reply.code(204).send();
	});
}
