import { addressHints, encodingHints, smsHints } from '../../../nodes/Signaturit/input/hints';

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

describe('the hint about text in the wrong encoding', () => {
	/** What Windows has in the place of the first controls of Latin-1. Some versions of Node do not know it. */
	const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
	const asLatin = (text: string) => Buffer.from(text).toString('latin1');
	const asWindows = (text: string) =>
		asLatin(text).replace(
			/[\u0080-\u009f]/g,
			(control) => WINDOWS[control.charCodeAt(0) - 128] ?? '',
		);

	it.each([
		['Latin-1', asLatin],
		['Windows-1252', asWindows],
	])('is there for UTF-8 that was read as %s', (_, misread) => {
		for (const letter of [...'áéíóúñüçÁÉÍÓÚÑÜÇàèìòùâêîôûäëïöãõøåß€–’“¿º']) {
			const name = misread(`Jos${letter} L`);
			const hint: unknown = expect.stringMatching(
				/^Name "Jos.+ L" looks as if it was read in the wrong/,
			);
			expect(encodingHints({ Name: name, Subject: 'José L', Body: undefined })).toEqual([hint]);
		}
	});

	it.each(['São Paulo', 'NÃO', 'Ângela Ârtico', 'PÂTÉ', 'Škoda “Œuvre” – 5 €', 'Ã', 'Â 1'])(
		'is not there for %s',
		(text) => {
			expect(encodingHints({ Name: text })).toEqual([]);
		},
	);
});
