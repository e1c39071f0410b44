/**
 * Says why Signaturit cannot reach an address from the internet, in words that follow "its address is".
 * Plain http is a reason as well: posts could be read and changed on the way.
 *
 * @returns `undefined` if there is no reason
 */
export function whyUnreachable(url: string): string | undefined {
	if (!URL.canParse(url)) return 'not a web address';
	const { protocol, hostname } = new URL(url);
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	return whyLocal(host) ?? (protocol === 'https:' ? undefined : 'not encrypted (http)');
}

/** Says what to do about an address that Signaturit cannot reach; `undefined` if it can be reached. */
export function reachabilityWarning(url: string): string | undefined {
	const reason = whyUnreachable(url);
	if (reason === undefined) return undefined;
	const address = URL.canParse(url) ? new URL(url).origin : url;
	return `Signaturit may not be able to post events to this n8n: its address, ${address}, is ${reason}. Set the environment variable WEBHOOK_URL to the public https address of n8n, restart n8n and publish the workflow again. To test on your own machine, use a tunnel to it, or a credential with the environment Custom and a local service.`;
}

function whyLocal(host: string): string | undefined {
	if (host === 'localhost' || host.endsWith('.localhost')) return 'this machine itself';
	if (/^[\d.]+$/.test(host)) return whyLocalIpv4(host.split('.').map(Number));
	if (host.includes(':')) return whyLocalIpv6(host);
	if (!host.includes('.')) return 'a name inside its own network';
	return /\.(local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/.test(host)
		? 'a name inside its own network'
		: undefined;
}

/** Blocks that are not routed on the internet (RFC 6890). */
function whyLocalIpv4([a = 0, b = 0]: number[]): string | undefined {
	if (a === 127 || a === 0) return 'this machine itself';
	const isPrivate =
		a === 10 ||
		(a === 172 && b >= 16 && b < 32) ||
		(a === 192 && b === 168) ||
		(a === 169 && b === 254) ||
		(a === 100 && b >= 64 && b < 128);
	return isPrivate ? 'a private address' : undefined;
}

function whyLocalIpv6(host: string): string | undefined {
	if (host === '::1' || host === '::') return 'this machine itself';
	const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(host);
	if (mapped) {
		const [high = 0, low = 0] = mapped.slice(1).map((part) => parseInt(part, 16));
		return whyLocalIpv4([high >> 8, high & 255, low >> 8, low & 255]);
	}
	return /^(f[cd]|fe[89ab])/.test(host) ? 'a private address' : undefined;
}
