import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { apiError } from '../../../../nodes/Signaturit/transport/errors/errors';
import {
	problemOfAnswer,
	problemOfContent,
} from '../../../../nodes/Signaturit/transport/errors/problem';

const node = { name: 'Signaturit' } as INode;

/** Bodies with the keys of errors, each of any type. */
const errorBody = fc.record(
	{
		status_code: fc.jsonValue({ maxDepth: 3 }),
		message: fc.jsonValue({ maxDepth: 3 }),
		error: fc.jsonValue({ maxDepth: 3 }),
		error_message: fc.jsonValue({ maxDepth: 3 }),
		error_details: fc.jsonValue({ maxDepth: 3 }),
		errors: fc.jsonValue({ maxDepth: 3 }),
	},
	{ requiredKeys: [] },
);

describe('problemOfAnswer', () => {
	it("keeps the service's message, and details given as an object", () => {
		const body = {
			status_code: 400,
			message: 'Invalid recipient email address',
			error_details: { 'invalid email': 'nobody@' },
		};
		expect(problemOfAnswer(400, JSON.stringify(body))).toEqual({
			httpCode: '400',
			message: 'Invalid recipient email address',
			description: 'invalid email: nobody@',
		});
	});

	it("keeps the service's details given as a list, one per line", () => {
		const body = {
			status_code: 400,
			message: 'Invalid pdf',
			error_details: ['a.txt: no', 'b.txt'],
		};
		expect(problemOfAnswer(400, JSON.stringify(body)).description).toBe('a.txt: no\nb.txt');
	});

	it.each([
		[{ error: 'invalid_grant', error_description: 'The token is invalid' }, 'The token is invalid'],
		[{ error: 'invalid_grant', error_message: 'Wrong token' }, 'Wrong token'],
		[{ error: 'invalid_grant' }, 'invalid_grant'],
	])('reads the message of the OAuth error %j', (body, message) => {
		expect(problemOfAnswer(401, JSON.stringify(body))).toMatchObject({ httpCode: '401', message });
	});

	it.each(['<html><body><h1>502 Bad Gateway</h1></body></html>', '', 'null', '[]', '{"a":'])(
		'says that a gateway answered when the body is %j, without quoting the body',
		(body) => {
			const problem = problemOfAnswer(502, body);
			expect(problem.message).toBe(
				'Signaturit could not be reached: a server on the way answered HTTP 502',
			);
			expect(problem.description).toContain('Wait a moment');
		},
	);

	it.each([
		['null', null],
		['missing', undefined],
		['an empty text', ''],
		['a list of nothing', [null, '', []]],
	])('has no description when the details are %s', (_, details) => {
		const body = { message: 'Invalid pdf', error_details: details };
		expect(problemOfAnswer(400, JSON.stringify(body)).description).toBe('');
	});

	it.each([[''], [null]])('leaves out the detail %j between others', (empty) => {
		const body = { message: 'Invalid pdf', error_details: ['a.txt', empty, 'b.txt'] };
		expect(problemOfAnswer(400, JSON.stringify(body)).description).toBe('a.txt\nb.txt');
	});

	it('lists several values of one detail on one line', () => {
		const body = {
			message: 'Invalid pdf',
			error_details: { names: ['a.txt', null, 'b.txt'], size: 0 },
		};
		expect(problemOfAnswer(400, JSON.stringify(body)).description).toBe(
			'names: a.txt, b.txt\nsize: 0',
		);
	});

	it.each([
		[400, 'Check the environment in the credential, and the Base URL if it is Custom.'],
		[498, 'Check the environment in the credential, and the Base URL if it is Custom.'],
		[499, 'Wait a moment, then try again.'],
		[500, 'Wait a moment, then try again.'],
		[503, 'Wait a moment, then try again.'],
	])('says what to do when a gateway answers a request that reads with %d', (status, advice) => {
		expect(problemOfAnswer(status, '<html></html>')).toEqual({
			httpCode: String(status),
			message: `Signaturit could not be reached: a server on the way answered HTTP ${status}`,
			description: `The answer did not come from Signaturit itself. ${advice}`,
		});
	});

	it.each([
		[499, 'Signaturit answered HTTP 499 without a reason', 'Wait a moment, then try again.'],
		[
			500,
			'Signaturit could not be reached: a server on the way answered HTTP 500',
			'The answer did not come from Signaturit itself. Wait a moment, then try again.',
		],
	])('blames a gateway for an answer without words from status 500 on (%d)', (status, ...texts) => {
		const [message, description] = texts;
		expect(problemOfAnswer(status, '')).toEqual({ httpCode: String(status), message, description });
	});

	it.each([300, 302, 399])(
		"names the credential when the service's address redirects (%d)",
		(status) => {
			expect(problemOfAnswer(status, '')).toMatchObject({
				message: `Signaturit's address redirects elsewhere (HTTP ${status})`,
				description: expect.stringContaining('credential'),
			});
		},
	);

	it.each([
		['text', 'x'.repeat(100_000)],
		['a list', Array.from({ length: 10_000 }, (_, index) => `problem ${index}`)],
	])('keeps the advice in the error when message and details are %s', (_, value) => {
		const body = JSON.stringify({ message: value, error_details: value });
		const problem = problemOfAnswer(500, body);
		const { message, description } = apiError(node, problem);
		expect({ message, description }).toEqual({
			message: problem.message,
			description: problem.description,
		});
		expect(message.length).toBeGreaterThan(8);
		expect(description?.split('\n').at(-1)).toBe('Wait a moment, then try again.');
	});

	const names = { expire_time: 'Expires After (Days)', 'Recipient[widgets]': 'Widgets' };

	it("replaces the service's names of fields by the panel's, with the original beneath", () => {
		const path = 'recipients[0][widgets][0][page]';
		const message = `Invalid ${path}`;
		const details = [`${path}: must be 1 to 2`];
		const body = JSON.stringify({ message, error_details: details });
		expect(problemOfAnswer(400, body, { names })).toEqual({
			httpCode: '400',
			message: 'Recipient 1, Widget 1: Page must be 1 to 2',
			description: `Signaturit said: Invalid ${path}\n${path}: must be 1 to 2`,
		});
	});

	it('keeps a message without names of fields, and shows it once more with the original details', () => {
		const body = { message: 'Refused', error_details: ['expire_time: must be 1 to 365'] };
		expect(problemOfAnswer(400, JSON.stringify(body), { names })).toMatchObject({
			message: 'Refused',
			description:
				'Expires After (Days) must be 1 to 365\nSignaturit said: Refused\nexpire_time: must be 1 to 365',
		});
	});

	it('keeps the message that says less than the details, when there are several', () => {
		const error_details = ['expire_time: must be 1 to 365', 'body: must be text'];
		const body = JSON.stringify({ message: 'Invalid expire_time', error_details });
		expect(problemOfAnswer(400, body, { names })).toMatchObject({
			message: 'Expires After (Days) is invalid',
			description: [
				'Expires After (Days) must be 1 to 365',
				'Email Body must be text',
				'Signaturit said: Invalid expire_time',
				...error_details,
			].join('\n'),
		});
	});

	it('never throws, and always gives a message, for any status and any body', () => {
		const body = fc.oneof(
			fc.json(),
			fc.string(),
			errorBody.map((value) => JSON.stringify(value)),
		);
		const url = fc
			.tuple(fc.domain(), fc.string())
			.map(([domain, path]) => `https://${domain}/${encodeURI(path)}`);
		const request = fc.record(
			{ path: fc.string(), location: fc.oneof(fc.string(), url), writes: fc.boolean() },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.integer({ min: 200, max: 599 }), body, request, (status, text, facts) => {
				const { message, description } = problemOfAnswer(status, text, facts);
				expect(message.trim()).not.toBe('');
				expect(`${message} ${description}`).not.toContain('[object Object]');
			}),
		);
	});
});

describe('problemOfContent', () => {
	it('says what was expected and where to look', () => {
		expect(problemOfContent('a list')).toEqual({
			message: "Signaturit's address answered with something other than a list",
			description: 'Check the environment in the credential, and the Base URL if it is Custom.',
		});
	});
});
