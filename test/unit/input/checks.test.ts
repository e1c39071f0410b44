import { z } from 'zod';
import { validated } from '../../../nodes/Signaturit/input/schemas';

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
			description: 'Nothing was sent to Signaturit.',
		});
	});

	it('lists several problems in the description, each once', () => {
		const schema = issue('Email is empty').and(issue('Name is empty')).and(issue('Email is empty'));
		expect(errorOf(schema)).toEqual({
			message: 'Email is empty, and 1 more to correct before anything is sent',
			description: '• Email is empty\n• Name is empty',
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
			description: 'Nothing was sent to Signaturit. Add one.',
		});
		expect(errorOf(withAdvice.and(issue('Email is empty'))).description).toBe(
			'• There is no trigger. Add one.\n• Email is empty',
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
		const rows = { recipients: 'Recipient', widgets: 'Widget' };
		expect(errorOf(issue('Email is empty', ...path), rows).message).toBe(message);
	});
});
