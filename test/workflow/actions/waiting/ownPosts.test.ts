import { isSleeping, keepLooking } from '../../../../nodes/Signaturit/actions/waiting/ownAddress';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { executeContext } from '../../engine/executeContext';
import { answer, scriptedServer } from '../../engine/scriptedServer';
import { until } from '../../engine/until';

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
