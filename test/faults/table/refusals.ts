// Faults of error statuses and redirects: answers that refuse, and answers that leave the result unknown.

import { bothMoments, type Fault, type Kind } from './fault';
import { answer, errorForms, LOGIN_PAGE } from './give';

const statuses = (
	kind: Kind,
	verdict: Fault['verdict'],
	moments: Fault['moments'],
	list: number[],
) =>
	list.flatMap((status) =>
		errorForms(status).map(([form, give]): Fault => ({
			name: `${status} (${form})`,
			kind,
			verdict,
			moments,
			give,
		})),
	);

const tooMany = (
	name: string,
	verdict: Fault['verdict'],
	retryAfter: () => string | undefined,
	times = 1,
): Fault => ({
	name: `429 ${name}`,
	kind: 'too many requests',
	verdict,
	moments: ['before'],
	times,
	give: (exchange) => {
		const wait = retryAfter();
		const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': wait };
		const body = '{"status_code":429,"message":"Too many requests"}';
		answer(429, body, 'application/json', headers)(exchange);
	},
});

/**
 * Answers that refuse. A service that has acted does not give them, so they are met before only, and the
 * node may say that nothing was done.
 */
export const refusals: Fault[] = [
	...statuses('refusal', 'refused', ['before'], [400, 401, 403, 404, 405, 410, 413, 422]),
	tooMany('without Retry-After', 'refused', () => undefined),
	tooMany('with Retry-After: 61', 'refused', () => '61'),
	tooMany('with Retry-After in an hour', 'refused', () =>
		new Date(Date.now() + 3_600_000).toUTCString(),
	),
	tooMany('with Retry-After: 0, then the answer', 'done', () => '0'),
	tooMany('with Retry-After: 1, then the answer', 'done', () => '1'),
	// Only what is harmless to repeat is sent a third time.
	tooMany('with Retry-After: 1 twice, then the answer', 'refused', () => '1', 2),
	tooMany('with a date as Retry-After, then the answer', 'done', () => new Date().toUTCString()),
];

/** Answers that leave open whether the service has acted. */
export const unknownVerdicts: Fault[] = [
	...statuses('conflict', 'unknown', bothMoments, [408, 409, 425, 499]),
	...statuses('server error', 'unknown', bothMoments, [500, 502, 503, 504, 520]),
	...[301, 302, 303, 307, 308].flatMap((status): Fault[] => [
		redirect(`${status} to the same host`, status, ({ request }) => {
			return `${REDIRECTED}${request.url}`;
		}),
		redirect(`${status} to another host`, status, (exchange) => {
			return `${exchange.elsewhere}${exchange.request.url}`;
		}),
		redirect(`${status} to nowhere`, status, () => undefined),
	]),
];

/** What a path begins with by which the proxy knows a request that has followed a redirect to the same host. */
export const REDIRECTED = '/redirected';

function redirect(
	name: string,
	status: number,
	target: (exchange: Parameters<Fault['give']>[0]) => string | undefined,
): Fault {
	return {
		name,
		kind: 'redirect',
		verdict: 'unknown',
		moments: bothMoments,
		give: (exchange) => {
			const location = target(exchange);
			const headers: Record<string, string> = location === undefined ? {} : { Location: location };
			answer(status, LOGIN_PAGE, 'text/html', headers)(exchange);
		},
	};
}
