import fc from 'fast-check';
import { meantBy } from '../../../nodes/Signaturit/input/words';

const known = ['sequential', 'parallel', 'signing_mode', 'email', 'sms'];

describe('the known word that is meant', () => {
	it.each([
		['sequental', 'sequential'],
		['Sequencial', 'sequential'],
		['paralel', 'parallel'],
		['signingMode', 'signing_mode'],
		['emial', 'email'],
		['whatsapp', undefined],
		['mms', undefined],
		['locale', undefined],
		['', undefined],
	])('by %j is %j', (entered, meant) => {
		expect(meantBy(entered, known)).toBe(meant);
	});

	it('is found whatever letter is left out, doubled or changed', () => {
		fc.assert(
			fc.property(
				fc.constantFrom('sequential', 'parallel', 'signing_mode'),
				fc.nat(),
				fc.constantFrom('', 'x', 'xy'),
				(word, place, instead) => {
					const at = place % word.length;
					const entered = word.slice(0, at) + instead + word.slice(at + 1);
					expect(meantBy(entered, known)).toBe(word);
				},
			),
		);
	});
});
