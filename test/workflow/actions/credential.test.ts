import dns from 'node:dns';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { SignaturitApi } from '../../../credentials/SignaturitApi.credentials';
import { testSignaturitApi } from '../../../nodes/Signaturit/methods/credentialTest';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf, signatureParameters } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { movedContext } from '../engine/moved';
import { answer, ScriptedServer, scriptedServer } from '../engine/scriptedServer';
import { cert, key } from '../engine/selfSigned';

const local = localService();
const server = scriptedServer();

const test = async (data: ICredentialDataDecryptedObject, changes = {}) =>
	await testSignaturitApi.call(movedContext(new CredentialTestContext(), changes), {
		id: '1',
		name: 'Signaturit',
		type: 'signaturitApi',
		data,
	});

/** What the credential test and an operation that writes say of a credential. */
async function both(changes: ICredentialDataDecryptedObject): Promise<(string | undefined)[]> {
	const credential = { ...server.credential, ...changes };
	const { status, message } = await test(credential);
	const { error } = await runNode({ parameters: signatureParameters('cancel', 's'), credential });
	return [
		status === 'OK' ? undefined : message,
		error && [error.message, error.description].join('. '),
	];
}

const tokens = () => server.received.map(({ headers }) => headers.authorization);

beforeEach(() => {
	server.answers = [answer(200, '{"id":"s","count":1}')];
});

it('the credential keeps how it authenticates when n8n copies it, for the HTTP Request node', () => {
	expect({ ...new SignaturitApi() }).toHaveProperty('authenticate', expect.any(Function));
});

describe('the credential test', () => {
	it.each(['', '/', '/v3', '/v3/'])(
		'accepts a valid token at the base URL with "%s" at its end',
		async (end) => {
			expect(await test({ ...local.credential, baseUrl: local.service.url + end })).toEqual({
				status: 'OK',
				message: 'Connection successful!',
			});
		},
	);

	it("shows the service's message for an invalid token, without the token", async () => {
		const { status, message } = await test({ ...local.credential, accessToken: 'not-the-token' });
		expect(status).toBe('Error');
		expect(message).toMatch(/token/i);
		expect(message).not.toContain('not-the-token');
		expect(message).not.toContain('..');
	});

	it.each([
		[
			'is nonsense',
			() => 'nonsense',
			'The Base URL of the Signaturit credential does not start with http:// or https://',
		],
		['leads nowhere', () => 'http://127.0.0.1:1', 'Signaturit cannot be reached'],
		[
			'leads to a web page',
			() => {
				server.answers = [answer(200, '<html>Inbox</html>')];
				return server.url;
			},
			'something other than a count of signature requests',
		],
	])('says what is wrong when the base URL %s', async (_, baseUrl, words) => {
		const { status, message } = await test({ ...local.credential, baseUrl: baseUrl() });
		expect(status).toBe('Error');
		expect(message).toContain(words);
	});

	it('says that it cannot be made, and n8n says so in its log, when n8n has no helper for it', async () => {
		const log: string[] = [];
		const logger = { warn: (line: string) => log.push(line) };
		const { status, message } = await test(local.credential, { helpers: {}, logger });
		expect(status).toBe('Error');
		expect(message).toMatch(/lets this package test no credential\. Save it, and try it/);
		expect(log).toEqual([`Signaturit: ${message}`]);
	});

	it('carries no token to another host when n8n follows redirects all the same', async () => {
		const other = new ScriptedServer();
		await other.start();
		other.answers = [answer(200, '{"count":1}')];
		const location = `${other.url.replace('127.0.0.1', 'localhost')}/elsewhere`;
		server.answers = [(_, response) => void response.writeHead(302, { location }).end()];
		const { helpers } = new CredentialTestContext();
		const request = async (options: object) =>
			await helpers.request({ ...options, followRedirect: true });
		await test(server.credential, { helpers: { ...helpers, request } });
		expect(tokens()).toEqual(['Bearer a-token']);
		expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
		await other.stop();
	});

	it('says that a server on the way answered when it gets a 502', async () => {
		await local.control.faults.add({ kind: 'status', status: 502 });
		expect(await test(local.credential)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('a server on the way answered HTTP 502'),
		});
	});
});

describe('an access token', () => {
	it.each(['s3cret', ' s3cret ', 's3cret\n', '\r\n\ts3cret\u00a0', '\u200bs3cret\ufeff'])(
		'is sent without what is around it, by the credential test and by an operation: %j',
		async (accessToken) => {
			expect(await both({ accessToken })).toEqual([undefined, undefined]);
			expect(tokens()).toEqual(['Bearer s3cret', 'Bearer s3cret']);
		},
	);

	it.each(['', ' \n', 's3 cret', 's3\ncret', 's3cr\u00e9t', 's3\u200bcret', 'Bearer s3cret'])(
		'is refused by the credential test and by an operation, before anything is sent: %j',
		async (accessToken) => {
			for (const message of await both({ accessToken })) {
				expect(message).toContain('The Access Token of the Signaturit credential');
				expect(message).toContain('Copy the token again');
				expect(message).not.toContain('cr\u00e9t');
				expect(message).not.toContain('s3');
			}
			expect(tokens()).toEqual([]);
		},
	);

	it.each([
		['s3cret', 'Bearer s3cret'],
		[' s3cret\n', 'Bearer s3cret'],
		['\u200bs3cret\ufeff', 'Bearer s3cret'],
		['', 'Bearer '],
		[undefined, 'Bearer '],
		[7, 'Bearer '],
	])('is sent by the HTTP Request node as by an operation: %j', async (accessToken, expected) => {
		const credential = { accessToken } as ICredentialDataDecryptedObject;
		const { headers } = await new SignaturitApi().authenticate(credential, { url: server.url });
		expect(headers).toEqual({ Authorization: expected });
	});

	it('that the service refuses without words is named by both', async () => {
		server.answers = [answer(401)];
		for (const message of await both({})) {
			expect(message).toContain('Signaturit does not accept the access token');
			expect(message).toContain('Sandbox and production have different tokens');
		}
	});
});

