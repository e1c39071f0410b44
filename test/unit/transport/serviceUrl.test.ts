import { readCredential, serviceUrl } from '../../../nodes/Signaturit/transport/serviceUrl';

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

	it.each(['', 'localhost:8025', 'ftp://example.com', 'nonsense', '/v3'])(
		'rejects the custom base URL "%s"',
		(baseUrl) => {
			expect(() => serviceUrl(custom(baseUrl), '/v3/signatures.json')).toThrow(
				'The Base URL of the Signaturit credential is not a web address',
			);
		},
	);
});
