import { isFromSignaturit, SENDER } from '../../../nodes/Signaturit/transport/hosts';

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
