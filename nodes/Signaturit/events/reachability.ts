// Why Signaturit cannot reach an address of n8n, and the panel's warnings about it.

import type { SignaturitCredential } from '../transport/credential';
import { showValue } from '../transport/errors/shown';
import { urlOf } from '../transport/hosts';

type Environment = SignaturitCredential['environment'];

/**
 * Says why Signaturit cannot reach an address from the internet, in words that follow "its address is"; `undefined` if
 * it can. A service of the user's own (Custom) may reach any. Through plain http, posts could be read and changed.
 */
export function whyUnreachable(url: string, environment: Environment): string | undefined {
	if (environment === 'custom') return undefined;
	const address = urlOf(url);
	if (!address) return 'not a web address';
	const { protocol, hostname } = address;
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	return whyLocal(host) ?? (protocol === 'https:' ? undefined : 'not encrypted (http)');
}

/**
 * The problem with an address that n8n makes of its settings; `undefined` if it can be one. n8n begins it with
 * WEBHOOK_URL as it is.
 *
 * @param url empty if n8n could not even do that. Its query may be signed, so it is not shown
 */
export function ownAddressProblem(url: string): { problem: string; advice: string } | undefined {
	if (/^https?:\/\//i.test(url) && urlOf(url)) return undefined;
	const shown = url && `, ${showValue(url.split('?', 1)[0])},`;
	return {
		problem: `The address of this n8n${shown} does not start with http:// or https://`,
		advice:
			"Set n8n's environment variable WEBHOOK_URL to its public address, e.g. https://n8n.example.com/, restart n8n and publish the workflow again.",
	};
}

/** Says what to do about an address that Signaturit cannot reach; `undefined` if it can be reached. */
const warning =
	(receiver: string, advice: string) =>
	(url: string, environment: Environment): string | undefined => {
		const reason = whyUnreachable(url, environment);
		if (reason === undefined) return undefined;
		const address = urlOf(url)?.origin ?? url;
		return `Signaturit may not be able to post events to ${receiver}: ${address} is ${reason}. ${advice}`;
	};

/** The warning about the address of this workflow's trigger, which polls too. */
export const triggerWarning = warning(
	'this n8n',
	'The trigger finds them by polling all the same; set How Events Arrive to Polling Only in the trigger if there is no public address. Otherwise set the environment variable WEBHOOK_URL to the public https address of n8n, restart n8n and publish the workflow again. To test on your own machine, use a tunnel to it, or a credential with the environment Custom and a local service.',
);

/** The warning about an address that the user has entered. */
export const eventsUrlWarning = warning(
	'the Events URL',
	'Enter a public https address. A Signaturit Trigger that cannot have one finds events by polling: set its How Events Arrive to Polling Only.',
);

/** Names and addresses that are not routed on the internet (RFC 6890), and what they are. */
const LOCAL: ReadonlyArray<readonly [host: RegExp, what: string]> = [
	[/^((.*\.)?localhost|(0|127)\.[\d.]+|::1?)$/, 'this machine itself'],
	[/^(10|172\.(1[6-9]|2\d|3[01])|192\.168|169\.254)\.[\d.]+$/, 'a private address'],
	[/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.[\d.]+$/, 'a private address'],
	[/^(f[cd]|fe[89ab])[\da-f]*:/, 'a private address'],
	[/^[^.:]+$/, 'a name inside its own network'],
	[
		/\.(local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/,
		'a name inside its own network',
	],
];

/** @param host as `URL` writes it: an IPv4 address in an IPv6 address has two groups of hexadecimal digits */
function whyLocal(host: string): string | undefined {
	const [, ...groups] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(host) ?? [];
	const bytes = groups.map((group) => parseInt(group, 16)).flatMap((all) => [all >> 8, all & 255]);
	const address = bytes.join('.') || host;
	return LOCAL.find(([pattern]) => pattern.test(address))?.[1];
}
