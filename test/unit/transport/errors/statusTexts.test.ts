import { endpoints } from '../../../../nodes/Signaturit/transport/endpoints';
import { problemOfAnswer as withAdvice } from '../../../../nodes/Signaturit/transport/errors/problem';
import {
	shownDescription,
	shownMessage,
} from '../../../../nodes/Signaturit/transport/errors/refusal';
import { idsIn, leavesUnknown } from '../../../../nodes/Signaturit/transport/errors/statusTexts';

const ID = '25ace149-0000-4000-8000-000000000001';
const ENVIRONMENTS =
	'Check the spelling, and the environment in the credential: sandbox and production are separate.';
const words = JSON.stringify({ message: 'Words' });

/** The problem as people read it. */
function problemOfAnswer(...given: Parameters<typeof withAdvice>) {
	const problem = withAdvice(...given);
	const { httpCode } = problem;
	return { httpCode, message: shownMessage(problem), description: shownDescription(problem) ?? '' };
}

describe('an answer without words', () => {
	it.each(['', ' \n', 'null', '{}', '[]', '{"status_code":401}', '{"error":null}'])(
		'with status 401 and the body %j names the token and the environments',
		(body) => {
			const { message, description } = problemOfAnswer(401, body);
			expect(message).toBe('Signaturit does not accept the access token');
			expect(description).toContain('Sandbox and production have different tokens');
		},
	);

	it('with status 403 says that the account or the state of the request does not allow it', () => {
		const { message, description } = problemOfAnswer(403, '');
		expect(message).toBe('Signaturit does not allow this');
		expect(description).toContain('may not do this, or the state of the request');
	});

	it('with status 404 names the id, and asks for the environment', () => {
		expect(problemOfAnswer(404, '', { path: endpoints.signature.one(ID) })).toEqual({
			httpCode: '404',
			message: `There is no "${ID}" in this account`,
			description: ENVIRONMENTS,
		});
	});

	it('with status 404 names both ids of a document', () => {
		const { message } = problemOfAnswer(404, '', { path: endpoints.signature.signer(ID, 'doc 2') });
		expect(message).toBe(`There is no "${ID}" or no "doc 2" in this account`);
	});

	it('with status 404 says that a download may not be there yet', () => {
		const path = endpoints.signature.download(ID, 'd', 'signed');
		expect(problemOfAnswer(404, '{}', { path })).toMatchObject({
			message: 'Signaturit has no such file',
			description: `Either it is not there yet, or "${ID}" or "d" is not in this account. ${ENVIRONMENTS}`,
		});
	});

	it.each([undefined, endpoints.signature.count, endpoints.signature.list])(
		'with status 404 blames the address when the path %j holds no id',
		(path) => {
			expect(problemOfAnswer(404, '', { path })).toMatchObject({
				message: 'Signaturit has nothing at this address',
				description: 'Check the environment in the credential, and the Base URL if it is Custom.',
			});
		},
	);

	it.each([
		[200, `${'x'.repeat(200)}`],
		[201, `${'x'.repeat(200)}…`],
		[9_000, `${'x'.repeat(200)}…`],
	])('with status 404 shows 200 characters of an id of %d', (length, shown) => {
		const { message } = problemOfAnswer(404, '', {
			path: endpoints.signature.one('x'.repeat(length)),
		});
		expect(message).toBe(`There is no "${shown}" in this account`);
	});

	it.each([405, 406])('with status %d says that the address does not offer this', (status) => {
		expect(problemOfAnswer(status, '')).toMatchObject({
			message: `Signaturit's address does not offer this (HTTP ${status})`,
			description: 'Check the environment in the credential, and the Base URL if it is Custom.',
		});
	});

	it.each([400, 402, 422])('with status %d asks to check what was entered', (status) => {
		expect(problemOfAnswer(status, '')).toMatchObject({
			message: `Signaturit answered HTTP ${status} without a reason`,
			description: expect.stringContaining('Check what was entered'),
		});
	});
});

describe('a web page', () => {
	it.each([401, 403, 404, 405])('with status %d comes from a gateway', (status) => {
		expect(problemOfAnswer(status, '<html></html>').message).toContain(
			'a server on the way answered',
		);
	});

	it.each([
		[413, 'The request is too large', 'Send smaller files'],
		[429, 'Signaturit gets too many requests', 'Wait a minute'],
	])('with status %d says the same as any other answer', (status, message, advice) => {
		for (const body of ['', '<html></html>']) {
			const problem = problemOfAnswer(status, body);
			expect(problem.message).toBe(message);
			expect(problem.description).toContain(advice);
		}
	});
});

