import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Shorter ones are no tokens of the service, and may be part of any word. */
const SHORTEST = 8;

/** What stands in a text for an access token. */
const CONCEALED = '[access token]';

/**
 * Makes the filter for all text that comes from outside or from n8n while a credential is used: a service, or something
 * in between, may repeat its access token, as it is or encoded.
 */
export function concealer(
	credential: ICredentialDataDecryptedObject | undefined,
): (text: string) => string {
	const token = String(credential?.accessToken ?? '').trim();
	if (token.length < SHORTEST) return (text) => text;
	const base64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
	const json = JSON.stringify(token).slice(1, -1);
	const forms = new Set([
		token,
		json,
		json.replaceAll('/', '\\/'),
		encodeURIComponent(token),
		base64,
	]);
	const found = new RegExp([...forms].map(escaped).join('|'), 'gi');
	return (text) => text.replace(found, CONCEALED);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
