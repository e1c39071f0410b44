import { randomBytes } from 'node:crypto';

/** A random secret of 256 bits, as 43 characters that may stand in an address. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}
