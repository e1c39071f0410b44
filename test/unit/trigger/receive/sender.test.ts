import { isFromSignaturit } from '../../../../nodes/Signaturit/trigger/receive/sender';

describe('isFromSignaturit', () => {
	it.each(['34.241.96.22', '::ffff:34.241.96.22', '::FFFF:34.241.96.22'])('knows %s', (ip) => {
		expect(isFromSignaturit({ ip })).toBe(true);
	});

	it.each(['34.241.96.23', '134.241.96.22', '34.241.96.220', '127.0.0.1', '::1', '', undefined])(
		'refuses %s',
		(ip) => {
			expect(isFromSignaturit({ ip })).toBe(false);
		},
	);

	it('does not believe a header', () => {
		const headers = { 'x-forwarded-for': '34.241.96.22' };
		expect(isFromSignaturit({ ip: '10.0.0.1', headers })).toBe(false);
	});
});
