import { UserError } from 'n8n-workflow';
import { pageInput, signingOrigins } from '../../../nodes/Signaturit/embedded/pageFields';

const signingUrl = 'https://app.signaturit.com/document/1?token=2';

/** All problems of an input, one per line. */
function problemsOf(input: object): string {
	try {
		pageInput(input);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return [error.message, error.description].join('\n');
	}
	return '';
}

describe('pageInput', () => {
	it('needs only the signing URL, and fills in the defaults', () => {
		expect(pageInput({ signingUrl: ` ${signingUrl}` })).toEqual({
			signingUrl: new URL(signingUrl),
			callbackUrl: undefined,
			language: 'en',
			reportDays: 30,
			title: 'Sign the document',
			words: {},
		});
	});

	it('keeps every other field as it is entered', () => {
		expect(
			pageInput({
				signingUrl,
				callbackUrl: 'https://example.com/thanks',
				language: 'pt-BR',
				reportDays: 365,
				title: 'Contrato <1>',
				texts: [
					{ when: 'ready', text: 'Leia' },
					{ when: 'close', text: '' },
				],
			}),
		).toEqual({
			signingUrl: new URL(signingUrl),
			callbackUrl: new URL('https://example.com/thanks'),
			language: 'pt-BR',
			reportDays: 365,
			title: 'Contrato <1>',
			words: { ready: 'Leia' },
		});
	});

	it.each([undefined, null, ''])('says where a signing URL comes from when it is %j', (missing) => {
		expect(problemsOf({ signingUrl: missing })).toContain(
			'Signing URL is empty: only Create with the Delivery Type URL gives one out',
		);
	});

	it.each([
		'javascript:alert(1)',
		'data:text/html,x',
		'file:///etc/passwd',
		'/relative',
		'https://a;script-src/',
		'https://a,b/',
		"https://a'b/",
		7,
	])('rejects %j as the signing URL and as the callback URL', (address) => {
		const refused = `${JSON.stringify(address)} must be a web address`;
		expect(problemsOf({ signingUrl: address })).toContain(`Signing URL ${refused}`);
		expect(problemsOf({ signingUrl, callbackUrl: address })).toContain(
			`Redirect URL After Signing ${refused}`,
		);
	});

	it('reports all problems at once', () => {
		const problems = problemsOf({ signingUrl: 'x', language: 'e"n', reportDays: 366 });
		expect(problems).toContain('Signing URL "x" must be');
		expect(problems).toContain('must be a code');
		expect(problems).toContain(
			'Reports Count For (Days) 366 must be a whole number between 1 and 365',
		);
	});
});

describe('signingOrigins', () => {
	it.each([
		['sandbox' as const, 'https://sign-app.sandbox.signaturit.com'],
		['production' as const, 'https://sign-app.signaturit.com'],
	])(
		'allows messages from the signing page of the environment %s only',
		(environment, messages) => {
			expect(signingOrigins({ environment }, new URL(signingUrl))).toEqual({
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
		const { frame, messages } = signingOrigins(
			{ environment: 'sandbox' },
			new URL(signingUrl),
			callback,
		);
		expect(frame).toContain('https://example.com');
		expect(messages).toBe('https://sign-app.sandbox.signaturit.com');
	});
});
