import fc from 'fast-check';
import {
	about,
	problemOfAnswer,
	hasError,
	innerStatus,
	statusOf,
	wordsOf,
} from '../../../../nodes/Signaturit/transport/errors/problem';

const wordsIn = (body: unknown) => wordsOf(JSON.stringify(body));
const words = (...lines: string[]) => lines;

describe('wordsOf', () => {
	it.each([
		[{ message: 'Bad', error: null }, words('Bad')],
		[{ message: null, error: 'Bad' }, words('Bad')],
		[{ message: '', error_message: ' ', error_description: 'Bad', error: 'x' }, words('Bad')],
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
		[{ errors: { ' ': '', name: 'bad' } }, words('name: bad')],
	])('makes lines of the objects and lists in %j', (body, expected) => {
		expect(wordsIn(body)).toEqual(expected);
	});

	it.each([
		[{ message: 'Bad', error_details: { 'invalid email': '' } }, words('Bad', 'invalid email')],
		[{ message: 'Bad', error_details: [{ message: 'a' }, 'b', 7] }, words('Bad', 'a', 'b', '7')],
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

describe('problemOfAnswer', () => {
	const gateway = expect.stringContaining('a server on the way answered HTTP 418');

	it.each(['<html></html>', 'Bad gateway', '{"a":', 'undefined'])(
		'blames a gateway for %j',
		(body) => {
			expect(problemOfAnswer(418, body).message).toEqual(gateway);
		},
	);

	it.each(['', ' ', 'null', '{}', '[]', '"text"', '0', 'false'])('blames none for %j', (body) => {
		expect(problemOfAnswer(418, body).message).not.toEqual(gateway);
	});
});

describe('innerStatus', () => {
	it.each([100, 200, 503, 599])('is the status_code %d of a body', (status) => {
		const body = { status_code: status, message: 'Words' };
		expect(innerStatus(body)).toBe(status);
	});

	it('reads a status that is written as text', () => {
		expect(innerStatus({ status_code: '503' })).toBe(503);
	});

	it.each([
		{ status_code: 99 },
		{ status_code: 600 },
		{ status_code: 1_400 },
		{ status_code: 'x400' },
		{ status_code: 400.5 },
		{ status_code: '4e2' },
		{ status_code: null },
		{ error: { status_code: 400 } },
		[{ status_code: 400 }],
		'{"status_code":',
		'<html></html>',
		'',
		null,
		undefined,
		503,
	])('is undefined for %j', (body) => {
		expect(innerStatus(body)).toBeUndefined();
	});
});

describe('statusOf', () => {
	it.each<[number, statusCode: number, inner: number | undefined]>([
		[400, 200, 400],
		[400, 299, 400],
		[300, 300, 200],
		[404, 404, 200],
		[200, 200, undefined],
	])(
		'is %d for the status %d and the status_code %j in the body',
		(expected, statusCode, inner) => {
			expect(statusOf({ statusCode }, { status_code: inner })).toBe(expected);
		},
	);
});

describe('about', () => {
	it('tells the path of the request, and where the answer redirects', () => {
		expect(about('/v3/a', { headers: { location: '/login' } })).toEqual({
			path: '/v3/a',
			location: '/login',
		});
		expect(about('/v3/a', { headers: {} })).toEqual({ path: '/v3/a', location: '' });
	});
});

describe('hasError', () => {
	const keys = ['error', 'error_message', 'error_description', 'error_details', 'errors'];

	it.each(keys)('is true when %s says something', (key) => {
		for (const value of ['Bad', 5, true, ['Bad'], { email: 'bad' }]) {
			expect(hasError({ id: '1', [key]: value })).toBe(true);
		}
	});

	it.each(keys)('is false when %s is empty', (key) => {
		for (const value of [null, '', ' ', 0, false, [], {}]) {
			expect(hasError({ id: '1', [key]: value })).toBe(false);
		}
	});

	it.each([{}, { message: 'Done' }, [], [{ error: 'Bad' }], null, undefined, '', 'error', 5])(
		'is false for %j',
		(body) => {
			expect(hasError(body)).toBe(false);
		},
	);
});
