import { addressHints, smsHints } from '../../../nodes/Signaturit/input/hints';

const CUT =
	'Body is longer than 120 characters: Signaturit cuts it off there, perhaps with the link';

describe('the hint about an SMS', () => {
	it.each<[string, string | undefined, string[]]>([
		['no text', undefined, []],
		['120 characters', 'x'.repeat(120), []],
		['120 symbols of two units', '😀'.repeat(120), []],
		['121 characters', 'x'.repeat(121), [CUT]],
	])('of %s', (_, text, hints) => {
		expect(smsHints('Body', text)).toEqual(hints);
	});
});

describe('the hints about web addresses', () => {
	const ADDRESS = 'has a web address: Signaturit may refuse texts with http://, https:// or www.';

	it('name each text that has one', () => {
		const texts = {
			Subject: 'See WWW.a.es',
			Name: undefined,
			Body: 'https://a.es',
			Note: 'www/a.es',
		};
		expect(addressHints(texts)).toEqual([`Subject ${ADDRESS}`, `Body ${ADDRESS}`]);
	});
});