describe('an answer with words', () => {
	it.each([
		[401, 'Sandbox and production have different tokens'],
		[403, 'may not do this'],
		[404, `The ID was "${ID}".\n${ENVIRONMENTS}`],
		[413, 'Send smaller files'],
		[429, 'Wait a minute'],
	])('with status %d keeps them and adds advice', (status, advice) => {
		const { message, description } = problemOfAnswer(status, words, {
			path: endpoints.signature.one(ID),
		});
		expect(message).toBe('Words');
		expect(description).toContain(advice);
	});

	it('with status 404 names both ids of a document', () => {
		const path = endpoints.signature.signer(ID, 'doc 2');
		expect(problemOfAnswer(404, words, { path }).description).toBe(
			`The ID was "${ID}" with "doc 2".\n${ENVIRONMENTS}`,
		);
	});

	it.each(['URLs are not allowed in subject', 'In the body urls are not allowed'])(
		'that refuse web addresses in texts name the fields of the panel: %s',
		(message) => {
			expect(problemOfAnswer(400, JSON.stringify({ message })).description).toBe(
				'Take http://, https://, www. and dots inside a word (as in contract.pdf) out of Email Subject, Email Body or SMS Body, and out of Subject and Message of each recipient.',
			);
		},
	);

	it.each([400, 402, 403, 500])('with status %d says that there are no credits left', (status) => {
		const message = "Account depleted all it's advanced signature requests";
		const problem = problemOfAnswer(status, JSON.stringify({ message }), { writes: true });
		expect(problem.message).toBe(message);
		expect(problem.description).toBe(
			'The account has no credits left for this: buy some in Signaturit first. The operation Get Credits of Account shows what is left.',
		);
	});

	it.each(['account depleted', 'Your account depleted its certified SMS.'])(
		'knows other words for it: %s',
		(message) => {
			const { description } = problemOfAnswer(403, JSON.stringify({ message }));
			expect(description).toContain('no credits left');
		},
	);

	it.each([
		{ message: 'Invalid events_url' },
		{ message: 'Invalid request', errors: ['events_url: localhost is not allowed'] },
	])('that name the address for events say what to do without one: %j', (body) => {
		const { description } = problemOfAnswer(400, JSON.stringify(body), { writes: true });
		expect(description).toContain('set How Events Arrive to Polling Only');
	});

	it('with status 400 needs no advice', () => {
		expect(problemOfAnswer(400, words).description).toBe('');
	});
});

describe('a status that leaves open what has happened', () => {
	const statuses = [200, 408, 409, 425, 499, 500, 502, 503, 504];
	const bodies = ['', '{}', words, '<html></html>'];
	const cases = statuses.flatMap((status) => bodies.map((body) => [status, body] as const));

	it.each(cases)(
		'(%d, body %j) advises to try again only when the request reads',
		(status, body) => {
			expect(problemOfAnswer(status, body).description).toContain('Wait a moment, then try again.');
			const { message, description } = problemOfAnswer(status, body, { writes: true });
			expect(`${message} ${description}`).not.toMatch(/try again/i);
		},
	);
});

describe('leavesUnknown', () => {
	it.each([
		[false, [200, 299, 400, 401, 404, 407, 410, 424, 426, 429, 498]],
		[true, [300, 399, 408, 409, 425, 499, 500, 599]],
	])('is %s for %j', (expected, all) => {
		expect(all.filter((status) => leavesUnknown(status) !== expected)).toEqual([]);
	});
});

describe('a redirect', () => {
	const path = endpoints.signature.count;
	const redirected = (location: string) => problemOfAnswer(302, '', { path, location });

	it('to the same path at another address says what to enter as the Base URL', () => {
		expect(redirected(`https://proxy.example/sign${path}?token=secret#part`)).toEqual({
			httpCode: '302',
			message: `Signaturit's address redirects to https://proxy.example/sign${path} (HTTP 302)`,
			description:
				'If you know this address, enter "https://proxy.example/sign" as the Base URL in the credential, with the environment Custom.',
		});
	});

	it('to the same path without encryption says what to enter, too', () => {
		const { description } = redirected(`http://proxy.example${path}`);
		expect(description).toContain('enter "http://proxy.example" as the Base URL');
	});

	it.each([
		'https://login.example/a/long/way/to/another/page',
		`/http:${path}`,
		`//proxy.example${path}`,
	])('to %s says nothing of the Base URL to enter', (location) => {
		expect(redirected(location).description).toBe(
			'Check the environment in the credential, and the Base URL if it is Custom.',
		);
	});

	it.each([
		['https://login.example:8443/sso?next=secret', 'https://login.example:8443/sso'],
		['https://user:secret@login.example/', 'https://login.example/'],
		['/login?secret', '/login'],
		['//other.example/login', '//other.example/login'],
		[' //other.example/login ', '//other.example/login'],
	])('to %s shows only origin and path', (location, target) => {
		const { message, description } = redirected(location);
		expect(message).toBe(`Signaturit's address redirects to ${target} (HTTP 302)`);
		expect(description).toBe(
			'Check the environment in the credential, and the Base URL if it is Custom.',
		);
		expect(message).not.toContain('secret');
	});

	it.each(['', ' ', 'http://', 'javascript:alert(1)', 'data:text/plain,secret'])(
		'to %j, which is no address, shows none',
		(location) => {
			expect(redirected(location).message).toBe(
				"Signaturit's address redirects elsewhere (HTTP 302)",
			);
		},
	);

	it('is not explained by words in its body', () => {
		expect(problemOfAnswer(301, words).message).toContain('redirects elsewhere');
	});
});

describe('idsIn', () => {
	const ids = ['first / 1', 'second?#2'];

	/** The paths of all endpoints, each with the ids in it. */
	function pathsOf(part: unknown): [path: string, ids: string[]][] {
		if (typeof part === 'string') return [[part, []]];
		if (typeof part === 'function') {
			const taken = part.name === 'download' ? 2 : part.length;
			return [[String(part(...ids, 'signed')), ids.slice(0, taken)]];
		}
		return Object.values(part as object).flatMap(pathsOf);
	}

	it.each(pathsOf(endpoints))('finds in %s the ids %j', (path, expected) => {
		expect(idsIn(path)).toEqual(expected);
	});

	it('keeps what only looks like the end or the number of a list in an id', () => {
		expect(idsIn(endpoints.signature.one('a.json.b'))).toEqual(['a.json.b']);
		expect(idsIn(endpoints.signature.one('count.json'))).toEqual(['count.json']);
	});

	it('keeps an id as it is when it cannot be decoded', () => {
		expect(idsIn('/v3/signatures/%E0%A4%A.json')).toEqual(['%E0%A4%A']);
	});
});
