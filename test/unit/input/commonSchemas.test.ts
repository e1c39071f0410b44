import { DateTime } from 'luxon';
import {
	copiesSchema,
	givenReference,
	referenceSchema,
	templateFieldsSchema,
} from '../../../nodes/Signaturit/input/commonSchemas';

describe('the values of template fields', () => {
	it.each([
		['text', 'Ada', 'Ada'],
		['empty text', '', ''],
		['a number', 7.5, '7.5'],
		['a box that is ticked', true, '1'],
		['a box that is not', false, '0'],
		['a date of Luxon', DateTime.fromISO('2026-03-01T23:30:00', { zone: 'utc' }), '2026-03-01'],
	])('are text: %s', (_, value, sent) => {
		expect(templateFieldsSchema.parse({ a: value, b: 'B' })).toEqual({ a: sent, b: 'B' });
	});

	it('may be missing', () => {
		expect(templateFieldsSchema.parse(undefined)).toBeUndefined();
	});

	it.each([
		['nothing', null],
		['an object', {}],
		['a list', ['x']],
		['a date of Luxon that is invalid', DateTime.invalid('no date')],
	])('are named by their keys when one is %s', (_, value) => {
		const { error } = templateFieldsSchema.safeParse({ a: 'x', 'Start Date': value, c: value });
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'Template Fields: "Start Date" must be text or a number',
			'Template Fields: "c" must be text or a number',
		]);
	});
});

describe('the Reference that the panel gives', () => {
	it('is undefined when the field was not added', () => {
		expect(givenReference({ subject: 'x' })).toBeUndefined();
	});

	it.each([
		['INV-7', 'INV-7'],
		[undefined, ''],
		[null, ''],
	])('is blank rather than missing when an added field has no value: %j', (reference, given) => {
		expect(givenReference({ reference } as never)).toBe(given);
	});
});

describe('a Reference', () => {
	it.each<[string, unknown, unknown]>([
		['is sent without blanks around it', ' INV 7 ', 'INV 7'],
		['may be a number', 7, '7'],
		['may be missing', undefined, undefined],
		['may have one character', 'x', 'x'],
		['may have 64 characters', 'x'.repeat(64), 'x'.repeat(64)],
		['is counted in characters, not in units of UTF-16', '😀'.repeat(64), '😀'.repeat(64)],
		['is counted without blanks around it', ` ${'x'.repeat(64)} `, 'x'.repeat(64)],
	])('%s', (_, value, reference) => {
		expect(referenceSchema.parse(value)).toBe(reference);
	});

	const EMPTY = 'Reference is empty. Give it a value or remove the field';
	const LONG = 'Reference is longer than 64 characters';
	const LINES = 'Reference must be a single line of text';

	it.each<[string, unknown, string]>([
		['is empty', '', EMPTY],
		['is blank', ' \n', EMPTY],
		['is null', null, EMPTY],
		['is an object', { id: 7 }, 'Reference must be text'],
		['is true', true, 'Reference must be text'],
		['has 65 characters', 'x'.repeat(65), LONG],
		['has 65 symbols of two units', '😀'.repeat(65), LONG],
		['has two lines', 'a\nb', LINES],
		['has a tab', 'a\tb', LINES],
		['has two lines of 64 characters in all', `${'x'.repeat(62)}\ny`, LINES],
		['has two lines of 64 characters between blanks', ` ${'x'.repeat(62)}\ny `, LINES],
	])('that %s is refused', (_, value, message) => {
		const { error } = referenceSchema.safeParse(value);
		expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
	});
});

const readCopy = (copy: unknown) => copiesSchema('CC').safeParse([copy]);
const problemsOf = (copy: unknown) => readCopy(copy).error?.issues.map(({ message }) => message);

describe('an email address after a name', () => {
	it.each<[string, { email: string; name?: string }]>([
		['ada@example.com', { email: 'ada@example.com' }],
		['Ada <ada@example.com>', { email: 'ada@example.com', name: 'Ada' }],
		[' Ada Byron<ada@example.com> ', { email: 'ada@example.com', name: 'Ada Byron' }],
		['<ada@example.com>', { email: 'ada@example.com' }],
		['"Byron, Ada" <ada@example.com>', { email: 'ada@example.com', name: 'Byron, Ada' }],
		['Ada "Byron" <ada@example.com>', { email: 'ada@example.com', name: 'Ada "Byron"' }],
		['"Ada" Byron <ada@example.com>', { email: 'ada@example.com', name: '"Ada" Byron' }],
	])('is read from %j as %j', (email, person) => {
		expect(readCopy(email).data).toEqual([person]);
		expect(readCopy({ email, name: ' ' }).data).toEqual([person]);
	});

	it('brings no name when the field for the name has one', () => {
		expect(readCopy({ email: 'Ada <ada@example.com>', name: 'Ms Byron' }).data).toEqual([
			{ email: 'ada@example.com', name: 'Ms Byron' },
		]);
	});

	it.each(['Ada <ada@example.com> at home', 'Ben <ben@example.com>, Ada <ada@example.com>'])(
		'is not taken out of other text: %j',
		(email) => {
			expect(problemsOf(email)).toEqual([`Email "${email}" is not an email address`]);
		},
	);
});

describe('a copy', () => {
	it.each<[unknown, string]>([
		[null, 'A copy must be an object'],
		[7, 'A copy must be an object'],
		[{ email: ['Ada <ada@example.com>'] }, 'Email must be an email address'],
		[{ name: 'Ada' }, 'Email is empty'],
		[{ email: 'ada@example.com', name: {} }, 'Name must be text'],
	])('given as %j is refused with "%s"', (copy, message) => {
		expect(problemsOf(copy)).toEqual([message]);
	});
});
