import { redirectTarget } from '../../../nodes/Signaturit/transport/redirect';

const SERVICE = 'https://api.example.com/v3/signatures/s/documents/d/download/signed';
const to = (location: unknown, { statusCode = 302, from = SERVICE, service = SERVICE } = {}) =>
	redirectTarget({ statusCode, headers: { location } }, from, service);

describe('redirectTarget', () => {
	it.each([301, 302, 303, 307, 308])(
		'follows status %d to another host over https',
		(statusCode) => {
			expect(to('https://files.example.net/a?b=c', { statusCode })).toBe(
				'https://files.example.net/a?b=c',
			);
		},
	);

	it('reads an address without a host from the address that was redirected', () => {
		expect(to('/files/a')).toBe('https://api.example.com/files/a');
		expect(to('b', { from: 'https://files.example.net/a/' })).toBe('https://files.example.net/a/b');
	});

	it('follows http to the service itself only', () => {
		const service = 'http://127.0.0.1:8025/v3/a';
		expect(to('/v3/b', { from: service, service })).toBe('http://127.0.0.1:8025/v3/b');
		expect(to('http://127.0.0.1:8026/v3/b', { from: service, service })).toBeUndefined();
		expect(to('http://api.example.com/files/a')).toBeUndefined();
	});

	it.each([undefined, '', 7, 'http://[', 'file:///etc/passwd', 'data:text/plain,a'])(
		'follows nothing when the address is %j',
		(location) => {
			expect(to(location, { statusCode: location === '' ? 200 : 302 })).toBeUndefined();
		},
	);

	it.each([200, 204, 299, 400, 404, 500])('follows nothing after status %d', (statusCode) => {
		expect(to('https://files.example.net/a', { statusCode })).toBeUndefined();
	});
});
