import type { Answer } from './answer';

/** Statuses that name another address to ask. */
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Where a redirected download goes on. Another host is followed over https only.
 *
 * @param from absolute address that was redirected
 * @param service absolute address at the service itself
 * @returns `undefined` if the answer is no redirect, or one that must not be followed
 */
export function redirectTarget(
	{ statusCode, headers }: Pick<Answer, 'statusCode' | 'headers'>,
	from: string,
	service: string,
): string | undefined {
	const { location } = headers;
	if (!redirects.has(statusCode) || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	return target.protocol === 'https:' || target.origin === new URL(service).origin
		? target.href
		: undefined;
}
