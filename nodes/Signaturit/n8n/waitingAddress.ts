// Addresses of sleeping executions: how they are known, and what n8n's answers there mean.

import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** The first word that n8n says of an address whose signature is wrong, as JSON or as a page. */
const REFUSED = /Invalid token|Invalid Form Link/;

/**
 * The answer to a post at the address of an execution, as n8n means it. `awake`: the execution runs, or has ended.
 * `gone`: it is deleted, or does not sleep at this address. `refused`: n8n has checked the signature, and it is wrong.
 *
 * n8n: 409, 404, and 401 with its words, unless the node has answered. 2.8 checks the signature only while the execution
 * sleeps, 2.41 always (n8n, `webhooks/waiting-webhooks.js`).
 *
 * Without it: loud. The answer is `undefined`, as that of a proxy may be. Before the execution sleeps, that is a warning
 * and a line in n8n's log. While it sleeps, it is an error in the log, and the node goes on looking.
 */
export function meaningOf(
	statusCode: number,
	body: unknown,
): 'awake' | 'gone' | 'refused' | undefined {
	if (statusCode === 409) return 'awake';
	if (statusCode === 404) return 'gone';
	const words = typeof body === 'string' ? body : JSON.stringify(body);
	return statusCode === 401 && REFUSED.test(words) ? 'refused' : undefined;
}

/** The address of n8n's API, which begins as those of its webhooks; `undefined` if it is not there. */
function apiUrl(n8n: IExecuteFunctions | IPollFunctions): URL | undefined {
	try {
		return new URL(n8n.getRestApiUrl());
	} catch {
		return undefined;
	}
}

/**
 * The path in n8n's setting WEBHOOK_URL, without a slash at its end; empty if there is none. n8n itself serves no such
 * path.
 *
 * n8n: the addresses of its API and of its webhooks begin with that setting (2.8 and 2.41, n8n,
 * `workflow-execute-additional-data.js`).
 *
 * Without it: falls back to none. Then only a post to the address tells whether n8n refuses it: n8n 2.41 tells so before
 * anything is sent, 2.8 while the execution sleeps, in its log (`meaningOf`).
 *
 * @param url of a webhook of this n8n
 */
export function basePath(n8n: IExecuteFunctions, url: string): string {
	const [webhook, api] = [new URL(url), apiUrl(n8n)];
	if (webhook.origin !== api?.origin) return '';
	const [parts, others] = [webhook.pathname.split('/'), api.pathname.split('/')];
	const end = parts.findIndex((part, index) => part !== others[index]);
	return parts.slice(0, Math.max(end, 0)).join('/');
}

/**
 * Tells the addresses at which executions of this n8n sleep from all others; `undefined` if n8n does not say where it is.
 *
 * n8n: such an address has the host of n8n's API, and ends in the number of the execution and the node. A query holds the
 * signature (2.8 and 2.41, n8n-core, `getSignedResumeUrl` in `node-execution-context/node-execution-context.js`).
 *
 * Without it: loud. A trigger cannot have the posts made again that n8n has missed, so each execution that falls asleep
 * warns of it, and says so in n8n's log.
 */
export function waitingAddresses(
	n8n: IExecuteFunctions | IPollFunctions,
): { origin: string; has: (address: URL | undefined) => boolean } | undefined {
	const origin = apiUrl(n8n)?.origin;
	if (origin === undefined) return undefined;
	const has = (address: URL | undefined) =>
		address?.origin === origin &&
		address.searchParams.has('signature') &&
		/\/\d+\/[^/]+$/.test(address.pathname);
	return { origin, has };
}
