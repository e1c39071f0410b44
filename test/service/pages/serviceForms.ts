// Refuses form posts that do not come from the local service's own pages.

import type { FastifyRequest } from 'fastify';

import { forbidden } from '../domain/refusal';

/**
 * Any site can make a browser post to this machine, so pages without a token take posts only from themselves.
 * Browsers say where every post comes from.
 *
 * @param publicUrl what the service's links begin with.
 * @throws Refusal forbidden for a post from anywhere else.
 */
export function assertServiceForm({ headers, socket }: FastifyRequest, publicUrl: string): void {
	const origins = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${socket.localPort}`);
	// Without an address of its own here, a site whose name leads to this machine would count as this service.
	origins.push(new URL(publicUrl).origin);
	if (!origins.includes(headers.origin ?? '')) {
		throw forbidden('Only the pages of this service can do that.');
	}
}
