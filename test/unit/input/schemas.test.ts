import { z } from 'zod';
import {
	choice,
	email,
	emailSchema,
	filledText,
	flag,
	numberFrom,
	shortText,
	text,
	webUrl,
	wholeNumber,
} from '../../../nodes/Signaturit/input/doors';
import { phoneSchema } from '../../../nodes/Signaturit/input/people';
import {
	field,
	numberedList,
	optional,
	strictObject,
	type FieldSchema,
} from '../../../nodes/Signaturit/input/schemas';

describe('a field', () => {
	it.each<[string, unknown, unknown, FieldSchema<unknown>]>([
		['text', ' as it is ', ' as it is ', text('X')],
		['text', 5, '5', text('X')],
		['text', ' ', undefined, text('X')],
		['text', null, undefined, text('X')],
		['filledText', ' as it is ', ' as it is ', filledText('X')],
		['email', ' ada@example.com ', 'ada@example.com', email('X')],
		['email', 'ada@mail.example.co.uk', 'ada@mail.example.co.uk', email('X')],
		['shortText of at most 5', '12345', '12345', shortText('X', 5, 'An SMS')],
		['shortText of at most 5', '😀😀😀😀😀', '😀😀😀😀😀', shortText('X', 5, 'An SMS')],
		['shortText of at most 5', undefined, undefined, shortText('X', 5, 'An SMS')],
		['shortText of at most 5', null, undefined, shortText('X', 5, 'An SMS')],
		['webUrl', 'HTTPS://example.com/?a=b', 'HTTPS://example.com/?a=b', webUrl('X')],
		['wholeNumber from 0', '07', 7, wholeNumber('X', 0)],
		['wholeNumber from 1 to 3', 3, 3, wholeNumber('X', 1, 3)],
		['numberFrom 1 to 100', ' 1.5 ', 1.5, numberFrom('X', 1, 100)],
		['flag', 'true', true, flag('X')],
		['flag', 0, false, flag('X')],
		['flag', '1', true, flag('X')],
		['flag', 1, true, flag('X')],
		['flag', 'false', false, flag('X')],
		['flag', '0', false, flag('X')],
		['flag', true, true, flag('X')],
		...['TRUE', 'Yes', ' true ', 'sí', 'on', '\u200byes'].map(
			(word): [string, unknown, unknown, FieldSchema<unknown>] => ['flag', word, true, flag('X')],
		),
		...['FALSE', 'No', '0 ', 'off', 'falso'].map(
			(word): [string, unknown, unknown, FieldSchema<unknown>] => ['flag', word, false, flag('X')],
		),
		['choice of a and b', ' B ', 'b', choice('X', ['a', 'b'])],
		['choice of names', 'Open Document', 'open_document', choice('X', ['open_document'])],
		['choice of names', 'Passport', 'PA', choice('X', [{ name: 'Passport', value: 'PA' }])],
		...[
			'mailto:ada@example.com',
			'ada@example.com,',
			'\u200bada@exam\u00adple.com\u202c;',
			'<ada@example.com>',
			'‘ada@example.com’',
			'“ada@example.com”,',
			'„ada@example.com“',
			'«ada@example.com»',
		].map((address): [string, unknown, unknown, FieldSchema<unknown>] => [
			'email',
			address,
			'ada@example.com',
			email('X'),
		]),
		['webUrl', 'http://example.com', 'http://example.com', webUrl('X')],
		['webUrl', ' https://example.com ', 'https://example.com', webUrl('X')],
		['numberFrom 1 to 100', '1.25', 1.25, numberFrom('X', 1, 100)],
		['numberFrom -5 to 5', '-2', -2, numberFrom('X', -5, 5)],
		['phone', '+34 (600) 00-00.00', '34600000000', phoneSchema],
		['phone', '0034600000000', '34600000000', phoneSchema],
		['phone', '34600100200', '34600100200', phoneSchema],
		['phone', 34600000000, '34600000000', phoneSchema],
		['phone', '112', '112', phoneSchema],
		['phone', ' ', undefined, phoneSchema],
		['choice of a and b', 'b', 'b', choice('X', ['a', 'b'])],
		['optional wholeNumber', '', undefined, optional(wholeNumber('X', 1))],
	])('of the type %s reads %j as %j', (_, value, expected, schema) => {
		expect(schema.parse(value)).toEqual(expected);
	});

	it.each<[string, unknown, string, FieldSchema<unknown>]>([
		['text', {}, 'X {} must be text', text('X')],
		[
			'shortText of at most 5',
			'123456',
			'X is 6 characters long: An SMS takes at most 5',
			shortText('X', 5, 'An SMS'),
		],
		['filledText', undefined, 'X is empty', filledText('X')],
		['filledText', '\n', 'X is empty', filledText('X')],
		['filledText', [], 'X [] must be text', filledText('X')],
		['email', 'a@b c', 'X "a@b c" is not an email address', email('X')],
		['email', 'a@b', 'X "a@b" is not an email address', email('X')],
		['email', 'a@b..com', 'X "a@b..com" is not an email address', email('X')],
		['email', ' ', 'X is empty', email('X')],
		['email', 7, 'X 7 is not an email address', email('X')],
		[
			'email',
			'ada@example.com,ben@example.com',
			'X "ada@example.com,ben@example.com" is not an email address',
			email('X'),
		],
		['email', 'ada@exam’ple.com', 'X "ada@exam’ple.com" is not an email address', email('X')],
		['email', '@example.com', 'X "@example.com" is not an email address', email('X')],
		[
			'email',
			'josé@exam\u200bple.com',
			'X "josé@examU+200Bple.com" is not an email address',
			email('X'),
		],
		[
			'email',
			'ada@my\u2011company.com',
			'X "ada@myU+2011company.com" is not an email address',
			email('X'),
		],
		[
			'text',
			'Chlo\ufffd Nu\ufffdez',
			'X "Chlo\ufffd Nu\ufffdez" was read in the wrong encoding: choose the right one where the file is read, e.g. the option Encoding of Extract from File',
			text('X'),
		],
		['email', 'nobody', 'Email "nobody" is not an email address', emailSchema],
		[
			'webUrl',
			'see https://example.com',
			'X "see https://example.com" must start with http:// or https://',
			webUrl('X'),
		],
		[
			'webUrl',
			'ftp://example.com/https://example.com',
			'X "ftp://example.com/https://example.com" must start with http:// or https://',
			webUrl('X'),
		],
		[
			'phone',
			'call 34600000000',
			'Phone "call 34600000000" must be a number with its country code, e.g. 34600000000',
			phoneSchema,
		],
		[
			'phone',
			'34600000000 ext 1',
			'Phone "34600000000 ext 1" must be a number with its country code, e.g. 34600000000',
			phoneSchema,
		],
		[
			'webUrl',
			'ftp://example.com',
			'X "ftp://example.com" must start with http:// or https://',
			webUrl('X'),
		],
		['webUrl', 'https://', 'X "https://" must start with http:// or https://', webUrl('X')],
		['wholeNumber from 0', '1e3', 'X "1e3" must be a whole number, 0 or more', wholeNumber('X', 0)],
		['wholeNumber from 0', '', 'X must be a whole number, 0 or more', wholeNumber('X', 0)],
		[
			'wholeNumber from 1 to 3',
			4,
			'X 4 must be a whole number between 1 and 3',
			wholeNumber('X', 1, 3),
		],
		[
			'numberFrom 1 to 100',
			NaN,
			'X NaN must be a number between 1 and 100',
			numberFrom('X', 1, 100),
		],
		[
			'numberFrom 1 to 100',
			Infinity,
			'X Infinity must be a number between 1 and 100',
			numberFrom('X', 1, 100),
		],
		[
			'numberFrom 1 to 100',
			true,
			'X true must be a number between 1 and 100',
			numberFrom('X', 1, 100),
		],
		['flag', 'maybe', 'X "maybe" must be true or false', flag('X')],
		['choice of a and b', 'c', 'X "c" must be one of: a, b', choice('X', ['a', 'b'])],
	])('of the type %s rejects %O with "%s"', (_, value, message, schema) => {
		const { error } = schema.safeParse(value);
		expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
	});

	it('that is invalid does not stop the rules about several fields', () => {
		const form = strictObject('A form', { a: field(z.number(), () => 'a is wrong') }).superRefine(
			({ a }, context) => context.addIssue({ code: 'custom', message: `the rule saw ${a}` }),
		);
		const { error } = form.safeParse({ a: 'x', b: 1, c: 2 });
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'a is wrong',
			'A form has no field "b", "c"',
			'the rule saw x',
		]);
	});
});

describe('a numbered list', () => {
	const read = (list: readonly unknown[]) =>
		numberedList(list, (number) => wholeNumber(`Number ${number}`, 0)).safeParse(list);

	it('returns the output of every entry', () => {
		expect(read(['7', 8]).data).toEqual([7, 8]);
		expect(read([]).data).toEqual([]);
	});

	it('names invalid entries by their number, counted from 1', () => {
		const { error } = read(['x', 8, 'y']);
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'Number 1 "x" must be a whole number, 0 or more',
			'Number 3 "y" must be a whole number, 0 or more',
		]);
	});
});

describe('a strict object', () => {
	const schema = strictObject('A form', { a: z.string() });
	const messages = (value: unknown) =>
		schema.safeParse(value).error?.issues.map(({ message }) => message);

	it.each(['text', null, [], 7])('rejects %j with its own name', (value) => {
		expect(messages(value)).toEqual(['A form must be an object']);
	});

	it("keeps zod's own message for other problems of a field", () => {
		const refined = strictObject('A form', { a: z.string().min(3) });
		const { error } = refined.safeParse({ a: 'x' });
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'String must contain at least 3 character(s)',
		]);
	});
});
