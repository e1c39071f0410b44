import { setTimeout } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isSleeping,
	keepLooking,
	ownWaitingAddress,
} from '../../../../nodes/Signaturit/actions/waiting/ownAddress';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { executeContext } from '../../engine/executeContext';
import { localService } from '../../engine/localService';
import { answer, scriptedServer } from '../../engine/scriptedServer';
import { until } from '../../engine/until';

const local = localService();
const server = scriptedServer();

let executions = 0;

/** The call of an execution whose address is the server's, and the lines in n8n's log. */
function sleeper() {
	const errors: string[] = [];
	const warnings: string[] = [];
	const context = executeContext({ executionId: `own-${++executions}` });
	const n8n = Object.create(context, {
		getSignedResumeUrl: { value: () => `${server.url}/webhook-waiting/1/node?signature=abc` },
		logger: {
			value: {
				error: (text: string) => errors.push(text),
				warn: (text: string) => warnings.push(text),
			},
		},
	}) as typeof context;
	return { call: new Call(n8n), errors, warnings };
}

describe('whether a run still sleeps', () => {
	it.each([
		['n8n says that it is running already', answer(409, '{"message":"running already"}'), false],
		['another run of the node sleeps', answer(200, '{"run":3}'), false],
		['it is the one that sleeps', answer(200, '{"run":2}'), true],
	])('is told by its own address: %s', async (_, said, expected) => {
		server.answers = [said];
		const { call, warnings } = sleeper();
		expect(await isSleeping(call, 2)).toBe(expected);
		expect(warnings).toEqual([]);
	});

	it.each([
		['the execution cannot be asked', answer(500)],
		['something else answers', answer(200, '<html></html>', 'text/html')],
		['n8n has another status for an execution that is running', answer(423)],
	])('is taken for granted, and the log says so, when %s', async (_, said) => {
		server.answers = [said];
		const { call, warnings } = sleeper();
		expect(await isSleeping(call, 2)).toBe(true);
		expect(warnings).toEqual([expect.stringMatching(/goes on, but .* runs twice/)]);
	});
});

describe("the node's own looks", () => {
	beforeEach(() => jest.replaceProperty(delays, 'ownPosts', [1, 1, 1]));
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['n8n refuses its own signature', answer(401, '{"error":"Invalid token"}'), /refuses the add/],
		['n8n refuses it in other words', answer(401, '{"error":"Bad link"}'), /with the status 401/],
		['n8n refuses it by another status', answer(403), /with the status 403/],
		['somebody else asks for a login', answer(302), /with the status 302/],
	])('go on, and say in the log, once, that %s', async (_, said, words) => {
		server.answers = [said];
		const { call, errors, warnings } = sleeper();
		keepLooking(call, 1);
		await until(() => warnings.length > 0);
		expect(server.received).toHaveLength(3);
		expect(errors).toEqual([expect.stringMatching(words)]);
		expect(errors[0]).toContain('may never wake');
		expect(warnings).toEqual([expect.stringContaining('has looked in vain for an hour')]);
	});

	it.each([
		['its own answer to one', answer(200)],
		['an execution that runs, or has ended', answer(409)],
		['an execution that is deleted', answer(404)],
	])('end with %s, and say nothing', async (_, said) => {
		server.answers = [answer(503), answer(200, '"look again"'), said];
		const { call, errors, warnings } = sleeper();
		jest.replaceProperty(delays, 'ownPosts', [1, 1, 1, 1]);
		keepLooking(call, 1);
		await until(() => server.received.length === 3);
		await setTimeout(100);
		expect([errors, warnings]).toEqual([[], []]);
		expect(server.received).toHaveLength(3);
	});
});

/** Asks for the address, which n8n has made with this path, and answers the post with which it is tried. */
async function tryWith(status: number, body: string, path = '', moved: PropertyDescriptorMap = {}) {
	server.received.length = 0;
	server.answers = [
		(_, response) => {
			response.statusCode = status;
			response.end(body);
		},
	];
	const signed = `${server.url}${path}/webhook-waiting/1/node?signature=abc`;
	const context = Object.create(executeContext({ credential: local.credential }), {
		getSignedResumeUrl: { value: () => signed },
		getRestApiUrl: { value: () => `${server.url}${path}/rest` },
		...moved,
	}) as IExecuteFunctions;
	const call = new Call(context);
	const [result] = await Promise.allSettled([ownWaitingAddress(call)]);
	const again = await Promise.allSettled([ownWaitingAddress(call)]);
	expect(again[0].status).toBe(result.status);
	return { result, signed, hints: [...call.hints.warning], tries: server.received.length };
}

describe('the address that wakes an execution', () => {
	it('is tried once for all items of a run, and good when n8n says that the execution is running', async () => {
		const { result, signed, hints, tries } = await tryWith(
			409,
			'{"message":"The execution \\"1\\" is running already."}',
		);
		expect(result).toEqual({ status: 'fulfilled', value: signed });
		expect([hints, tries]).toEqual([[], 1]);
	});

	it.each([
		['as JSON', '{"error":"Invalid token"}'],
		['as a page', '<html><title>Invalid Form Link</title></html>'],
	])('is refused when n8n refuses its own signature, %s', async (_, body) => {
		const { result } = await tryWith(401, body);
		expect(result).toMatchObject({
			status: 'rejected',
			reason: {
				message: expect.stringContaining('a proxy in front of n8n changes the address'),
				description: expect.stringMatching(/^Nothing was sent\..*WEBHOOK_URL/),
			},
		});
	});

	it('is refused when it has a path, which a proxy has to take off', async () => {
		const { result, tries } = await tryWith(409, '', '/n8n');
		expect(result).toMatchObject({
			status: 'rejected',
			reason: { message: expect.stringContaining('n8n has the path /n8n in WEBHOOK_URL') },
		});
		expect(tries).toBe(0);
	});

	it.each<[string, PropertyDescriptorMap]>([
		['an API elsewhere', { getRestApiUrl: { value: () => 'https://api.example/rest' } }],
		['no address of its API', { getRestApiUrl: { value: () => '' } }],
		['no function for it', { getRestApiUrl: { value: undefined } }],
	])(
		'is tried all the same, and a hint says what it cannot do, when n8n has %s',
		async (_, moved) => {
			const { result, hints, tries } = await tryWith(409, '', '', moved);
			expect(result.status).toBe('fulfilled');
			expect(tries).toBe(1);
			expect(hints).toEqual([
				expect.stringContaining('that n8n misses while it is stopped are not made again'),
			]);
		},
	);

	it.each([
		[401, 'Please log in'],
		[423, '{"message":"The execution is running"}'],
		[302, ''],
		[404, '{"message":"Not here"}'],
		[200, '<html>Sign in</html>'],
	])('is uncertain when something else answers %d, and a hint says so', async (status, body) => {
		const { result, hints } = await tryWith(status, body);
		expect(result.status).toBe('fulfilled');
		expect(hints).toEqual([expect.stringContaining(`the answer had the status ${status}`)]);
	});
});
