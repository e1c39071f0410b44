// The API route that checks photos of identity documents, with a made-up answer.

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { choice, file, text } from '../validation/primitives';
import type { RouteContext } from './context';

const parameters = z
	.object({
		front: file,
		back: file.optional(),
		document_type: choice('ID', 'DL', 'RP', 'PA').default('ID'),
		document_country: text()
			.pipe(z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 3166-1 alpha-3 code'))
			.default('ESP'),
	})
	.strict();

/** Photos of identity documents (docs/service.md#photo-id). What is captured here is made up. */
export function photoIdRoutes(app: FastifyInstance, { readBody }: RouteContext): void {
	app.post('/v3/photoid/validate.json', (request) => {
		const { back, document_type, document_country } = readBody(parameters, request);
		return {
			data: { document_type, document_country, name: 'ADA LOVELACE', number: '00000000T' },
			validations: { front: true, ...(back && { back: true }) },
		};
	});
}
