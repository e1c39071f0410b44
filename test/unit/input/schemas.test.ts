import { z } from 'zod';
import { text, wholeNumber } from '../../../nodes/Signaturit/input/doors';
import {
	field,
	numberedList,
	strictObject,
	Unfound,
	validated,
} from '../../../nodes/Signaturit/input/schemas';

const issue = (message: string, ...path: (string | number)[]) =>
	z.unknown().superRefine((_, context) => context.addIssue({ code: 'custom', message, path }));

/** What the user reads. */
function errorOf(schema: z.ZodTypeAny, rows = {}): { message: string; description: string } {
	try {
		validated(schema, {}, rows);
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
	throw new Error('The input was expected to be invalid');
}

describe('validated', () => {
	it("returns the schema's output for valid input", () => {
		expect(validated(z.string().transform(Number), '7')).toBe(7);
	});

	it('makes the only problem the message', () => {
		expect(errorOf(issue('Email is empty'))).toEqual({
			message: 'Email is empty',
			description: 'Nothing was sent.',
		});
	});

	it('lists several problems in the description, each once', () => {
		const schema = issue('Email is empty').and(issue('Name is empty')).and(issue('Email is empty'));
		expect(errorOf(schema)).toEqual({
			message: 'Email is empty, and 1 more to correct',
			description: 'Nothing was sent.\n• Email is empty\n• Name is empty',
		});
	});

	it('adds the advice of a problem to the description', () => {
		const withAdvice = z.unknown().superRefine((_, context) =>
			context.addIssue({
				code: 'custom',
				message: 'There is no trigger',
				params: { advice: 'Add one.' },
			}),
		);
		expect(errorOf(withAdvice)).toEqual({
			message: 'There is no trigger',
			description: 'Nothing was sent. Add one.',
		});
		expect(errorOf(withAdvice.and(issue('Email is empty'))).description).toBe(
			'Nothing was sent.\n• There is no trigger. Add one.\n• Email is empty',
		);
	});

	it.each([
		[['recipients', 0], 'Recipient 1: Email is empty'],
		[['recipients', 1, 'email'], 'Recipient 2: Email is empty'],
		[['recipients', 1, 'widgets', 2, 'page'], 'Recipient 2, Widget 3: Email is empty'],
		[['others', 1], 'Email is empty'],
		[['recipients', 'email'], 'Email is empty'],
		[[0, 1], 'Email is empty'],
	])('puts the rows of the path %j before the message', (path, message) => {
		const rows = { 'recipients #': 'Recipient', 'widgets #': 'Widget' };
		expect(errorOf(issue('Email is empty', ...path), rows).message).toBe(message);
	});
});

describe('what stands for a value that could not be read', () => {
	const issuesOf = (value: unknown) => text('X').safeParse(value).error?.issues;

	it('is refused by every door in its own words, with its advice', () => {
		expect(issuesOf(new Unfound('It is gone', 'Choose another one'))).toEqual([
			expect.objectContaining({
				message: 'It is gone',
				params: { advice: 'Choose another one', remedy: 'model' },
			}),
		]);
	});

	it('is no object of a user that has the same keys', () => {
		const [issue] = issuesOf({ problem: 'none', advice: 'none' }) ?? [];
		expect(issue?.message).toBe('X {"problem":"none","advice":"none"} must be text');
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

	it('with an invalid field does not stop the rules about several fields', () => {
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
