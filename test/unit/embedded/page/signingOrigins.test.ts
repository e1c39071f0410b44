import { signingOrigins } from '../../../../nodes/Signaturit/embedded/pageFields';

const url = new URL('https://app.signaturit.com/document/1?token=2');

describe('signingOrigins', () => {
	it.each([
		['sandbox' as const, 'https://sign-app.sandbox.signaturit.com'],
		['production' as const, 'https://sign-app.signaturit.com'],
	])(
		'allows messages from the signing page of the environment %s only',
		(environment, messages) => {
			expect(signingOrigins({ environment }, url)).toEqual({
				frame: ['https://app.signaturit.com', messages, 'https://*.signaturit.com'],
				messages,
			});
		},
	);

	it.each([
		'http://127.0.0.1:8025',
		'https://signing.example.com',
		'https://evil-signaturit.com',
		'https://app.signaturit.com.example.com',
		'http://app.signaturit.com',
	])('allows only the origin of the signing URL in a custom environment at %s', (origin) => {
		const own = new URL(`${origin}/sign/abc`);
		expect(signingOrigins({ environment: 'custom' }, own)).toEqual({
			frame: [origin],
			messages: origin,
		});
	});

	it.each([
		['https://app.sandbox.signaturit.com', 'https://sign-app.sandbox.signaturit.com'],
		['https://app.signaturit.com', 'https://sign-app.signaturit.com'],
	])('allows the real signing page when a custom environment leads to %s', (origin, messages) => {
		const real = new URL(`${origin}/document/1`);
		expect(signingOrigins({ environment: 'custom' }, real)).toEqual({
			frame: [origin, messages, 'https://*.signaturit.com'],
			messages,
		});
	});

	it('allows the callback URL in the frame but none of its messages', () => {
		const callback = new URL('https://example.com/thanks?x=1');
		const { frame, messages } = signingOrigins({ environment: 'sandbox' }, url, callback);
		expect(frame).toContain('https://example.com');
		expect(messages).toBe('https://sign-app.sandbox.signaturit.com');
	});
});
