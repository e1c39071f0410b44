import { redirectTarget } from '../../../nodes/Signaturit/transport/exchange';

const service = 'http://127.0.0.1:8025/v3/x';
const target = (location: unknown, statusCode = 302, from = service) =>
	redirectTarget({ statusCode, headers: { location } }, from, service);

describe('redirectTarget', () => {
	it.each([301, 302, 303, 307, 308])('follows status %d to another host over https', (status) => {
		expect(target('https://files.example.com/a?b=c', status)).toBe(
			'https://files.example.com/a?b=c',
		);
	});

	it.each([200, 300, 304, 305, 404])('does not follow status %d', (status) => {
		expect(target('https://files.example.com/', status)).toBeUndefined();
	});

	it.each([
		'http://files.example.com/',
		'http://127.0.0.1:8026/',
		'ftp://127.0.0.1:8025/',
		'file:///etc/passwd',
		'data:application/pdf,x',
		'https://',
		undefined,
		['https://files.example.com/'],
	])('does not follow %j', (location) => {
		expect(target(location)).toBeUndefined();
	});

	it('follows an address at the service itself, also a relative one', () => {
		expect(target('/files/1')).toBe('http://127.0.0.1:8025/files/1');
		expect(target('http://127.0.0.1:8025/files/1')).toBe('http://127.0.0.1:8025/files/1');
	});

	it('reads a relative address from where the redirect came from', () => {
		expect(target('../b', 302, 'https://files.example.com/a/c')).toBe(
			'https://files.example.com/b',
		);
	});
});
