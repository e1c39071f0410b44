import {
	pauseAfterAnswer,
	repeated,
	untilAccepted,
	withoutTokens,
	withRepeats,
} from '../../../nodes/Signaturit/transport/request';

const answer = (statusCode: number, headers: Record<string, unknown> = {}) => ({
	statusCode,
	headers,
});

describe('repeated', () => {
	it('runs the task again after each outcome for which a pause is given, and after that pause', async () => {
		const log: string[] = [];
		let tries = 0;
		const result = await repeated(
			async () => {
				if (++tries === 1) throw new Error('first');
				return tries;
			},
			(outcome, made) => {
				log.push(`${outcome.status} ${made}`);
				return made < 3 ? made * 10 : undefined;
			},
			async (milliseconds) => void log.push(`pause ${milliseconds}`),
		);
		expect(result).toBe(3);
		expect(log).toEqual(['rejected 1', 'pause 10', 'fulfilled 2', 'pause 20', 'fulfilled 3']);
	});

	it('throws the last error when no pause is given for it', async () => {
		let tries = 0;
		const task = async () => {
			throw new Error(`try ${++tries}`);
		};
		const result = repeated(
			task,
			(_, made) => (made < 2 ? 0 : undefined),
			async () => undefined,
		);
		await expect(result).rejects.toThrow('try 2');
	});

	it('stops when the pause is aborted', async () => {
		const task = async () => await Promise.reject(new Error('task'));
		const aborted = async () => await Promise.reject(new Error('aborted'));
		await expect(repeated(task, () => 0, aborted)).rejects.toThrow('aborted');
	});
});

/** Runs `withRepeats` on requests that end as given, one after the other, and records what it does. */
async function run(...ends: (ReturnType<typeof answer> | string)[]) {
	const pauses: number[] = [];
	let tries = 0;
	const result = await withRepeats(
		async () => {
			const end = ends[tries++];
			if (typeof end === 'object') return end;
			throw Object.assign(new Error(end), { code: end });
		},
		async (milliseconds) => void pauses.push(milliseconds),
	).then(
		({ statusCode }) => statusCode,
		(error: Error) => error.message,
	);
	return { result, tries, pauses };
}

describe('withRepeats', () => {
	it.each([200, 302, 400, 401, 403, 404, 405, 500, 501])(
		'returns an answer with status %d without another try',
		async (status) => {
			expect(await run(answer(status))).toMatchObject({ result: status, tries: 1, pauses: [] });
		},
	);

	it.each([429, 502, 503, 504])('tries again after status %d', async (status) => {
		expect(await run(answer(status), answer(200))).toEqual({
			result: 200,
			tries: 2,
			pauses: [500],
		});
	});

	it('tries at most three times, with growing pauses', async () => {
		expect(await run(answer(502), answer(503), answer(504), answer(200))).toEqual({
			result: 504,
			tries: 3,
			pauses: [500, 2000],
		});
	});

	it.each(['ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE'])(
		'tries again after a connection broke with %s, and throws the last error',
		async (code) => {
			expect(await run(code, answer(200))).toMatchObject({ result: 200, pauses: [500] });
			expect(await run(code, code, code, answer(200))).toMatchObject({ result: code, tries: 3 });
		},
	);

	it.each(['ECONNABORTED', 'ECONNREFUSED', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'ENOTFOUND', 'other'])(
		'throws an error with code %s without another try',
		async (code) => {
			expect(await run(code, answer(200))).toMatchObject({ result: code, tries: 1 });
		},
	);
});

/** Runs `untilAccepted` on requests that are answered as given, one after the other; the last one repeats. */
async function runWrite(...answers: ReturnType<typeof answer>[]) {
	return await runRepeated('freely', ...answers);
}

async function runRepeated(
	repeat: Parameters<typeof untilAccepted>[2],
	...answers: ReturnType<typeof answer>[]
) {
	const pauses: number[] = [];
	let tries = 0;
	const { statusCode } = await untilAccepted(
		async () => answers[Math.min(tries++, answers.length - 1)] ?? answer(500),
		async (milliseconds) => void pauses.push(milliseconds),
		repeat,
	);
	return { result: statusCode, tries, pauses };
}

const busy = (seconds?: string) => answer(429, { 'retry-after': seconds });

