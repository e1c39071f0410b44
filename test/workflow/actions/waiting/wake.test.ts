import { createRunExecutionData, type IWebhookFunctions } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { keepAwaited } from '../../../../nodes/Signaturit/actions/waiting/awaited';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { ADA } from '../../../people';
import { executeContext } from '../../engine/executeContext';
import { createSignature, recipients } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const local = localService();

let executions = 0;

/** The statuses of the answers that the node has given by itself. */
const statuses: number[] = [];
const status = (code: number) => {
	statuses.push(code);
	return { end: () => undefined };
};

/** A sleeping execution that waits for this request, and what posts meet. */
function sleeping(id: string, run = 0) {
	const executionId = `wake-${++executions}`;
	const execution = createRunExecutionData({ executionData: {} });
	const context = executeContext({ execution, executionId, credential: local.credential });
	const items = [{ id, reused: false, account: 'a' }];
	keepAwaited(new Call(context), { run, isReview: false, kinds: [], items });
	return async (body: unknown = {}) => {
		const webhook = Object.create(context, {
			getBodyData: { value: () => body },
			getResponseObject: { value: () => ({ status }) },
			evaluateExpression: { value: () => context.getContext('node').waiting },
			getSignedResumeUrl: { value: () => `${local.service.url}/n8n/waits` },
		}) as unknown as IWebhookFunctions;
		return await new Signaturit().webhook.call(webhook);
	};
}

/** Creates a request, and returns its id. */
async function newRequest(): Promise<string> {
	const fields = { ...recipients(ADA), 'templates[0]': '#Consent' };
	return (await createSignature(local, fields, [])).id;
}

const looks = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'GET').length;

describe('a post to a sleeping execution', () => {
	it('lets it go on when its request has ended, and no other post does', async () => {
		const id = await newRequest();
		await local.control.expire(id);
		await local.control.settled();
		const post = sleeping(id);
		const [first, ...others] = await Promise.all([post(), post(), post()]);
		expect(first?.workflowData?.[0]?.[0]?.json).toMatchObject({
			signatureId: id,
			outcome: 'expired',
		});
		expect(others).toEqual([{}, {}]);
		expect(await post()).toEqual({});
	});

	it('shares its look with others that arrive before it begins', async () => {
		const post = sleeping(await newRequest());
		await post();
		const alone = await looks();
		await Promise.all(Array.from({ length: 9 }, async () => await post()));
		expect(await looks()).toBe(2 * alone);
	});

	it('is answered with another look when it is one of its own and was in vain', async () => {
		const id = await newRequest();
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		expect(await sleeping(id)({ look: true })).toEqual({ webhookResponse: 'look again' });
	});

	it.each([[''], ['text'], [null]])('leaves it asleep when its body is %j', async (body) => {
		const post = sleeping(await newRequest());
		expect(await post(body)).toEqual({});
	});

	it('is answered 503 when its look has settled nothing, so that Signaturit counts it as failed', async () => {
		const post = sleeping(await newRequest());
		statuses.length = 0;
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		expect(await post()).toEqual({ noWebhookResponse: true });
		expect(statuses).toEqual([503]);
	});

	it('leaves it asleep while its request goes on', async () => {
		expect(await sleeping(await newRequest())()).toEqual({});
	});
});
