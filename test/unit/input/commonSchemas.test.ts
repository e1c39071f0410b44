import {
	givenReference,
	referenceSchema,
	templateFieldsSchema,
} from '../../../nodes/Signaturit/input/customData';
import { copiesSchema } from '../../../nodes/Signaturit/input/people';

const MADRID = 'Europe/Madrid';

describe('the values of template fields', () => {
	const types = { a: 'dateTime', b: 'boolean', c: 'string' };
	const schema = Object.entries(types).map(([id, type]) => ({ id, type }));
	const read = (value: unknown) => templateFieldsSchema(MADRID).safeParse({ value, schema });

	it.each<[string, object, object]>([
		['text', { c: 'Ada' }, { c: 'Ada' }],
		['a number', { c: 7.5 }, { c: '7.5' }],
		['nothing', { a: null, b: undefined, c: ' ' }, {}],
		['a box that is ticked', { b: true }, { b: '1' }],
		['a box that is ticked in a spreadsheet', { b: 'TRUE' }, { b: '1' }],
		['a box that is not', { b: 'no' }, { b: '0' }],
		['a day', { a: '2026-04-01' }, { a: '2026-04-01' }],
		['a date of a database', { a: new Date('2026-03-31T22:00:00Z') }, { a: '2026-04-01' }],
		['the same as text', { a: '2026-03-31T22:00:00.000Z' }, { a: '2026-04-01' }],
		['a date in a text field', { c: new Date('2026-03-31T22:00:00Z') }, { c: '2026-04-01' }],
		['a field that is not known', { d: true }, { d: '1' }],
	])('are text: %s', (_, value, sent) => {
		expect(read(value).data).toEqual(sent);
	});

	it.each([undefined, null, {}, { value: null }, 'text'])('may be missing: %j', (mapper) => {
		expect(templateFieldsSchema(MADRID).parse(mapper)).toEqual({});
	});

	it.each<[string, object, string]>([
		['an object', { c: {} }, '"c" {} must be text, a number or a date'],
		['a list', { c: ['x'] }, '"c" ["x"] must be text, a number or a date'],
		['no switch', { b: 'perhaps' }, '"b" "perhaps" must be true or false'],
		[
			'a date that can be read in two ways',
			{ a: '01/04/2026' },
			`"a" "01/04/2026" must be a date, e.g. 2026-03-31. To get a date, use {{ DateTime.fromFormat($json.date, 'd/M/yyyy').toISODate() }}`,
		],
		[
			"a spreadsheet's number of a day",
			{ a: 46113 },
			`"a" 46113 must be a date, e.g. 2026-03-31. To get a date, use {{ DateTime.fromISO('1899-12-30').plus({ days: $json.date }).toISODate() }}`,
		],
	])('are named by their keys when one is %s', (_, value, problem) => {
		expect(read({ ...value, x: 'x' }).error?.issues.map(({ message }) => message)).toEqual([
			`Template Fields: ${problem}`,
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
		['is the same whether é is one character or two', 'Jose\u0301', 'Jos\u00e9'],
		['is counted without blanks around it', ` ${'x'.repeat(64)} `, 'x'.repeat(64)],
	])('%s', (_, value, reference) => {
		expect(referenceSchema.parse(value)).toBe(reference);
	});

	const EMPTY = 'Reference is empty. Give it a value or remove the field';
	const RULE = 'must be a line of at most 64 whole characters';

	it.each<[string, unknown, string]>([
		['is empty', '', EMPTY],
		['is blank', ' \n', EMPTY],
		['is null', null, EMPTY],
		['is an object', { id: 7 }, 'Reference {"id":7} must be a line of at most 64 whole characters'],
		['is true', true, `Reference true ${RULE}`],
		['has 65 characters', 'x'.repeat(65), `Reference "${'x'.repeat(65)}" ${RULE}`],
		['has 65 symbols of two units', '😀'.repeat(65), RULE],
		['has two lines', 'a\nb', `Reference "aU+000Ab" ${RULE}`],
		['has a tab', 'a\tb', RULE],
		['has two lines of 64 characters in all', `${'x'.repeat(62)}\ny`, RULE],
		['ends in half an emoji', '😀'.slice(0, 1), `Reference "U+D83D" ${RULE}`],
		['has half an emoji in it', `a${'😀'.slice(1)}b`, RULE],
		['has two lines of 64 characters between blanks', ` ${'x'.repeat(62)}\ny `, RULE],
	])('that %s is refused', (_, value, message) => {
		const { error } = referenceSchema.safeParse(value);
		expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
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
		[
			{ email: ['Ada <ada@example.com>'] },
			'Email ["Ada <ada@example.com>"] is not an email address',
		],
		[{ name: 'Ada' }, 'Email is empty'],
		[{ email: 'ada@example.com', name: {} }, 'Name {} must be text'],
	])('given as %j is refused with "%s"', (copy, message) => {
		expect(problemsOf(copy)).toEqual([message]);
	});
});
