import fc from 'fast-check';
import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	accountOf,
	CREDENTIAL,
	concealer,
	plainHttpWarning,
	readCredential,
	serviceUrl,
	shownConcealer,
} from '../../../nodes/Signaturit/transport/credential';

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

	it.each([
		['https://proxy.example/sign/v3', 'https://proxy.example/sign/v4/templates'],
		['HTTPS://proxy.example/v3/sign', 'HTTPS://proxy.example/v3/sign/v4/templates'],
	])('keeps the path prefix of the proxy %s, but no version at its end', (baseUrl, expected) => {
		expect(serviceUrl(custom(baseUrl), '/v4/templates')).toBe(expected);
	});

	const problemOf = (baseUrl: string) => {
		try {
			return serviceUrl(custom(baseUrl), '/v3/signatures.json');
		} catch (error) {
			const { message, description } = error as UserError;
			return message.replace('The Base URL of the Signaturit credential ', '') + `. ${description}`;
		}
	};
	const ADVICE =
		'Nothing was sent. Enter only the address of the service, e.g. http://127.0.0.1:8025 or https://proxy.example.com/signaturit.';

	it.each([
		['', 'is empty', ''],
		[' \u200b ', 'is empty', ''],
		['localhost:8025', 'does not start with http:// or https://', 'localhost:8025'],
		['ftp://example.com', 'does not start with http:// or https://', 'ftp://example.com'],
		['shttp://example.com', 'does not start with http:// or https://', 'shttp://example.com'],
		['httpsx://example.com', 'does not start with http:// or https://', 'httpsx://example.com'],
		['https:example.com', 'does not start with http:// or https://', 'https:example.com'],
		['/v3', 'does not start with http:// or https://', '/v3'],
		['nonsense', 'does not start with http:// or https://', 'nonsense'],
		['https://', 'is not a web address', 'https://'],
		['https://exa[mple.com', 'is not a web address', 'https://exa[mple.com'],
		[
			'https://pro\u200bxy.example',
			'has a blank or a character that nobody sees',
			'https://proU+200Bxy.example',
		],
		[
			'https://proxy.example /v3',
			'has a blank or a character that nobody sees',
			'https://proxy.example /v3',
		],
		[
			'https://proxy.\nexample',
			'has a blank or a character that nobody sees',
			'https://proxy.U+000Aexample',
		],
		[
			'https://proxy.example\u00a0/v3',
			'has a blank or a character that nobody sees',
			'https://proxy.exampleU+00A0/v3',
		],
		[
			'https://proxy.example/v3?key=s3cret',
			'has a part after ? or #, to which no path can be added',
			'https://proxy.example/v3?…',
		],
		[
			'https://proxy.example?',
			'has a part after ? or #, to which no path can be added',
			'https://proxy.example?…',
		],
		[
			'https://proxy.example/#s3cret',
			'has a part after ? or #, to which no path can be added',
			'https://proxy.example/#…',
		],
		[
			'https://ada:s3cret@proxy.example',
			'has a user name or a password in it',
			'https://…@proxy.example',
		],
		[
			'https://s3cret@proxy.example',
			'has a user name or a password in it',
			'https://…@proxy.example',
		],
		[
			'https://ada:s3@cret@proxy.example',
			'has a user name or a password in it',
			'https://…@proxy.example',
		],
		[
			'https://ada:s3cr?et@proxy.example',
			'has a part after ? or #, to which no path can be added',
			'https://…@proxy.example',
		],
		['ada:s3cret@proxy.example', 'does not start with http:// or https://', '…@proxy.example'],
	])('refuses the custom base URL %j: it %s', (baseUrl, problem, shown) => {
		const it = shown && ` It is "${shown}".`;
		expect(problemOf(baseUrl)).toBe(`${problem}. ${ADVICE}${it}`);
		expect(problemOf(baseUrl)).not.toContain('s3');
	});

	it.each(['\u200bhttps://proxy.example\ufeff', '\u00a0https://proxy.example/v3/\r\n'])(
		'takes a base URL with blanks and hidden characters around it: %j',
		(baseUrl) => {
			expect(problemOf(baseUrl)).toBe('https://proxy.example/v3/signatures.json');
		},
	);

	it('takes a base URL with a name in another script, and an @ in its path', () => {
		expect(problemOf('https://firma.españa/@signaturit')).toBe(
			'https://firma.españa/@signaturit/v3/signatures.json',
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

	it.each([' token\n', '\r\ntoken\r\n', '\ttoken\u00a0', '\ufefftoken', '\u200btoken\u2060'])(
		'drops blanks and line ends around the token %j',
		(accessToken) => {
			expect(readCredential({ accessToken }).accessToken).toBe('token');
		},
	);

	const refusal = (accessToken: unknown): { message: string; description: unknown } => {
		try {
			readCredential({ accessToken } as ICredentialDataDecryptedObject);
		} catch (error) {
			if (error instanceof UserError) return error;
		}
		throw new Error('The token was not refused as the user can understand it');
	};

	it.each(['', ' \n', undefined, null, 7])(
		'refuses the token %j, which is empty',
		(accessToken) => {
			expect(refusal(accessToken)).toMatchObject({
				message: 'The Access Token of the Signaturit credential is empty',
				description: expect.stringContaining('Copy the token again'),
			});
		},
	);

	it.each(['Bearer s3cret', 'bearer\ts3cret', ' BEARER  s3cret\n'])(
		'refuses the token %j, which has the word Bearer before it',
		(accessToken) => {
			expect(refusal(accessToken)).toMatchObject({
				message: expect.stringContaining('begins with "Bearer"'),
			});
		},
	);

	it.each([
		's3 cret',
		's3\ncret',
		's3\u0000cret',
		's3\u200bcret',
		's3cr€t',
		's3crét',
		's3bearer s3cret',
	])('refuses the token %j, which no header carries, and does not show it', (accessToken) => {
		const error = refusal(accessToken);
		expect(error).toMatchObject({
			message: expect.stringMatching(
				/^The Access Token .* contains a blank, a line end or another/,
			),
			description: expect.stringContaining('Nothing was sent'),
		});
		expect(`${error.message} ${String(error.description)}`).not.toContain('s3');
	});

	it('takes every token of visible ASCII characters', () => {
		const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 33));
		expect(readCredential({ accessToken: visible }).accessToken).toBe(visible);
		expect(readCredential({ accessToken: 'Bearertoken' }).accessToken).toBe('Bearertoken');
	});

	it('rejects an environment that does not exist', () => {
		expect(() => readCredential({ accessToken: 'token', environment: 'other' })).toThrow();
	});
});

