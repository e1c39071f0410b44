// Lets the names of other machines be unknown at once, because a question for one may take seconds.

import dns from 'node:dns';
import { isIP } from 'node:net';

const { lookup } = dns;

/** As `dns.lookup` for addresses and this machine; there are no other names. */
function lookupHere(hostname: string, ...rest: unknown[]): void {
	if (hostname === 'localhost' || isIP(hostname) > 0) {
		Reflect.apply(lookup, dns, [hostname, ...rest]);
		return;
	}
	const code = 'ENOTFOUND';
	const facts = { code, errno: -3008, syscall: 'getaddrinfo', hostname };
	const answer = rest.at(-1) as (error: Error) => void;
	process.nextTick(answer, Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), facts));
}

// The module is one for all test files of a process.
if (lookup.name !== lookupHere.name) Object.assign(dns, { lookup: lookupHere });
