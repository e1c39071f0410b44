import fc from 'fast-check';
import type { UserError } from 'n8n-workflow';
import {
	choice,
	email,
	emailSchema,
	filledName,
	filledText,
	flag,
	idFrom,
	numberFrom,
	shortText,
	text,
	webUrl,
	wholeNumber,
} from '../../../nodes/Signaturit/input/doors';
import { optional, type FieldSchema } from '../../../nodes/Signaturit/input/schemas';
import { endpoints } from '../../../nodes/Signaturit/transport/endpoints';

const doors = {
	text: text('X'),
	filledText: filledText('X'),
	filledName: filledName('X'),
	'shortText of at most 5': shortText('X', 5, 'An SMS'),
	email: email('X'),
	webUrl: webUrl('X'),
	'wholeNumber from 0': wholeNumber('X', 0),
	'wholeNumber from 1 to 3': wholeNumber('X', 1, 3),
	'optional wholeNumber': optional(wholeNumber('X', 1)),
	'numberFrom 1 to 100': numberFrom('X', 1, 100),
	'numberFrom -5 to 5': numberFrom('X', -5, 5),
	flag: flag('X'),
	'choice of a and b': choice('X', ['a', 'b']),
	'choice of words': choice('X', ['open_document']),
	'choice of names': choice('X', [{ name: 'Passport', value: 'PA' }]),
} satisfies Record<string, FieldSchema<unknown>>;
type Door = keyof typeof doors;

const problemsOf = (door: Door, value: unknown) =>
	doors[door].safeParse(value).error?.issues.map(({ message }) => message);

describe('a field', () => {
	it.each<[Door, value: unknown, expected: unknown]>([
		['text', ' as it is ', ' as it is '],
		['text', 5, '5'],
		['text', ' ', undefined],
		['text', null, undefined],
		['filledText', ' as it is ', ' as it is '],
		['shortText of at most 5', '12345', '12345'],
		['shortText of at most 5', '😀😀😀😀😀', '😀😀😀😀😀'],
		['shortText of at most 5', undefined, undefined],
		['shortText of at most 5', null, undefined],
		['email', 'ada@mail.example.co.uk', 'ada@mail.example.co.uk'],
		['webUrl', 'HTTPS://example.com/?a=b', 'HTTPS://example.com/?a=b'],
		['webUrl', 'http://example.com', 'http://example.com'],
		['webUrl', ' https://example.com ', 'https://example.com'],
		['wholeNumber from 0', '07', 7],
		['wholeNumber from 1 to 3', 3, 3],
		['optional wholeNumber', '', undefined],
		['numberFrom 1 to 100', ' 1.5 ', 1.5],
		['numberFrom 1 to 100', '1.25', 1.25],
		['numberFrom -5 to 5', '-2', -2],
		['choice of a and b', ' B ', 'b'],
		['choice of a and b', 'b', 'b'],
		['choice of words', 'Open Document', 'open_document'],
		['choice of names', 'Passport', 'PA'],
	])('of the type %s reads %j as %j', (door, value, expected) => {
		expect(doors[door].parse(value)).toEqual(expected);
	});

	it.each([
		' ada@example.com ',
		'mailto:ada@example.com',
		'ada@example.com,',
		'\u200bada@exam\u00adple.com\u202c;',
		'<ada@example.com>',
		'‘ada@example.com’',
		'“ada@example.com”,',
		'„ada@example.com“',
		'«ada@example.com»',
	])('of the type email reads %j without what is around the address', (value) => {
		expect(doors.email.parse(value)).toBe('ada@example.com');
	});

	it.each([
		[true, [true, 1, '1', 'true', 'TRUE', 'Yes', ' true ', 'sí', 'on', '\u200byes']],
		[false, [0, '0', 'false', 'FALSE', 'No', '0 ', 'off', 'falso']],
	])('of the type flag reads as %s each of %j', (expected, values) => {
		expect(values.filter((value) => doors.flag.parse(value) !== expected)).toEqual([]);
	});

	it.each<[Door, message: string, value: unknown]>([
		['text', 'X {} must be text', {}],
		['filledName', 'X is 1001 characters long: this node takes at most 1000', 'é'.repeat(1_001)],
		['shortText of at most 5', 'X is 6 characters long: An SMS takes at most 5', '123456'],
		['filledText', 'X is empty', undefined],
		['filledText', 'X is empty', '\n'],
		['filledText', 'X [] must be text', []],
		['email', 'X is empty', ' '],
		['wholeNumber from 0', 'X must be a whole number, 0 or more', ''],
		['flag', 'X "maybe" must be true or false', 'maybe'],
		['choice of a and b', 'X "c" must be one of: a, b', 'c'],
	])('of the type %s says "%s" of %O', (door, message, value) => {
		expect(problemsOf(door, value)).toEqual([message]);
	});

	it.each<[Door, wanted: string, values: unknown[]]>([
		[
			'email',
			'is not an email address',
			[
				'a@b c',
				'a@b',
				'a@b..com',
				'@example.com',
				7,
				'ada@example.com,ben@example.com',
				'ada@exam’ple.com',
			],
		],
		[
			'webUrl',
			'must start with http:// or https://',
			['see https://example.com', 'https://', 'ftp://a.com/https://a.com', 'ftp://a.com'],
		],
		['wholeNumber from 0', 'must be a whole number, 0 or more', ['1e3']],
		['wholeNumber from 1 to 3', 'must be a whole number between 1 and 3', [4]],
		['numberFrom 1 to 100', 'must be a number between 1 and 100', [NaN, Infinity, true]],
	])('of the type %s says "%s" of each of %O', (door, wanted, values) => {
		for (const value of values) {
			const shown = typeof value === 'string' ? `"${value}"` : String(value);
			expect(problemsOf(door, value)).toEqual([`X ${shown} ${wanted}`]);
		}
	});

	it.each([
		['josé@exam\u200bple.com', 'josé@examU+200Bple.com'],
		['ada@my\u2011company.com', 'ada@myU+2011company.com'],
	])('of the type email refuses %j, and shows it as %s', (value, shown) => {
		expect(problemsOf('email', value)).toEqual([`X "${shown}" is not an email address`]);
	});

	it.each([
		['was read in the wrong encoding', 'Chlo\ufffd Nu\ufffdez', 'Chlo\ufffd Nu\ufffdez'],
		['is UTF-16 that was read as UTF-8', 'A\0d\0a', 'AU+0000dU+0000a'],
		['holds zeros only', '\0\0', 'U+0000U+0000'],
		['was cut off inside an emoji', 'Ada \ud83d', 'Ada U+D83D'],
	])('of the type text refuses what %s', (_, value, shown) => {
		expect(problemsOf('text', value)).toEqual([
			`X "${shown}" was read in the wrong encoding, or cut off inside a character: choose the right one where the file is read, e.g. the option Encoding of Extract from File`,
		]);
	});

	it.each(['\u200b', '\u2060\u200f', '\u3164', ' \ufeff\u00a0', '\u2800', '\ufe0f'])(
		'is empty when nobody can see anything in it: %j',
		(value) => {
			expect(doors.text.parse(value)).toBeUndefined();
			expect(problemsOf('filledName', value)).toEqual(['X is empty']);
			expect(problemsOf('email', value)).toEqual(['X is empty']);
		},
	);

	it.each(['\ue000', 'Ada\u200dByron', '\u{1f469}\u200d\u{1f4bb}', 'نامه\u200cای'])(
		'keeps what shows something, and what joins letters: %j',
		(value) => {
			expect(doors.filledName.parse(value)).toBe(value);
		},
	);

	it('for an email address is called Email', () => {
		expect(emailSchema.safeParse('nobody').error?.issues.map(({ message }) => message)).toEqual([
			'Email "nobody" is not an email address',
		]);
	});
});