describe('accountOf', () => {
	const account = (fields: object) => accountOf(readCredential({ accessToken: 'a', ...fields }));

	it('is the same for the same address and token, however they are written', () => {
		const one = account({ environment: 'custom', baseUrl: 'http://127.0.0.1:8025' });
		const other = {
			environment: 'custom',
			baseUrl: 'http://127.0.0.1:8025/v3/',
			accessToken: ' a\n',
		};
		expect(account(other)).toBe(one);
	});

	it('differs by address and by token', () => {
		const accounts = [
			account({}),
			account({ environment: 'production' }),
			account({ environment: 'custom', baseUrl: 'http://127.0.0.1:8025' }),
			account({ accessToken: 'b' }),
		];
		expect(new Set(accounts).size).toBe(4);
	});

	it('is a hash, which shows neither', () => {
		expect(account({ accessToken: 's3cret' })).toMatch(/^[\w-]{43}$/);
	});
});

describe('plainHttpWarning', () => {
	it.each([
		'http://proxy.example:8080/sign',
		'HTTP://10.0.0.7',
		'http://128.0.0.1',
		'http://localhost.example',
		'http://127.example',
		'http://127.0.0.1.example',
		'http://[::2]',
	])('warns that the token and the documents travel unencrypted to %s', (baseUrl) => {
		const warning = plainHttpWarning(custom(baseUrl));
		expect(warning).toContain('the access token and the documents travel unencrypted');
		expect(warning).toContain(new URL(baseUrl).host);
	});

	it.each([
		'https://proxy.example',
		'HTTPS://10.0.0.7',
		'http://localhost:8025',
		'http://LOCALHOST/v3',
		'http://127.0.0.1:8025',
		'http://127.255.0.3',
		'http://[::1]:8025',
	])('says nothing of %s', (baseUrl) => {
		expect(plainHttpWarning(custom(baseUrl))).toBeUndefined();
	});

	it.each(['sandbox', 'production'])('says nothing of the environment %s', (environment) => {
		const credential = { environment, accessToken: 'token', baseUrl: 'http://ignored.example' };
		expect(plainHttpWarning(readCredential(credential))).toBeUndefined();
	});
});

/** What a token is made of (docs/service.md#access-tokens). */
const token = fc.string({
	unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
	minLength: 8,
	maxLength: 90,
});

describe('concealer', () => {
	it.each<[string, (text: string) => string]>([
		['as it is', (text) => text],
		['in capitals', (text) => text.toUpperCase()],
		['in JSON', (text) => JSON.stringify(text)],
		['in JSON with escaped slashes', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
		['in an address', (text) => encodeURIComponent(text)],
		['as Base64', (text) => Buffer.from(text).toString('base64')],
	])('takes the token out of a text that has it %s', (_, written) => {
		fc.assert(
			fc.property(token, fc.string(), (accessToken, more) => {
				const text = `${more}${written(accessToken)}${more}`;
				const shown = concealer({ accessToken: ` ${accessToken} ` })(text);
				expect(shown).toContain('[access token]');
				expect(shown.replaceAll('[access token]', '')).not.toContain(accessToken);
			}),
		);
	});

	it('leaves all other text as it is, also without a token', () => {
		fc.assert(
			fc.property(token, fc.string(), (accessToken, text) => {
				fc.pre(!text.toLowerCase().includes(accessToken.toLowerCase()));
				expect(concealer({ accessToken })(text)).toBe(text);
				expect(concealer({ accessToken: 'a' })(text)).toBe(text);
				expect(concealer(undefined)(text)).toBe(text);
			}),
		);
	});
});

describe('shownConcealer', () => {
	it('takes short tokens out too, where they are words of their own', () => {
		const conceal = shownConcealer(['a', 'key-1', '']);
		expect(conceal('a, (a) and "key-1": an area, key-12, A')).toBe(
			'[access token], ([access token]) and "[access token]": an area, key-12, A',
		);
	});
});

describe('CREDENTIAL', () => {
	it("is the type of credential in the users' workflows", () => {
		expect(CREDENTIAL).toBe('signaturitApi');
	});
});
