import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import { testSignaturitApi } from '../../../nodes/Signaturit/methods/credentialTest';
import { runNode, startEngine, stopEngine } from '../engine/engine';
import { documentParameters, signatureParameters } from '../engine/fixtures';

/** A host that answers like the service, and an address that redirects everything to it. */
let host: Server;
let redirecting: Server;
let received: IncomingMessage[];

beforeAll(async () => {
	await startEngine();
	host = createServer((request, response) => {
		received.push(request);
		const isFile = request.url?.includes('download');
		response.setHeader('Content-Type', isFile ? 'application/pdf' : 'application/json');
		response.end(isFile ? '%PDF-1.7\n%%EOF' : '{"count":1}');
	});
	redirecting = createServer((request, response) => {
		const location = `http://localhost:${portOf(host)}${request.url}`;
		response.writeHead(302, { Location: location }).end();
	});
	for (const server of [host, redirecting]) {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	}
});
beforeEach(() => {
	received = [];
});
afterAll(async () => {
	for (const server of [host, redirecting]) {
		await new Promise((resolve) => server.close(resolve));
	}
	stopEngine();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const credential = () => ({
	environment: 'custom',
	accessToken: 'a-token',
	baseUrl: `http://127.0.0.1:${portOf(redirecting)}`,
});

describe('an address that redirects to another host', () => {
	it('gives a download from there, but the token does not go there', async () => {
		const parameters = documentParameters('downloadSigned', 's', 'd');
		const { items } = await runNode({ parameters, credential: credential() });
		expect(items).toHaveLength(1);
		expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	});

	it.each(['sendReminder', 'cancel', 'delete', 'generateAuditTrail'])(
		'is not followed by an operation that changes something (%s)',
		async (operation) => {
			const parameters = signatureParameters(operation, 's');
			const { error } = await runNode({ parameters, credential: credential() });
			expect(error?.message).toBe("Signaturit's address redirects elsewhere (HTTP 302)");
			expect(received).toEqual([]);
		},
	);

	it('is not followed by the credential test, which shows the redirect', async () => {
		const result = await testSignaturitApi.call(new CredentialTestContext(), {
			id: '1',
			name: 'Signaturit',
			type: 'signaturitApi',
			data: credential(),
		});
		expect(result).toEqual({
			status: 'Error',
			message: expect.stringContaining("Signaturit's address redirects elsewhere (HTTP 302)"),
		});
		expect(received).toEqual([]);
	});
});
