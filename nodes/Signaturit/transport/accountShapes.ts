import { z } from 'zod';
import type { ServicePath } from './endpoints';
import { jsonOf, unreadable } from './exchange';
import { lax, nonEmptyText } from './shapes';

const laxText = lax(z.string());

/** What lists show of a branding, a contact, or a seat or group of the team. */
export const accountEntrySchema = z.object({
	id: nonEmptyText,
	name: laxText,
	email: laxText,
	role: laxText,
	status: laxText,
	created_at: laxText,
});

export type AccountEntry = z.infer<typeof accountEntrySchema>;

/** A group of the team, as the reference describes it: without an id (docs/service.md#team-groups). */
export const groupSchema = z.object({ name: z.string() });

/** The endpoints whose answers hold access tokens of the account's users (docs/service.md#access-tokens). */
const TEAM = '/v3/team/';

/** Names of what nobody else may see, in lower case and without any other sign than letters. */
const SECRET = /token|secret|passw|apikey|authorization|bearer|jwt/;

/**
 * The text of an answer without what stands under the name of a token, at any depth. To be called before anything
 * else looks at the text: what is removed here can reach no item, no message and no log.
 */
export function withoutTokens(path: ServicePath, text: string): string {
	if (!path.startsWith(TEAM)) return text;
	const body = jsonOf(text);
	if (body === undefined || body === unreadable) return text;
	const isSecret = (key: string) => SECRET.test(key.replace(/[^a-z]/gi, '').toLowerCase());
	return JSON.stringify(body, (key, value: unknown) => (isSecret(key) ? undefined : value));
}
