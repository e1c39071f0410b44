// The hosts of Signaturit's environments, and the address from which it posts.

import { z } from 'zod';

/**
 * Reads a web address, which may be relative to `base`; `undefined` if it is none. In Node 20, `URL.canParse` says no to
 * an address with an ñ after some thousand calls (seen in 20.20.2).
 */
export function urlOf(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/** Hosts of the two environments; each serves `/v3` and `/v4` (docs/service.md#environments). */
export const hosts = originsOf('api');

/** The origin of the pages that send messages to a page around them (docs/service.md#signing-page). */
export const signingPageOrigins = originsOf('sign-app');

/** The origin of the pages to which the links of signers lead (docs/service.md#signing-links). */
export const appOrigins = originsOf('app');

function originsOf(host: string) {
	return {
		sandbox: `https://${host}.sandbox.signaturit.com`,
		production: `https://${host}.signaturit.com`,
	};
}

/** The one address from which both environments post events (docs/service.md#sender-of-posts). */
export const SENDER = '34.241.96.22';

const senderSchema = z.object({ ip: z.string() });

/** Whether a request comes from `SENDER`. Express's `ip` is that seen by the outermost of `N8N_PROXY_HOPS` proxies. */
export function isFromSignaturit(request: unknown): boolean {
	const { data } = senderSchema.safeParse(request);
	return data?.ip.replace(/^::ffff:/i, '') === SENDER;
}
