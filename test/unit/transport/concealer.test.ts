import fc from 'fast-check';
import { concealer, shownConcealer } from '../../../nodes/Signaturit/transport/credential';

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
