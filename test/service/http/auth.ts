// Finds the owner of the token in an Authorization header.

import { createHash, timingSafeEqual } from 'node:crypto';

import { OAuthError } from './errors';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The owner of the token in an Authorization header.
 *
 * @throws OAuthError for no token, another scheme or an unknown token.
 */
export function authenticate<T extends { token: string }>(
	header: string | undefined,
	owners: readonly T[],
): T {
	const given = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
	if (given === undefined) {
		throw new OAuthError('access_denied', 'OAuth2 authentication required');
	}
	const owner = owners.find(({ token }) => timingSafeEqual(digest(token), digest(given)));
	if (!owner) throw new OAuthError('invalid_grant', 'The access token provided is invalid.');
	return owner;
}
