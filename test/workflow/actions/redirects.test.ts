import { CredentialTestContext } from 'n8n-core';
import { testSignaturitApi } from '../../../nodes/Signaturit/methods/credentialTest';
import { runNode } from '../engine/engine';
import { documentParameters, signatureParameters } from '../engine/fixtures';
import { answer, ScriptedServer, scriptedServer } from '../engine/scriptedServer';

/** An address that redirects everything to another host, which answers like the service. */
const address = scriptedServer();
const host = new ScriptedServer();

beforeAll(async () => await host.start());
beforeEach(() => {
	const { port } = new URL(host.url);
	host.received = [];
	host.answers = [answer(200, '{"count":1}')];
	address.answers = [
		({ url }, response) =>
			void response.writeHead(302, { Location: `http://localhost:${port}${url}` }).end(),
	];
});
afterAll(async () => await host.stop());

describe('an address that redirects to another host', () => {
	it.each([
		['a download', documentParameters('downloadSigned', 's', 'd')],
		['get', signatureParameters('get', 's')],
		['count', { resource: 'signature', operation: 'count' }],
	])('is not followed by %s when that host speaks http', async (_, parameters) => {
		const { error } = await runNode({ parameters, credential: address.credential });
		expect(error?.message).toMatch(
			/^Signaturit's address redirects to http:\/\/localhost:.* \(HTTP 302\)$/,
		);
		expect(host.received).toEqual([]);
	});

	it.each(['sendReminder', 'cancel', 'delete', 'generateAuditTrail'])(
		'is not followed by %s, which changes something at the service',
		async (operation) => {
			const parameters = signatureParameters(operation, 's');
			const { error } = await runNode({ parameters, credential: address.credential });
			expect(error?.message).toMatch(/^It is unknown whether /);
			expect(error?.description).toContain("Signaturit's address redirects to http://localhost:");
			expect(host.received).toEqual([]);
		},
	);

	it('is not followed by the credential test, which says where it leads to', async () => {
		const result = await testSignaturitApi.call(new CredentialTestContext(), {
			id: '1',
			name: 'Signaturit',
			type: 'signaturitApi',
			data: address.credential,
		});
		const origin = `http://localhost:${new URL(host.url).port}`;
		expect(result.status).toBe('Error');
		expect(result.message).toContain(
			`Signaturit's address redirects to ${origin}/v3/signatures/count.json (HTTP 302)`,
		);
		expect(result.message).toContain(`enter "${origin}" as the Base URL`);
		expect(host.received).toEqual([]);
	});
});
