import { z } from 'zod';

/** The one address from which events are posted, of both environments (wire facts, Callbacks). */
export const SENDER = '34.241.96.22';

const requestSchema = z.object({ ip: z.string() });

/**
 * Whether a request comes from Signaturit's address. `ip` is Express's: the caller's, or behind proxies
 * what the outermost trusted one has seen (`N8N_PROXY_HOPS` tells n8n how many those are).
 */
export function isFromSignaturit(request: unknown): boolean {
	const { data } = requestSchema.safeParse(request);
	return data?.ip.replace(/^::ffff:/i, '') === SENDER;
}
