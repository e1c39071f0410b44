import { signingOrigins } from '../../../../nodes/Signaturit/embedded/page/signingOrigins';

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

	it('allows only the origin of the signing URL in a custom environment', () => {
		const local = new URL('http://127.0.0.1:8025/sign/abc');
		expect(signingOrigins({ environment: 'custom' }, local)).toEqual({
			frame: ['http://127.0.0.1:8025'],
			messages: 'http://127.0.0.1:8025',
		});
	});

	it('allows the callback URL in the frame but none of its messages', () => {
		const callback = new URL('https://example.com/thanks?x=1');
		const { frame, messages } = signingOrigins({ environment: 'sandbox' }, url, callback);
		expect(frame).toContain('https://example.com');
		expect(messages).toBe('https://sign-app.sandbox.signaturit.com');
	});
});
