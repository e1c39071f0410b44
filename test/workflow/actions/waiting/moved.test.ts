import type { ICredentialDataDecryptedObject, IRunExecutionData } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { ADA } from '../../../people';
import { startService, type RunningService } from '../../../service';
import { controlClient } from '../../../service/control/client';
import { reviewFlow } from '../../engine/agent';
import { addNodeType, runNode } from '../../engine/engine';
import { byId, createParameters } from '../../engine/fixtures';
import { Flow, outputsOf } from '../../engine/flow';
import { localService } from '../../engine/localService';
import { movedIn, type Moved } from '../../engine/moved';

const local = localService();
let other: RunningService;

beforeAll(async () => {
	other = await startService();
});
afterAll(async () => await other.close());
afterEach(async () => await controlClient(other).clearRequests());

const posts = async () =>
	[...(await local.control.requests()), ...(await controlClient(other).requests())].filter(
		({ method }) => method === 'POST',
	);

/** Sends and waits with a row for each of these access tokens, in n8n as it could be. */
async function sendIn(
	moved: Moved,
	credential: ICredentialDataDecryptedObject = local.credential,
	rows: ReadonlyArray<{ accessToken?: unknown; baseUrl?: unknown }> = [{}],
) {
	addNodeType('movedSignaturit', movedIn(new Signaturit(), moved));
	const { error, record, hints } = await runNode({
		type: { name: 'movedSignaturit', version: 1 },
		parameters: createParameters({
			operation: 'sendAndWait',
			source: 'templates',
			templates: { template: [{ id: byId('#Consent') }] },
		}),
		credential,
		items: rows.map(({ accessToken, baseUrl }) => ({
			json: { token: String(accessToken), url: String(baseUrl) },
		})),
	});
	const data = record as IRunExecutionData & { waitTill?: Date; validateSignature?: boolean };
	return { error, hints, isAsleep: data.waitTill !== undefined, data, sent: await posts() };
}

const isOfContext = (expression: string) => expression.includes('.context[');

/** What n8n loses, and how. */
const losses: Array<[string, string, Moved]> = [
	[
		'the items that go on without an outcome',
		'gives a copy of what it hands on',
		(n8n) => ({ getExecuteData: () => structuredClone(n8n.getExecuteData()) }),
	],
	[
		'the items that go on without an outcome',
		'lets nobody change what it hands on',
		(n8n) => ({
			getExecuteData: () => Object.freeze({ data: Object.freeze(n8n.getExecuteData().data) }),
		}),
	],
	[
		'the items that go on without an outcome',
		'does not give what it hands on',
		() => ({ getExecuteData: undefined }),
	],
	[
		'the requests that it waits for',
		'knows no context in expressions',
		(n8n) => ({
			evaluateExpression: (expression: string, item: number) =>
				isOfContext(expression) ? undefined : n8n.evaluateExpression(expression, item),
		}),
	],
	[
		'the requests that it waits for',
		'fails on a context in expressions',
		(n8n) => ({
			evaluateExpression: (expression: string, item: number) => {
				if (isOfContext(expression)) throw new Error('Unknown name: $node');
				return n8n.evaluateExpression(expression, item);
			},
		}),
	],
];

describe('an execution that would lose what it needs when it wakes', () => {
	it.each(losses)('of %s sends nothing and does not sleep, when n8n %s', async (lost, _, moved) => {
		const { error, isAsleep, sent } = await sendIn(moved);
		expect(error?.message).toBe(`This execution cannot sleep: n8n would lose ${lost}`);
		expect(error?.description).toMatch(/^Nothing was sent\. .*Update n8n-nodes-signaturit/s);
		expect({ isAsleep, sent }).toEqual({ isAsleep: false, sent: [] });
	});

	it.each(losses)('of %s asks nobody to review a call, when n8n %s', async (lost, _, moved) => {
		const nodes = reviewFlow(
			[{ toolParameters: { amount: 5 } }],
			{ message: 'Pay', recipients: { recipient: [ADA] } },
			moved,
		);
		const flowed = await new Flow(local.credential, nodes, { executionOrder: 'v1' }).run([
			{ json: {} },
		]);
		expect(outputsOf(flowed, 'Agent')[0]?.[0]).toEqual({
			approved: false,
			chatInput: expect.stringMatching(
				new RegExp(`^Nobody was asked:\nThis execution cannot sleep: n8n would lose ${lost}`),
			),
		});
		expect(flowed.data.waitTill).toBeUndefined();
		expect(await posts()).toEqual([]);
	});
});

describe('the credentials of the rows, when n8n knows none of a single item in a webhook', () => {
	const perRow = {
		environment: 'custom',
		accessToken: '={{ $json.token }}',
		baseUrl: '={{ $json.url }}',
	};
	const withoutItems = () => ({ _getCredentials: undefined });

	it('deny the execution before anything is sent, if they differ', async () => {
		const theirs = { ...local.credential, accessToken: other.token, baseUrl: other.url };
		const { error, isAsleep, sent } = await sendIn(withoutItems, perRow, [
			local.credential,
			theirs,
		]);
		expect(error?.message).toBe(
			'This execution cannot sleep: n8n would lose the credentials of the rows, which differ',
		);
		expect({ isAsleep, sent }).toEqual({ isAsleep: false, sent: [] });
	});

	it('let it sleep if all rows have the same', async () => {
		const { error, isAsleep, sent } = await sendIn(withoutItems, local.credential, [{}, {}]);
		expect(error).toBeUndefined();
		expect(isAsleep).toBe(true);
		expect(sent).toHaveLength(2);
	});
});

it('the signature of the address is asked for, if n8n has a function for that', async () => {
	expect((await sendIn(() => ({}))).data.validateSignature).toBe(true);
	const { data, error, isAsleep } = await sendIn(() => ({
		setSignatureValidationRequired: undefined,
	}));
	expect(data.validateSignature).toBeUndefined();
	expect(error).toBeUndefined();
	expect(isAsleep).toBe(true);
});
