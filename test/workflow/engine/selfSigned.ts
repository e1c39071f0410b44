// A key and a certificate for a local https server, and how tests trust them.

import { Agent } from 'node:https';

/** A key for tests. Its certificate is for localhost, and nobody trusts it. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSQYHHqQ3iYwQIIjF
ALyOAOzniwnCNaJo0LyI1Z8sSSChRANCAAQ/b3R79KFA03gYnhcetgaNcecbqN/y
2roWU1mwQkEm+iwt172ck8ZF9KX4txAyG56aFfTFA4QqusokEXmVPuIj
-----END PRIVATE KEY-----`;

export const cert = `-----BEGIN CERTIFICATE-----
MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD9vdHv0oUDTeBie
Fx62Bo1x5xuo3/LauhZTWbBCQSb6LC3XvZyTxkX0pfi3EDIbnpoV9MUDhCq6yiQR
eZU+4iOjTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBSDAhblkWjc/mJQctgNyO6NDTqhpzAKBggqhkjOPQQD
AgNJADBGAiEAsb4jkEj0CjvkpcPwBBW9zgu4TkElLq0Rnkol9AvLRxsCIQDn8/za
1gTps5ONPKQahxRLpilFes6Wf8AVKsvN1XcriQ==
-----END CERTIFICATE-----`;

/** Registers the hooks that let this process trust the certificate during the tests of a file. */
export function trustSelfSigned(): void {
	const agents = Agent.prototype as unknown as {
		createConnection: (options: object, ...rest: unknown[]) => unknown;
	};
	const { createConnection } = agents;
	beforeAll(() => {
		agents.createConnection = function (options, ...rest) {
			return createConnection.call(this, { ...options, ca: cert }, ...rest);
		};
	});
	afterAll(() => {
		agents.createConnection = createConnection;
	});
}
