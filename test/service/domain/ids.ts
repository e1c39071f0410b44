// Makes random ids, page links, access tokens and SMS codes.

import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** An id of anything but an event hook (docs/service.md#ids-and-dates). */
export const newId = (): string => randomUUID();

/** An id of an event hook: 20 characters of `[A-Za-z0-9_-]`. */
export const newHookId = (): string => randomBytes(15).toString('base64url');

/** The secret part of a page's address. */
export const newLink = (): string => randomBytes(24).toString('base64url');

/** An access token of an account's user. */
export const newToken = (): string => randomBytes(32).toString('hex');

/** An SMS password or code of six digits. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');
