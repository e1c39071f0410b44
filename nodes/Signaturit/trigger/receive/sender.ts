import { z } from 'zod';
import { SENDER } from '../../transport/serviceUrl';

const requestSchema = z.object({ ip: z.string() });

/**
 * Whether a request comes from Signaturit's address (docs/service.md#sender-of-posts). `ip` is
 * Express's: the caller's address, or behind proxies the address that the outermost trusted proxy has
 * seen (`N8N_PROXY_HOPS` tells n8n how many those are).
 */
export function isFromSignaturit(request: unknown): boolean {
	const { data } = requestSchema.safeParse(request);
	return data?.ip.replace(/^::ffff:/i, '') === SENDER;
}