const read = (value: unknown) => idFrom(value, 'Document', '2910a0e8-7f42-11e6-8a49-0680f0041fef');

function problemOf(value: unknown): Pick<UserError, 'message' | 'description'> {
	try {
		read(value);
	} catch (error) {
		const { message, description } = error as UserError;
		return { message, description };
	}
	throw new Error('The ID was expected to be refused');
}

describe('an ID', () => {
	it.each<[unknown, string]>([
		['29109781-7f42-11e6-8a49-0680f0041fef', '29109781-7f42-11e6-8a49-0680f0041fef'],
		[' qM3vX0TtR5Jk-8ZbWn_a\n', 'qM3vX0TtR5Jk-8ZbWn_a'],
		[2445, '2445'],
		['v1.2445', 'v1.2445'],
		...['a..b', '.a', 'a.', 'a?b', 'a#b', 'a b', 'a%2Fb', 'ñ'].map((id): [string, string] => [
			id,
			id,
		]),
	])('given as %j is %s', (value, id) => {
		expect(read(value)).toBe(id);
	});

	it.each([undefined, null, '', '  '])('is missing when it is %j', (value) => {
		expect(problemOf(value)).toEqual({
			message: 'The field "Document" is empty',
			description:
				'Nothing was sent. Select one from the list or enter its ID. If it holds an expression, it has no value for this item.',
		});
	});

	it.each([
		'.',
		'..',
		'...',
		'a/b',
		'../x',
		'..\\x',
		'[object Object]',
		'https://app.signaturit.com/document/1',
		'a\u0000b',
		'a\nb',
		'a\ud800b',
		'a\u200bb',
		{ id: 'a' },
		['a'],
		[],
		true,
		NaN,
	])('is refused when it is %j', (value) => {
		expect(problemOf(value)).toEqual({
			message: expect.stringContaining('The field "Document" does not hold an ID: '),
			description:
				'Nothing was sent. An ID is text without a slash, e.g. 2910a0e8-7f42-11e6-8a49-0680f0041fef. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.',
		});
	});

	it('stays one segment of the path, whatever is given', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'a-_.9/?#% \\') }), (value) => {
				let id: string;
				try {
					id = read(value);
				} catch {
					return;
				}
				const { pathname } = new URL(endpoints.signature.delete(id), 'https://example.com');
				expect(pathname).toBe(`/v3/signatures/${encodeURIComponent(id)}`);
			}),
		);
	});
});
