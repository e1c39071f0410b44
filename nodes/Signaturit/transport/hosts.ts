import { z } from 'zod';

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
