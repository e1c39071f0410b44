import { isFromSignaturit, SENDER, urlOf } from '../../../nodes/Signaturit/transport/hosts';

it.each(['https://firma.españa/ñ', 'https://example.com/a?b=ü'])(
	'the address %s is one, however often it is read',
	(address) => {
		// `URL.canParse` of Node 20 says no from the five thousandth time on.
		const read = Array.from({ length: 20_000 }, () => urlOf(address)?.protocol);
		expect(new Set(read)).toEqual(new Set(['https:']));
	},
);

it('an address may be relative to another, and may be none', () => {
	expect(urlOf('/b', 'https://example.com/a')?.href).toBe('https://example.com/b');
	expect(urlOf('/b')).toBeUndefined();
	expect(urlOf('https://')).toBeUndefined();
});

describe('SENDER', () => {
	it('is the one address from which Signaturit says that it posts events', () => {
		expect(SENDER).toBe('34.241.96.22');
	});
});

describe('isFromSignaturit', () => {
	it.each(['34.241.96.22', '::ffff:34.241.96.22', '::FFFF:34.241.96.22'])(
		'is true for the address %s',
		(ip) => {
			expect(isFromSignaturit({ ip })).toBe(true);
		},
	);

	it.each([
		'34.241.96.23',
		'134.241.96.22',
		'34.241.96.220',
		'1::ffff:34.241.96.22',
		'3::ffff:4.241.96.22',
		'127.0.0.1',
		'::1',
		'',
		undefined,
	])('is false for the address %j', (ip) => {
		expect(isFromSignaturit({ ip })).toBe(false);
	});

	it('is false for another address whatever the header X-Forwarded-For says', () => {
		const headers = { 'x-forwarded-for': '34.241.96.22' };
		expect(isFromSignaturit({ ip: '10.0.0.1', headers })).toBe(false);
	});
});
