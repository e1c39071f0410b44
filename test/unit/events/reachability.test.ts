import {
	eventsUrlWarning,
	triggerWarning,
	whyUnreachable,
} from '../../../nodes/Signaturit/events/reachability';

const address = (host: string) => `https://${host}/webhook/1/events.json`;

const hosts = (names: string) => names.trim().split(/\s+/);

describe('whyUnreachable', () => {
	it.each(
		hosts(`
			localhost localhost. LOCALHOST:5678 n8n.localhost 127.0.0.1 127.9.9.9 2130706433
			0.0.0.0 [::1] [::] [::ffff:127.0.0.1]
		`),
	)('says that %s is this machine itself', (host) => {
		expect(whyUnreachable(address(host), 'production')).toBe('this machine itself');
	});

	it.each(
		hosts(`
			10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.20:5678 169.254.1.1 100.64.0.1
			[fd12::1] [fe80::1] [febf::1] [fc00::1] [::ffff:172.20.0.1] [::ffff:10.1.2.3]
		`),
	)('says that %s is a private address', (host) => {
		expect(whyUnreachable(address(host), 'production')).toBe('a private address');
	});

	it.each(['n8n', 'n8n.local', 'n8n.corp', 'n8n.home.arpa', 'host.docker.internal'])(
		'says that %s is a name inside its own network',
		(host) => {
			expect(whyUnreachable(address(host), 'production')).toBe('a name inside its own network');
		},
	);

	it('says that an http address is not encrypted, unless it is this machine', () => {
		expect(whyUnreachable('http://n8n.example.com/webhook/1', 'production')).toBe(
			'not encrypted (http)',
		);
		expect(whyUnreachable('http://localhost/webhook/1', 'production')).toBe('this machine itself');
	});

	it.each(['', 'n8n.example.com', '//x'])('says that "%s" is not a web address', (url) => {
		expect(whyUnreachable(url, 'production')).toBe('not a web address');
	});

	it.each(
		hosts(`
			n8n.example.com N8N.EXAMPLE.COM:8443 172.15.0.1 172.32.0.1 11.0.0.1 100.128.0.1
			[2a00:1450::1] [::ffff:8.8.8.8] 172.200.0.1 173.20.0.1 [2001::ffff:7f00:1]
			[::ffff:7f00:1:2] 192.167.0.1 192.169.0.1 193.168.0.1 168.254.0.1 169.253.0.1
			100.63.255.255 101.64.0.1 8.8.8.8 [2001:db8:fe80::1] [2001::fd00:1] [fec0::1]
			1.example.com 10.0.0.1.example.com home.example.com corp.homes localhost.example.com
			local.example
		`),
	)('returns undefined for the public host %s', (host) => {
		expect(whyUnreachable(address(host), 'production')).toBeUndefined();
		expect(triggerWarning(address(host), 'production')).toBeUndefined();
	});
});

describe('the warning about', () => {
	const url = 'http://192.168.1.20:5678/webhook/secret/events.json';

	it.each([
		['the trigger', triggerWarning, 'WEBHOOK_URL'],
		['an address that was entered', eventsUrlWarning, 'Enter a public https address'],
	])('%s names the host and what to do, but not the secret path', (_, warningFor, advice) => {
		const warning = warningFor(url, 'sandbox');
		expect(warning).toContain('http://192.168.1.20:5678 is a private address.');
		expect(warning).toContain(advice);
		expect(warning).toContain('Polling Only');
		expect(warning).not.toContain('secret');
	});

	it.each([
		['the trigger', triggerWarning, 'this n8n'],
		['an address that was entered', eventsUrlWarning, 'the Events URL'],
	])('%s tells what Signaturit may not reach, and why', (_, warningFor, receiver) => {
		expect(warningFor('n8n', 'sandbox')).toContain(
			`Signaturit may not be able to post events to ${receiver}: n8n is not a web address. `,
		);
	});

	it.each([triggerWarning, eventsUrlWarning])(
		"is not shown for a service of one's own, which may reach any address",
		(warningFor) => {
			expect(warningFor(url, 'custom')).toBeUndefined();
		},
	);
});
