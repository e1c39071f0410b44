import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Identifiers of everything but event hooks. */
export const newId = (): string => randomUUID();

/** Event hook ids: 20 characters of `[A-Za-z0-9_-]`. */
export const newHookId = (): string => randomBytes(15).toString('base64url');

/** The opaque end of an address that is given to one person. */
export const newLink = (): string => randomBytes(24).toString('base64url');

/** An access token of an account's user. */
export const newToken = (): string => randomBytes(32).toString('hex');

/** Six digits for SMS passwords and codes. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');
