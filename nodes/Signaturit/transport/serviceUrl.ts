import { UserError } from 'n8n-workflow';
import { z } from 'zod';
import type { ServicePath } from './endpoints';

/** Hosts of the two environments; each serves `/v3` and `/v4` (docs/service.md#environments). */
const hosts = {
	sandbox: 'https://api.sandbox.signaturit.com',
	production: 'https://api.signaturit.com',
} as const;

/** The origin of the pages that send messages to a page around them (docs/service.md#signing-page). */
export const signingPageOrigins = {
	sandbox: 'https://sign-app.sandbox.signaturit.com',
	production: 'https://sign-app.signaturit.com',
} as const;

/** The one address from which both environments post events (docs/service.md#sender-of-posts). */
export const SENDER = '34.241.96.22';

const credentialSchema = z.object({
	environment: z.enum(['sandbox', 'production', 'custom']).default('sandbox'),
	accessToken: z.string().trim(),
	baseUrl: z.string().default(''),
});

/** The validated fields of the credential `signaturitApi`. */
export type SignaturitCredential = z.infer<typeof credentialSchema>;

/** Validates the decrypted fields of a credential. Throws a `ZodError` if they are not `signaturitApi`'s. */
export function readCredential(data: unknown): SignaturitCredential {
	return credentialSchema.parse(data);
}

/**
 * The absolute address of an endpoint in the credential's environment. A custom base URL may end in a
 * slash or a version. A path in it (a proxy's prefix) is kept.
 *
 * @throws UserError when the custom base URL is not an http(s) address
 */
export function serviceUrl(credential: SignaturitCredential, path: ServicePath): string {
	return rootOf(credential) + path;
}

function rootOf({ environment, baseUrl }: SignaturitCredential): string {
	if (environment !== 'custom') return hosts[environment];

	const root = baseUrl
		.trim()
		.replace(/\/+$/, '')
		.replace(/\/v[34]$/i, '')
		.replace(/\/+$/, '');
	if (!/^https?:/i.test(root) || !URL.canParse(root)) {
		throw new UserError('The Base URL of the Signaturit credential is not a web address', {
			description: `It must start with http:// or https://, e.g. http://127.0.0.1:8025. It is "${baseUrl}".`,
		});
	}
	return root;
}
