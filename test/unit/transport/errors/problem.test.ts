import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { apiError } from '../../../../nodes/Signaturit/transport/errors/errors';
import {
	about,
	hasError,
	innerStatus,
	problemOfAnswer,
	problemOfContent,
	problemOfText,
	statusOf,
} from '../../../../nodes/Signaturit/transport/errors/problem';

const CHECK_ADDRESS = 'Check the environment in the credential, and the Base URL if it is Custom.';

const node = { name: 'Signaturit' } as INode;

/** Bodies with the keys of errors, each of any type. */
const value = fc.jsonValue({ maxDepth: 3 });
const errorBody = fc.record(
	{
		status_code: value,
		message: value,
		error: value,
		error_message: value,
		error_description: value,
		error_details: value,
		errors: value,
	},
	{ requiredKeys: [] },
);

describe('problemOfAnswer', () => {
	it("keeps the service's details given as a list, one per line", () => {
		const body = {
			status_code: 400,
			message: 'Invalid pdf',
			error_details: ['a.txt: no', 'b.txt'],
		};
		expect(problemOfAnswer(400, JSON.stringify(body))).toEqual({
			httpCode: '400',
			message: 'Invalid pdf',
			description: 'a.txt: no\nb.txt',
			remedy: 'model',
			quotes: true,
			elsewhere: true,
		});
	});

	it.each(['<html><body><h1>502 Bad Gateway</h1></body></html>', '', 'null', '[]', '{"a":'])(
		'says that a gateway answered when the body is %j, without quoting the body',
		(body) => {
			const problem = problemOfAnswer(502, body);
			expect(problem.message).toBe(
				'Signaturit could not be reached: a server on the way answered HTTP 502',
			);
			expect(problem.advice).toContain('Wait a moment');
		},
	);

	it.each([
		[400, 'builder', CHECK_ADDRESS],
		[498, 'builder', CHECK_ADDRESS],
		[499, 'later', 'Wait a moment, then try again.'],
		[500, 'later', 'Wait a moment, then try again.'],
		[503, 'later', 'Wait a moment, then try again.'],
	])(
		'says what to do when a gateway answers a request that reads with %d',
		(status, remedy, advice) => {
			expect(problemOfAnswer(status, '<html></html>')).toEqual({
				httpCode: String(status),
				message: `Signaturit could not be reached: a server on the way answered HTTP ${status}`,
				description: 'The answer did not come from Signaturit itself.',
				advice,
				remedy,
				elsewhere: true,
			});
		},
	);

	it.each([
		['error_description', 'The token is invalid'],
		['error_message', 'Wrong token'],
		['error', 'invalid_grant'],
	])("keeps the service's words under the name %s, as for a wrong token", (key, words) => {
		const body = { error: 'invalid_grant', [key]: words };
		expect(problemOfAnswer(401, JSON.stringify(body))).toMatchObject({
			httpCode: '401',
			message: words,
		});
	});

	it('blames a gateway for an answer without words from status 500 on', () => {
		expect(problemOfAnswer(499, '')).toEqual({
			httpCode: '499',
			message: 'Signaturit answered HTTP 499 without a reason',
			description: '',
			advice: 'Wait a moment, then try again.',
			remedy: 'later',
		});
		expect(problemOfAnswer(500, '')).toEqual({
			httpCode: '500',
			message: 'Signaturit could not be reached: a server on the way answered HTTP 500',
			description: 'The answer did not come from Signaturit itself.',
			advice: 'Wait a moment, then try again.',
			remedy: 'later',
			elsewhere: true,
		});
	});

	it.each(['', ' ', 'null', '{}', '[]', '"text"', '0', 'false'])(
		'blames no gateway for %j with a status below 500',
		(body) => {
			expect(problemOfAnswer(418, body).message).not.toContain('a server on the way answered');
		},
	);

	it.each([300, 302, 399])(
		"names the credential when the service's address redirects (%d)",
		(status) => {
			expect(problemOfAnswer(status, '')).toMatchObject({
				message: `Signaturit's address redirects elsewhere (HTTP ${status})`,
				advice: expect.stringContaining('credential'),
				remedy: 'builder',
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
			description: `${problem.description}\n${String(problem.advice)}`,
		});
		expect(message.length).toBeGreaterThan(8);
		expect(description?.split('\n').at(-1)).toBe('Wait a moment, then try again.');
	});

	const names = {
		...{ expire_time: 'Expires After (Days)', recipients: 'Recipients', body: 'Email Body' },
		...{ 'recipients #': 'Recipient', 'Recipient[widgets]': 'Widgets' },
		...{ 'widgets #': 'Widget', 'Widget[page]': 'Page' },
	};

	it("replaces the service's names of fields by the panel's, with the original beneath", () => {
		const path = 'recipients[0][widgets][0][page]';
		const message = `Invalid ${path}`;
		const details = [`${path}: must be 1 to 2`];
		const body = JSON.stringify({ message, error_details: details });
		expect(problemOfAnswer(400, body, { names })).toEqual({
			httpCode: '400',
			message: 'Recipient 1, Widget 1: Page must be 1 to 2',
			description: `Signaturit said: Invalid ${path}\n${path}: must be 1 to 2`,
			remedy: 'model',
			quotes: true,
			elsewhere: true,
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
			advice: CHECK_ADDRESS,
			remedy: 'builder',
		});
	});
});

const problemOfFile = (text: string) => problemOfText('/v3/files/1', text, 'PDF');

describe('a text that comes instead of a file', () => {
	it('is told in its words, without a status that it does not have', () => {
		expect(problemOfFile('{"message":"Document not ready","error_details":["a","b"]}')).toEqual({
			message: 'Document not ready',
			description: 'a\nb',
			remedy: 'model',
			quotes: true,
		});
	});

	it('is told with the status that it has', () => {
		expect(problemOfFile('{"status_code":404,"message":"Document not found"}')).toMatchObject({
			message: 'Document not found',
			httpCode: '404',
		});
	});

	it('is told by the status that it has alone, with the ids of the address', () => {
		const path = '/v3/signatures/s1/documents/d1/download/signed';
		expect(problemOfText(path, '{"status_code":404}', 'PDF')).toEqual({
			httpCode: '404',
			message: 'Signaturit has no such file',
			description: '',
			remedy: 'model',
			advice:
				'Either it is not there yet, or "s1" or "d1" is not in this account. ' +
				'Check the spelling, and the environment in the credential: sandbox and production are separate.',
		});
	});

	it.each([
		[299, undefined],
		[300, '300'],
	])('is told with its status %d only if that is no success', (status, httpCode) => {
		expect(problemOfFile(`{"status_code":${status}}`).httpCode).toBe(httpCode);
	});

	it.each(['', '{}', '[]', '{"id":"s1"}', '<html>Log in</html>', '{"message":"cut'])(
		'is called something other than a file when it is %j',
		(text) => {
			expect(problemOfFile(text).message).toBe(
				"Signaturit's address answered with something other than a PDF file",
			);
			expect(problemOfFile(text).httpCode).toBeUndefined();
		},
	);
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
