import { z } from 'zod';
import {
	choice,
	email,
	field,
	filledText,
	flag,
	numberBetween,
	optional,
	strictObject,
	text,
	webUrl,
	wholeNumber,
	type FieldSchema,
} from '../../../nodes/Signaturit/input/schemas';

describe('a field', () => {
	it.each<[FieldSchema<unknown>, unknown, unknown]>([
		[text('X'), ' as it is ', ' as it is '],
		[text('X'), 5, '5'],
		[text('X'), ' ', undefined],
		[text('X'), null, undefined],
		[filledText('X'), ' as it is ', ' as it is '],
		[email('X'), ' ada@example.com ', 'ada@example.com'],
		[webUrl('X'), 'HTTPS://example.com/?a=b', 'HTTPS://example.com/?a=b'],
		[wholeNumber('X', 0), '07', 7],
		[wholeNumber('X', 1, 3), 3, 3],
		[numberBetween('X', 1, 100), ' 1.5 ', 1.5],
		[flag('X'), 'true', true],
		[flag('X'), 0, false],
		[flag('X'), '1', true],
		[choice('X', ['a', 'b']), 'b', 'b'],
		[optional(wholeNumber('X', 1)), '', undefined],
	])('%# takes %j as %j', (schema, value, expected) => {
		expect(schema.parse(value)).toEqual(expected);
	});

	it.each<[FieldSchema<unknown>, unknown, string]>([
		[text('X'), {}, 'X must be text'],
		[filledText('X'), undefined, 'X is empty'],
		[filledText('X'), '\n', 'X is empty'],
		[filledText('X'), [], 'X must be text'],
		[email('X'), 'a@b c', 'X must be an email address'],
		[webUrl('X'), 'ftp://example.com', 'X must start with http:// or https://'],
		[webUrl('X'), 'https://', 'X must start with http:// or https://'],
		[wholeNumber('X', 0), '1e3', 'X must be a whole number, 0 or more'],
		[wholeNumber('X', 0), '', 'X must be a whole number, 0 or more'],
		[wholeNumber('X', 1, 3), 4, 'X must be a whole number between 1 and 3'],
		[numberBetween('X', 1, 100), NaN, 'X must be between 1 and 100'],
		[numberBetween('X', 1, 100), Infinity, 'X must be between 1 and 100'],
		[numberBetween('X', 1, 100), true, 'X must be between 1 and 100'],
		[flag('X'), 'yes', 'X must be true or false'],
		[choice('X', ['a', 'b']), 'c', 'X must be one of: a, b'],
	])('%# refuses %j: %s', (schema, value, message) => {
		const { error } = schema.safeParse(value);
		expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
	});

	it('that is wrong does not keep the rules over several fields from being checked', () => {
		const form = strictObject('A form', { a: field(z.number(), 'a is wrong') }).superRefine(
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
