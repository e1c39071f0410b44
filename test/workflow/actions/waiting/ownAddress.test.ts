import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isSleeping,
	keepLooking,
	wakingAddress,
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

/** The call of an execution whose address is the server's, and the errors in n8n's log. */
function sleeper() {
	const errors: string[] = [];
	const context = executeContext({ executionId: `own-${++executions}` });
	const n8n = Object.create(context, {
		getSignedResumeUrl: { value: () => `${server.url}/webhook-waiting/1/node?signature=abc` },
		logger: { value: { error: (text: string) => errors.push(text) } },
	}) as typeof context;
	return { call: new Call(n8n), errors };
}

describe('whether a run still sleeps', () => {
	it.each([
		['n8n says that it is running already', answer(409, '{"message":"running already"}'), false],
		['another run of the node sleeps', answer(200, '{"run":3}'), false],
		['it is the one that sleeps', answer(200, '{"run":2}'), true],
		['the execution cannot be asked', answer(500), true],
		['something else answers', answer(200, '<html></html>', 'text/html'), true],
	])('is told by its own address: %s', async (_, said, expected) => {
		server.answers = [said];
		expect(await isSleeping(sleeper().call, 2)).toBe(expected);
	});
});

describe("the node's own looks", () => {
	beforeEach(() => jest.replaceProperty(delays, 'wake', [1, 1, 1]));
	afterEach(() => jest.restoreAllMocks());

	it('say in the log, once, that n8n refuses its own signature', async () => {
		server.answers = [answer(401, '{"error":"Invalid token"}')];
		const { call, errors } = sleeper();
		keepLooking(call, 3);
		await until(() => server.received.length === 3);
		await until(() => errors.length > 0);
		expect(errors).toEqual([expect.stringContaining('no post will ever wake execution')]);
	});

	it('say nothing when somebody else refuses them', async () => {
		server.answers = [answer(401, 'Please log in')];
		const { call, errors } = sleeper();
		keepLooking(call, 1);
		await until(() => server.received.length === 1);
		expect(errors).toEqual([]);
	});
});

/** Asks for the address, which n8n has made with this path, and answers the post with which it is tried. */
async function tryWith(status: number, body: string, path = '') {
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
		evaluateExpression: {
			value: (expression: string) =>
				`${server.url}${path}/${expression.includes('Form') ? 'form' : 'webhook'}-waiting/1`,
		},
	}) as IExecuteFunctions;
	const call = new Call(context);
	const [result] = await Promise.allSettled([wakingAddress(call)]);
	const again = await Promise.allSettled([wakingAddress(call)]);
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

	it.each([
		[401, 'Please log in'],
		[302, ''],
		[404, '{"message":"Not here"}'],
		[200, '<html>Sign in</html>'],
	])('is uncertain when something else answers %d, and a hint says so', async (status, body) => {
		const { result, hints } = await tryWith(status, body);
		expect(result.status).toBe('fulfilled');
		expect(hints).toEqual([expect.stringContaining(`the answer had the status ${status}`)]);
	});
});
