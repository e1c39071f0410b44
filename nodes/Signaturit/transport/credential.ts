// Reads a credential: its service, account and token, and how tokens are concealed in texts.

import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { BoundedMap } from './concurrency';
import type { ServicePath } from './endpoints';
import { showValue } from './errors/shown';
import { hosts, urlOf } from './hosts';
import { bare, HIDDEN } from './text';
import { Refusal } from './errors/refusal';

// An expression may give a value that is not text.
const bareText = z.string().transform(bare).catch('');

const credentialSchema = z.object({
	environment: z.enum(['sandbox', 'production', 'custom']).default('sandbox'),
	accessToken: bareText,
	baseUrl: bareText,
});

export type SignaturitCredential = z.infer<typeof credentialSchema>;

const validCredentials = new WeakMap<ICredentialDataDecryptedObject, SignaturitCredential>();

/**
 * Validates the decrypted fields of a credential, once: each item reads its own several times.
 *
 * @throws UserError when no header can carry the token, ZodError when the fields are not those of `signaturitApi`
 */
export function readCredential(
	data: ICredentialDataDecryptedObject | undefined,
): SignaturitCredential {
	const credential = (data && validCredentials.get(data)) ?? validCredential(data);
	if (data) validCredentials.set(data, credential);
	return credential;
}

function validCredential(data: unknown): SignaturitCredential {
	const credential = credentialSchema.parse(data);
	const problem = tokenProblem(credential.accessToken);
	if (problem === undefined) return credential;
	throw new Refusal(`The Access Token of the Signaturit credential ${problem}`, 'builder', {
		advice:
			'Copy the token again from the user panel of the chosen environment, and paste it alone into Access Token.',
		unsent: true,
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

/** The absolute address of an endpoint in the credential's environment. Throws as `serviceAddressOf` does. */
export function serviceUrl(credential: SignaturitCredential, path: ServicePath): string {
	return serviceAddressOf(credential) + path;
}

/** Stands for the account of a credential: its address and its token, hashed. Throws as `serviceAddressOf` does. */
export function accountOf(credential: SignaturitCredential): string {
	const account = JSON.stringify([serviceAddressOf(credential), credential.accessToken]);
	return createHash('sha256').update(account).digest('base64url');
}

/**
 * The address of the credential's environment. A custom base URL keeps its path, but no slash or version at its end.
 *
 * @throws UserError when the custom base URL is not an http(s) address to which paths can be added
 */
export function serviceAddressOf({ environment, baseUrl }: SignaturitCredential): string {
	if (environment !== 'custom') return hosts[environment];
	const problem = addressProblem(baseUrl);
	if (problem === undefined) {
		return withoutSlashes(withoutSlashes(baseUrl).replace(/\/v[34]$/i, ''));
	}
	const given = baseUrl === '' ? '' : ` It is ${showValue(withoutSecrets(baseUrl))}.`;
	throw new Refusal(`The Base URL of the Signaturit credential ${problem}`, 'builder', {
		advice: `Enter only the address of the service, e.g. http://127.0.0.1:8025 or https://proxy.example.com/signaturit.${given}`,
		unsent: true,
	});
}

const UNSEEN = new RegExp(`[\\s${HIDDEN}]`, 'u');

/** The problem with a custom base URL; `undefined` if there is none. */
function addressProblem(baseUrl: string): string | undefined {
	if (baseUrl === '') return 'is empty';
	if (UNSEEN.test(baseUrl)) return 'has a blank or a character that nobody sees';
	if (!/^https?:\/\//i.test(baseUrl)) return 'does not start with http:// or https://';
	if (/[?#]/.test(baseUrl)) return 'has a part after ? or #, to which no path can be added';
	const url = urlOf(baseUrl);
	if (!url) return 'is not a web address';
	const { username, password } = url;
	return username + password === '' ? undefined : 'has a user name or a password in it';
}

/** An address without what stands before its host and in its query: people put passwords and tokens there. */
function withoutSecrets(address: string): string {
	const [scheme = ''] = /^https?:\/\//i.exec(address) ?? [];
	const at = address.lastIndexOf('@');
	const shown = at < 0 ? address : `${scheme}…${address.slice(at)}`;
	const query = shown.search(/[?#]/);
	return query < 0 ? shown : `${shown.slice(0, query + 1)}…`;
}

function withoutSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}

/** The warning for a base URL of plain http that leads beyond this machine, if it does. Throws as `serviceAddressOf` does. */
export function plainHttpWarning(credential: SignaturitCredential): string | undefined {
	const { protocol, host, hostname } = new URL(serviceAddressOf(credential));
	const isLoopback = ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
	if (protocol === 'https:' || isLoopback) return undefined;
	return `The Base URL begins with http://, so the access token and the documents travel unencrypted to ${host}. Use https:// unless you trust every network on the way.`;
}

/** A shorter token is not one of the service, and may be part of any word, or a name in its answers. */
const SHORTEST = 8;

/** The text in the place of an access token. */
const CONCEALED = '[access token]';

type Conceal = (text: string) => string;

/** The access token of a decrypted credential as it is sent, valid or not: without blanks around it. */
export const tokenOf = (credential: ICredentialDataDecryptedObject | undefined): string =>
	bareText.parse(credential?.accessToken);

/**
 * Makes the filter for answers before they are read: a service, or something in between, may repeat the access token of
 * its request, as it is or encoded. An answer is data, so a short token stays: it may be a word of somebody's name.
 */
export function concealer(credential: ICredentialDataDecryptedObject | undefined): Conceal {
	const token = tokenOf(credential);
	return token.length < SHORTEST ? (text) => text : takeOut(token);
}

/**
 * Makes the filter for all text that people read, for these access tokens. That is no data, so a short token is taken
 * out too, as a word of its own.
 */
export function shownConcealer(tokens: Iterable<string>): Conceal {
	const all = [...tokens].filter(Boolean).map(takeOut);
	return (text) => all.reduce((shown, filter) => filter(shown), text);
}

/** What was thrown, with all its texts filtered, wherever n8n finds them: also its stack, its causes and its context. */
export function concealedIn<Thrown>(thrown: Thrown, conceal: Conceal): Thrown {
	const copies = new Map<unknown, object>();
	const filtered = (value: unknown): unknown => {
		if (typeof value === 'string') return conceal(value);
		const copy = copies.get(value) ?? emptyCopy(value);
		if (!copy || copies.has(value)) return copy ?? value;
		copies.set(value, copy);
		for (const key of Reflect.ownKeys(value as object)) {
			const part: unknown = Reflect.get(value as object, key);
			// The node of an error is as its user has made it.
			Reflect.set(copy, key, key === 'node' ? part : filtered(part));
		}
		return copy;
	};
	return filtered(thrown) as Thrown;
}

/** What takes the filtered parts: an error itself, a new list or object; `undefined` for everything else. */
function emptyCopy(value: unknown): object | undefined {
	if (value instanceof Error) return value;
	if (Array.isArray(value)) return [];
	const isPlain = typeof value === 'object' && value !== null && value.constructor === Object;
	return isPlain ? {} : undefined;
}

const filters = new BoundedMap<Conceal>(100);

/** The filter for a token, made once: each answer passes it. */
function takeOut(token: string): Conceal {
	const filter = filters.get(token) ?? newFilter(token);
	filters.set(token, filter);
	return filter;
}

function newFilter(token: string): Conceal {
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
