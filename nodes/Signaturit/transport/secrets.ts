import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

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
	const base64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
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
