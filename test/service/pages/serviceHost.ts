// Refuses to show pages under a host name that somebody else could have.

import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

import { forbidden } from '../domain/refusal';

/**
 * Any site can give its name the address of this machine, and read what it shows: a browser takes it for the site
 * itself. So pages are shown under names only that nobody else can have.
 *
 * @param publicUrl what the service's links begin with.
 * @throws Refusal forbidden under any other name.
 */
export function assertServiceHost({ headers }: FastifyRequest, publicUrl: string): void {
	const address = `http://${headers.host ?? ''}`;
	const name = URL.canParse(address) ? new URL(address).hostname : '';
	const isLocal = isIP(name.replace(/^\[|\]$/g, '')) > 0 || /(^|\.)localhost$/.test(name);
	if (!isLocal && name !== new URL(publicUrl).hostname) {
		throw forbidden(`To use the pages at ${name || 'this address'}, start with --public-url.`);
	}
}
