import fc from 'fast-check';
import { emailWords, smsWords } from '../../../nodes/Signaturit/actions/certified/certifiedForms';
import { recipientTable } from '../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { requestTable } from '../../../nodes/Signaturit/actions/signature/create/requestTable';
import { copyTable } from '../../../nodes/Signaturit/input/copies';
import { knownWords } from '../../../nodes/Signaturit/input/parameters';
import {
	meantBy,
	unknownHint,
	unknownIn,
	type KnownWords,
} from '../../../nodes/Signaturit/input/words';

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
		['urxl', 'url'],
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

/** The words that are known at each of these places. */
const wordLists = (known: KnownWords): string[][] => {
	const words = known?.filter((one) => typeof one === 'string') ?? [];
	const fields = known?.filter((one) => typeof one === 'object') ?? [];
	return [
		...(words.length > 0 ? [words] : []),
		...fields.flatMap((one) => [Object.keys(one), ...Object.values(one).flatMap(wordLists)]),
	];
};

const lists = [
	...[knownWords(requestTable), knownWords(recipientTable), knownWords(copyTable)],
	...[emailWords.request, emailWords.recipient, smsWords.recipient],
].flatMap((known) => wordLists([known]));

describe('a known word', () => {
	it('is meant wherever two different neighbours in it are swapped', () => {
		const swapped = (word: string) =>
			[...word].flatMap((letter, index) => {
				const next = word[index + 1] ?? letter;
				const isLetters = /^[a-z]{2}$/i.test(letter + next) && letter !== next;
				return isLetters ? [word.slice(0, index) + next + letter + word.slice(index + 2)] : [];
			});
		for (const list of lists) {
			for (const word of list.filter(({ length }) => length > 2)) {
				expect(swapped(word).map((one) => meantBy(one, list))).toEqual(
					swapped(word).map(() => word),
				);
			}
		}
	});

	it('of one place is seldom taken for a misspelt one of another place', () => {
		const words = [...new Set(lists.flat())];
		const taken = lists.flatMap((list) =>
			words
				.filter((word) => !list.includes(word))
				.map((word) => [word, meantBy(word, list)] as const)
				.flatMap(([word, meant]) => (meant === undefined ? [] : [`${word}: ${meant}`])),
		);
		expect(new Set(taken)).toEqual(
			new Set(['device: device_id', 'device_id: device', 'page: age']),
		);
	});
});

// Columns of tables, and parameters of other services.
const OTHERS = [
	...['id', 'row_number', 'role', 'order', 'language', 'locale', 'lang', 'country', 'city', 'zip'],
	...['vat', 'nif', 'iban', 'pin', 'dob', 'notes', 'status', 'created_at', 'company'],
	...['first_name', 'last_name', 'surname', 'salary', 'start_date', 'uuid', 'index', 'address'],
	...[
		'right',
		'style',
		'audio',
		'owner',
		'agent',
		'sport',
		'image',
		'tags',
		'title',
		'color',
		'font',
		'unit',
		'group',
		'label',
		'value',
		'multi_page',
		'link',
	],
];

describe('a word that nobody knows', () => {
	it.each(OTHERS)('is not taken for a misspelt one: %s', (word) => {
		const others = lists.filter((list) => !list.includes(word));
		expect(others.flatMap((list) => meantBy(word, list) ?? [])).toEqual([]);
	});

	it('is named in the hint if it is one of the first hundred', () => {
		const row = Object.fromEntries(Array.from({ length: 102 }, (_, index) => [`q${index}`, 1]));
		const [hint] = unknownHint(unknownIn('Recipient', [row], [{ name: undefined }]));
		expect(hint).toMatch(/Recipient 1: "q0", .* Recipient 1: "q99", and 2 more: sent as it is$/);
	});
});
