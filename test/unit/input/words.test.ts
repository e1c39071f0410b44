import fc from 'fast-check';
import { meantBy } from '../../../nodes/Signaturit/input/words';

const known = [
	'sequential',
	'parallel',
	'signing_mode',
	'email',
	'sms',
	'type',
	'name',
	'left',
	'url',
];

describe('the known word that is meant', () => {
	it.each([
		['sequental', 'sequential'],
		['Sequencial', 'sequential'],
		['paralel', 'parallel'],
		['signingMode', 'signing_mode'],
		['emial', 'email'],
		['emeil', 'email'],
		['Naem', 'name'],
		['tpye', 'type'],
		['naem', 'name'],
		['nmae', 'name'],
		['letf', 'left'],
		['lefft', 'left'],
		['ulr', 'url'],
		['rul', 'url'],
		['URL', 'url'],
	])('by %j is %j', (entered, meant) => {
		expect(meantBy(entered, known)).toBe(meant);
	});

	it.each(['whatsapp', 'mms', 'uri', 'lru', 'ur', 'eypt', 'locale', 'style', 'lu', ''])(
		'is none for %j',
		(entered) => {
			expect(meantBy(entered, known)).toBeUndefined();
		},
	);

	it.each([
		['blanks', ' '],
		['letters', 'q'],
		['marks', '\u0301'],
	])('is none for a megabyte that begins like one and goes on with %s', (_, filler) => {
		expect(meantBy(`sequential${filler.repeat(1_000_000)}`, known)).toBeUndefined();
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
