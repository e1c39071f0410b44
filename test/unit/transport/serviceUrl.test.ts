import { readCredential, SENDER, serviceUrl } from '../../../nodes/Signaturit/transport/serviceUrl';

const custom = (baseUrl: string) =>
	readCredential({ environment: 'custom', accessToken: 'token', baseUrl });

describe('serviceUrl', () => {
	it.each([
		['sandbox', 'https://api.sandbox.signaturit.com/v3/signatures.json'],
		['production', 'https://api.signaturit.com/v3/signatures.json'],
	])('uses the host of the environment %s', (environment, expected) => {
		const credential = readCredential({ environment, accessToken: 'token', baseUrl: 'ignored' });
		expect(serviceUrl(credential, '/v3/signatures.json')).toBe(expected);
	});

	it.each([
		'http://127.0.0.1:8025',
		'http://127.0.0.1:8025/',
		'http://127.0.0.1:8025/v3',
		'http://127.0.0.1:8025/v3/',
		'http://127.0.0.1:8025/v4',
		' http://127.0.0.1:8025/V3// ',
		'http://127.0.0.1:8025///v3',
		'http://127.0.0.1:8025//',
	])('accepts the custom base URL "%s"', (baseUrl) => {
		expect(serviceUrl(custom(baseUrl), '/v3/signatures.json')).toBe(
			'http://127.0.0.1:8025/v3/signatures.json',
		);
		expect(serviceUrl(custom(baseUrl), '/v4/templates')).toBe('http://127.0.0.1:8025/v4/templates');
	});

	it('keeps the path prefix of a proxy', () => {
		expect(serviceUrl(custom('https://proxy.example/sign/v3'), '/v4/templates')).toBe(
			'https://proxy.example/sign/v4/templates',
		);
	});

	it('keeps a version in the path prefix of a proxy when more follows it', () => {
		expect(serviceUrl(custom('HTTPS://proxy.example/v3/sign'), '/v4/templates')).toBe(
			'HTTPS://proxy.example/v3/sign/v4/templates',
		);
	});

	it.each([
		'',
		'localhost:8025',
		'ftp://example.com',
		'shttp://example.com',
		'httpsx://example.com',
		'https://',
		'nonsense',
		'/v3',
	])('rejects the custom base URL "%s"', (baseUrl) => {
		expect(() => serviceUrl(custom(baseUrl), '/v3/signatures.json')).toThrow(
			'The Base URL of the Signaturit credential is not a web address',
		);
	});

	it('names the rejected base URL and gives an example of a good one', () => {
		expect(() => serviceUrl(custom('localhost:8025'), '/v3/signatures.json')).toThrow(
			expect.objectContaining({
				description:
					'It must start with http:// or https://, e.g. http://127.0.0.1:8025. It is "localhost:8025".',
			}),
		);
	});
});

describe('readCredential', () => {
	it('takes the sandbox and no base URL when the credential says nothing of them', () => {
		expect(readCredential({ accessToken: 'token' })).toEqual({
			environment: 'sandbox',
			accessToken: 'token',
			baseUrl: '',
		});
	});

	it('drops spaces and line breaks that were pasted around the token', () => {
		expect(readCredential({ accessToken: ' token\n' }).accessToken).toBe('token');
	});

	it.each([{}, { accessToken: 7 }, { accessToken: 'token', environment: 'other' }])(
		'rejects %j',
		(data) => {
			expect(() => readCredential(data)).toThrow();
		},
	);
});

describe('SENDER', () => {
	it('is the one address from which Signaturit says that it posts events', () => {
		expect(SENDER).toBe('34.241.96.22');
	});
});
