import fc from 'fast-check';
import { wordsOf } from '../../../../nodes/Signaturit/transport/errors/problem';

const wordsIn = (body: unknown) => wordsOf(JSON.stringify(body));
const words = (...lines: string[]) => lines;

describe('wordsOf', () => {
	it.each([
		[{ message: 'Bad', error: null }, words('Bad')],
		[{ message: null, error: 'Bad' }, words('Bad')],
		[{ message: '', error_message: ' ', error_description: 'Bad', error: 'x' }, words('Bad')],
		[{ error: 'x', error_description: 'The token is invalid' }, words('The token is invalid')],
		[{ error: 'x', error_message: 'Wrong token' }, words('Wrong token')],
		[{ message: 5 }, words('5')],
		[{ message: true, error: 'Bad' }, words('Bad')],
		[{ message: 'Bad', error: true }, words('Bad')],
	])('reads each key of %j by itself', (body, expected) => {
		expect(wordsIn(body)).toEqual(expected);
	});

	it.each([
		[
			{ message: { email: ['bad', 'long'], name: 'empty' } },
			words('email: bad, long', 'name: empty'),
		],
		[{ message: ['First', 'Second'] }, words('First', 'Second')],
		[{ error: { code: 5, message: 'Bad' } }, words('Bad', 'code: 5')],
		[{ message: 'Bad', error: { code: 5 } }, words('Bad', 'code: 5')],
		[{ message: { recipients: [{ email: ['bad'] }] } }, words('recipients[0][email]: bad')],
		[
			{ errors: { files: ['a.pdf', { size: 'big' }] } },
			words('files[0]: a.pdf', 'files[1][size]: big'),
		],
		[{ errors: { files: [null, ''], name: 'bad' } }, words('files', 'name: bad')],
		[
			{ errors: { files: ['a.pdf', null, 'b.pdf'], size: 0 } },
			words('files: a.pdf, b.pdf', 'size: 0'),
		],
		[{ errors: { ' ': '', name: 'bad' } }, words('name: bad')],
	])('makes lines of the objects and lists in %j', (body, expected) => {
		expect(wordsIn(body)).toEqual(expected);
	});

	it.each([
		[{ message: 'Bad', error_details: { 'invalid email': '' } }, words('Bad', 'invalid email')],
		[{ message: 'Bad', error_details: [{ message: 'a' }, 'b', 7] }, words('Bad', 'a', 'b', '7')],
		[{ message: 'Bad', error_details: ['a', null, '', 'b'] }, words('Bad', 'a', 'b')],
		[{ message: 'Bad', error_details: [null, '', []] }, words('Bad')],
		[{ message: 'Bad', error_details: 'more', errors: ['most'] }, words('Bad', 'more', 'most')],
		[{ errors: ['First', { email: 'bad' }] }, words('First', 'email: bad')],
		[['First', 'Second'], words('First', 'Second')],
		[[{ message: 'First' }], words('First')],
		['Bad', words('Bad')],
	])('finds the words of %j', (body, expected) => {
		expect(wordsIn(body)).toEqual(expected);
	});

	it.each(['', '<html>Bad</html>', 'Bad gateway', 'null', '{}', '[]', '""', '5', 'true', '{"a":'])(
		'finds none in %j',
		(body) => {
			expect(wordsOf(body)).toEqual([]);
		},
	);

	it('shows 50 entries', () => {
		const entries = Array.from({ length: 50 }, (_, index) => `problem ${index}`);
		expect(wordsIn(entries)).toEqual(entries);
	});

	it('shows that entries after the first 50 are left out', () => {
		const entries = Array.from({ length: 51 }, (_, index) => `problem ${index}`);
		expect(wordsIn(entries).slice(-2)).toEqual(['problem 49', '…']);
		expect(wordsIn({ errors: { files: entries } })[0]).toMatch(/^files: .*problem 49, …$/);
		expect(wordsIn({ errors: Object.fromEntries(Object.entries(entries)) }).slice(1)).toEqual([
			...entries.slice(1, 50).map((text, index) => `${index + 1}: ${text}`),
			'…',
		]);
	});

	it('does not follow objects for ever', () => {
		const deep = '{"message":'.repeat(50_000) + '1' + '}'.repeat(50_000);
		expect(wordsOf(deep)).toEqual(words('…'));
		expect(wordsOf('['.repeat(50_000) + ']'.repeat(50_000))).toEqual(words('…'));
	});

	it('shows six names of a path', () => {
		const nested = (depth: number): unknown => (depth === 0 ? 'bad' : { a: nested(depth - 1) });
		expect(wordsIn({ errors: nested(6) })).toEqual(words('a[a][a][a][a][a]: bad'));
		expect(wordsIn({ errors: nested(7) })).toEqual(words('a[a][a][a][a][a]: …'));
	});

	it('never throws, and gives lines of text only', () => {
		fc.assert(
			fc.property(fc.oneof(fc.json({ maxDepth: 10 }), fc.string()), (body) => {
				for (const line of wordsOf(body)) expect(line).not.toBe('');
			}),
		);
	});
});
