import { createHash } from 'node:crypto';
import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ServicePath } from './endpoints';
import { hosts } from './hosts';

const credentialSchema = z.object({
	environment: z.enum(['sandbox', 'production', 'custom']).default('sandbox'),
	// An expression may give a value that is not text.
	accessToken: z.string().trim().catch(''),
	baseUrl: z.string().default(''),
});

export type SignaturitCredential = z.infer<typeof credentialSchema>;

/**
 * Validates the decrypted fields of a credential. The token is trimmed, as `authenticate` of the credential does.
 *
 * @throws UserError when no header can carry the token, ZodError when the fields are not those of `signaturitApi`
 */
export function readCredential(data: unknown): SignaturitCredential {
	const credential = credentialSchema.parse(data);
	const problem = tokenProblem(credential.accessToken);
	if (problem === undefined) return credential;
	throw new UserError(`The Access Token of the Signaturit credential ${problem}`, {
		description:
			'Nothing was sent. Copy the token again from the user panel of the chosen environment, and paste it alone into Access Token.',
	});
}

export const CREDENTIAL = 'signaturitApi';

/** The problem with a token, in words that do not show it (docs/service.md#access-tokens); `undefined` if none. */
function tokenProblem(token: string): string | undefined {
	if (token === '') return 'is empty';
	if (/^bearer\s/i.test(token)) return 'begins with "Bearer", which is not part of it';
	// Blanks, line ends and all that is not ASCII.
	if (/[^!-~]/.test(token)) {
		return 'contains a blank, a line end or another character that no token has';
	}
	return undefined;
}

/** The absolute address of an endpoint in the credential's environment. Throws as `rootOf` does. */
export function serviceUrl(credential: SignaturitCredential, path: ServicePath): string {
	return rootOf(credential) + path;
}

/** Stands for the account of a credential: its address and its token, hashed. Throws as `rootOf` does. */
export function accountOf(credential: SignaturitCredential): string {
	const account = JSON.stringify([rootOf(credential), credential.accessToken]);
	return createHash('sha256').update(account).digest('base64url');
}

/**
 * The address of the credential's environment. A custom base URL keeps its path, but no slash or version at its end.
 *
 * @throws UserError when the custom base URL is not an http(s) address
 */
export function rootOf({ environment, baseUrl }: SignaturitCredential): string {
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

/** The warning for a base URL of plain http that leads beyond this machine, if it does. Throws as `rootOf` does. */
export function plainHttpWarning(credential: SignaturitCredential): string | undefined {
	const { protocol, host, hostname } = new URL(rootOf(credential));
	const isLoopback = ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
	if (protocol === 'https:' || isLoopback) return undefined;
	return `The Base URL begins with http://, so the access token and the documents travel unencrypted to ${host}. Use https:// unless you trust every network on the way.`;
}

/** A shorter token is not one of the service, and may be part of any word, or a name in its answers. */
const SHORTEST = 8;

/** The text in the place of an access token. */
const CONCEALED = '[access token]';

type Conceal = (text: string) => string;

/** The access token of a decrypted credential, valid or not. */
export const tokenOf = (credential: ICredentialDataDecryptedObject | undefined): string =>
	String(credential?.accessToken ?? '').trim();

/**
 * Makes the filter for answers before they are read: a service, or something in between, may repeat the access token of
 * its request, as it is or encoded.
 */
export function concealer(credential: ICredentialDataDecryptedObject | undefined): Conceal {
	const token = tokenOf(credential);
	return token.length < SHORTEST ? (text) => text : takeOut(token);
}

/** Makes the filter for all text that people read, for these access tokens. A short one counts as a word of its own. */
export function shownConcealer(tokens: Iterable<string>): Conceal {
	const filters = [...tokens].filter(Boolean).map(takeOut);
	return (text) => filters.reduce((shown, filter) => filter(shown), text);
}

function takeOut(token: string): Conceal {
	const base64 = Buffer.from(token)
		.toString('base64')
		.replace(/={1,2}$/, '');
	const json = JSON.stringify(token).slice(1, -1);
	const forms = new Set([
		token,
		json,
		json.replaceAll('/', '\\/'),
		encodeURIComponent(token),
		base64,
	]);
	const found =
		token.length < SHORTEST
			? new RegExp(`(?<![\\w-])${escaped(token)}(?![\\w-])`, 'g')
			: new RegExp([...forms].map(escaped).join('|'), 'gi');
	return (text) => text.replace(found, CONCEALED);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
