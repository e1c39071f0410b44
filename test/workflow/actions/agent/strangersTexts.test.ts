import { createOnService, withRecipient } from '../signature/createOnService';
import { newRent, toolOnService } from './toolOnService';

/** What a form, a spreadsheet or a model may give, and what is said of it. */
const texts: ReadonlyArray<readonly [what: string, person: Record<string, string>, words: string]> =
	[
		[
			'an email with 100 kB of blanks in it',
			{ email: `a${' '.repeat(100_000)}@example.com` },
			'Email "a ',
		],
		[
			'two people in one email',
			{ email: 'boss@example.com, Ben <ben@example.com>' },
			'names more than one person',
		],
		['a name that nobody can see', { name: '\u200b\u2060\u3164' }, 'Name is empty'],
		['a name that was cut off inside an emoji', { name: 'Ada \ud83d' }, '"Ada U+D83D"'],
		['a name of 1 MB', { name: 'Ada '.repeat(250_000) }, 'Name is 999999 characters long'],
	];

describe('a signature request of a workflow', () => {
	const { run, bodies, sent } = createOnService();

	it.each(texts)('is not sent with %s', async (_, person, words) => {
		const { error } = await run(withRecipient(person));
		expect(error?.message).toContain(words);
		expect(await bodies()).toEqual([]);
	});

	it('is sent to a person from a column that is padded with blanks', async () => {
		const padded = (text: string) => text.padEnd(500);
		const person = {
			email: padded('ada@example.com'),
			name: padded('Ada'),
			phone: padded('34600112233'),
		};
		expect(await sent(withRecipient(person))).toMatchObject({
			recipients: [{ email: 'ada@example.com', name: 'Ada', phone: '34600112233' }],
		});
	});
});

describe('a request of a tool', () => {
	const { tool, sent } = toolOnService();

	describe.each(['signature', 'certifiedEmail'] as const)('(%s)', (kind) => {
		// A certified email needs no name.
		const unsent = texts.filter(([, , words]) => kind === 'signature' || words !== 'Name is empty');

		it.each(unsent)('is not sent with %s', async (_, person, words) => {
			const { answer } = await tool(kind, 'agent 3')({ ...newRent(), ...person });
			expect(answer).toMatchObject({ result: 'refused', message: expect.stringContaining(words) });
			expect(await sent(kind)).toBe(0);
		});
	});
});