describe('untilAccepted', () => {
	it('goes on after a 429 when the time in Retry-After is over', async () => {
		expect(await runWrite(busy('7'), busy('50'), answer(200))).toEqual({
			result: 200,
			tries: 3,
			pauses: [7_000, 50_000],
		});
	});

	it('waits for a minute in all', async () => {
		expect(await runWrite(busy('60'), answer(200))).toMatchObject({ result: 200, tries: 2 });
		expect(await runWrite(busy('40'), busy('20'), answer(200))).toEqual({
			result: 200,
			tries: 3,
			pauses: [40_000, 20_000],
		});
	});

	it('makes no other try when Retry-After asks for more than a minute in all', async () => {
		expect(await runWrite(busy('61'))).toEqual({ result: 429, tries: 1, pauses: [] });
		expect(await runWrite(busy('40'), busy('21'), answer(200))).toMatchObject({
			result: 429,
			tries: 2,
		});
	});

	it('makes no other try after a 429 without Retry-After', async () => {
		expect(await runWrite(busy())).toEqual({ result: 429, tries: 1, pauses: [] });
		expect(await runWrite(busy('soon'))).toMatchObject({ result: 429, tries: 1 });
	});

	it('pauses between tries when Retry-After asks for no time, and gives up in the end', async () => {
		const { result, tries, pauses } = await runWrite(busy('0'));
		expect({ result, tries }).toEqual({ result: 429, tries: 20 });
		expect(new Set(pauses)).toEqual(new Set([500]));
	});

	it.each([200, 302, 400, 408, 409, 425, 500, 502, 503, 504])(
		'makes no other try after status %d, even with Retry-After',
		async (status) => {
			const headers = { 'retry-after': '1' };
			expect(await runWrite(answer(status, headers))).toMatchObject({ result: status, tries: 1 });
		},
	);

	it.each([
		['looked for', 1],
		['once', 2],
	] as const)('makes what is repeated "%s" %d times at most', async (repeat, tries) => {
		expect(await runRepeated(repeat, busy('1'))).toMatchObject({ result: 429, tries });
	});

	it('makes no other try after a failed connection', async () => {
		let tries = 0;
		const attempt = async () => await Promise.reject(new Error(`try ${++tries}`));
		await expect(untilAccepted(attempt, async () => undefined, 'freely')).rejects.toThrow('try 1');
	});
});

describe('pauseAfterAnswer', () => {
	/** By the clock of the service, whatever n8n's says. */
	const date = 'Sun, 01 Mar 2026 10:00:00 GMT';
	const after = (header: unknown, tries = 1) =>
		pauseAfterAnswer(answer(429, { date, 'retry-after': header }), tries);

	it.each([
		['7', 7000],
		[' 7 ', 7000],
		['Sun, 01 Mar 2026 10:00:09 GMT', 9000],
		['30', 30_000],
		['2026-03-01T10:00:09Z', 9000],
		['Sun, 01 Mar 2026 10:00:09 +0000', 9000],
	])('waits as long as the Retry-After header says (%s)', (header, pause) => {
		expect(after(header)).toBe(pause);
	});

	it.each(['0', 'Sun, 01 Mar 2026 09:00:00 GMT', 'soon', '', ' ', undefined, 7])(
		'waits the default time when the Retry-After header is %j',
		(header) => {
			expect(after(header)).toBe(500);
			expect(after(header, 2)).toBe(2000);
		},
	);

	it('gives no pause when Retry-After asks for more than 30 seconds', () => {
		expect(after('31')).toBeUndefined();
		expect(after('Sun, 01 Mar 2026 11:00:00 GMT')).toBeUndefined();
	});

	it('gives no pause after the last try', () => {
		expect(after('1', 3)).toBeUndefined();
	});
});

const TEAM = '/v3/team/users.json';
const cleaned = (body: unknown) => JSON.parse(withoutTokens(TEAM, JSON.stringify(body))) as unknown;

describe('withoutTokens', () => {
	it.each([
		['token', 'tokens', 'access_token', 'accessToken', 'Access-Token', 'ACCESS TOKEN', 'token_2'],
		['secret', 'client_secret', 'password', 'passwd', 'api_key', 'apiKey', 'X-Api-Key'],
		['Authorization', 'bearer', 'jwt'],
	])('takes out what stands under %s and the like, at any depth', (...names) => {
		for (const name of names) {
			const body = { [name]: 's', kept: 1, list: [{ [name]: { deep: 's' } }, ['s', null]] };
			expect(cleaned(body)).toEqual({ kept: 1, list: [{}, ['s', null]] });
			expect(cleaned([body])).toEqual([{ kept: 1, list: [{}, ['s', null]] }]);
		}
	});

	it('keeps all that is documented of seats and groups', () => {
		const seat = { id: 'a', created_at: 'b', email: 'c', name: 'd', position: 'e', role: 'f' };
		const group = { id: 'g', name: 'h', managers: [seat], members: [{ ...seat, status: 'i' }] };
		expect(cleaned(group)).toEqual(group);
	});

	it.each(['', ' ', 'token=s', '<p>token</p>', '"token"', '5', 'null'])(
		'leaves text without names as it is: %j',
		(text) => {
			expect(withoutTokens(TEAM, text)).toBe(text);
		},
	);

	it('leaves the answers of other endpoints as they are, for there such names are the users’ own', () => {
		const text = '{ "data": { "token": "s" } }';
		expect(withoutTokens('/v3/signatures.json', text)).toBe(text);
	});
});