describe("the service's words in the credential test", () => {
	it.each([
		[401, { error: null, error_description: 'Wrong token' }, 'Wrong token'],
		[401, { status_code: 200, count: 1, message: 'Wrong token' }, 'Wrong token'],
		[200, { status_code: 503, count: 1, message: 'Closed' }, 'Closed'],
		[200, { count: 1, error: 'Closed' }, 'Closed'],
	])('are shown for status %d and the body %j', async (status, body, words) => {
		server.answers = [answer(status, JSON.stringify(body))];
		const [message] = await both({});
		expect(message).toMatch(new RegExp(`^${words}\\. `));
	});
});

describe('a base URL', () => {
	it('with a query, or with a user name and a password, is refused by both, without what is secret', async () => {
		for (const secret of ['s3cret:s3cret@', `${server.credential.accessToken}@`]) {
			const baseUrl = `${server.url.replace('//', `//${secret}`)}/inbox?${secret}`;
			for (const message of await both({ baseUrl })) {
				expect(message).toContain('Enter only the address of the service');
				expect(message).not.toContain(secret);
			}
		}
		expect(server.received).toEqual([]);
	});

	it('of https is not taken for a broken connection when the service speaks http', async () => {
		const baseUrl = server.url.replace('http:', 'https:');
		const [tested, operation] = await both({ baseUrl });
		const problem = 'the Base URL begins with https://, but the service there speaks http://. ';
		// A test sends nothing anyway.
		expect(tested).toContain(`${problem}Check the Base URL`);
		expect(operation).toContain(`${problem}Nothing was sent`);
		expect(server.received).toEqual([]);
	});

	it('of plain http beyond this machine is accepted by the credential test with a warning', async () => {
		// Leads to this machine too, but not by a name of it.
		const baseUrl = server.url.replace('127.0.0.1', '0.0.0.0');
		const { status, message } = await test({ ...server.credential, baseUrl });
		expect(status).toBe('OK');
		expect(message).toMatch(/^Connection successful! The Base URL begins with http:/);
		expect(message).toContain('travel unencrypted');
	});
});

describe('a server with TLS', () => {
	const secure = new ScriptedServer({ key, cert });

	beforeAll(async () => await secure.start());
	afterAll(async () => await secure.stop());

	it('gets no request when its certificate is not accepted, and the message says so', async () => {
		for (const message of await both({ baseUrl: secure.url })) {
			expect(message).toContain('n8n does not accept the certificate of its address');
			expect(message).toContain('The connection failed with DEPTH_ZERO_SELF_SIGNED_CERT');
		}
		expect(secure.received).toEqual([]);
	});
});

describe('an operation at an address with plain http', () => {
	const hint = 'the access token and the documents travel unencrypted';

	it.each([
		['shows a hint when the address is not of this machine alone', '0.0.0.0', true],
		['shows none for a loopback address', '127.0.0.1', false],
	])('%s', async (_, host, isShown) => {
		const baseUrl = server.url.replace('127.0.0.1', host);
		const { items, record } = await runNode({
			parameters: signatureParameters('get', 's'),
			credential: { ...server.credential, baseUrl },
		});
		expect(items).toHaveLength(1);
		expect(JSON.stringify(record).includes(hint)).toBe(isShown);
	});
});

describe('an operation in the sandbox', () => {
	const hintsOf = async (parameters: INodeParameters, environment: string): Promise<string[]> => {
		const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((...call: unknown[]) => {
			(call.at(-1) as (error: Error) => void)(new Error('No network'));
		}) as never);
		const { hints } = await runNode({
			parameters,
			items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
			credential: { environment, accessToken: 'x' },
			onError: 'continueRegularOutput',
		});
		lookup.mockRestore();
		return hints;
	};

	it.each([
		['cancel', 'sandbox', true],
		['get', 'sandbox', false],
		['cancel', 'production', false],
	])('that is %s, with a credential of %s, says so: %s', async (operation, environment, says) => {
		const hints = await hintsOf(signatureParameters(operation, 's'), environment);
		expect(hints.join().includes('This is the sandbox of Signaturit')).toBe(says);
	});

	it('that has something to warn of does so in a hint of its own, above it', async () => {
		const parameters = createParameters({ options: { body: 'Read www.example.com' } });
		expect(await hintsOf(parameters, 'sandbox')).toEqual([
			expect.stringMatching(/^Email Body has a web address/),
			'It is unknown whether it was sent',
			'This is the sandbox of Signaturit: nothing here is legally binding.',
		]);
	});
});
