import { startService, type RunningService } from '../service';
import { controlClient } from '../service/control/client';
import { ServiceApi } from '../workflow/trigger/serviceApi';
import type { RunningN8n } from './lib/n8n/n8nServer';
import { credentialData, startStack, type Stack } from './lib/stack';
import { waitFor } from './lib/wait';
import { jsonOf, TRIGGER, TriggerScenario } from './triggerScenario';
import { ADA } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';

let stack: Stack;
let scenario: TriggerScenario;
let otherAccount: RunningService;

beforeAll(async () => {
	otherAccount = await startService();
	stack = await startStack();
});

afterAll(async () => {
	await stack?.stop();
	await otherAccount?.close();
});

beforeEach(async () => {
	// Each test has its own credential, as one may be changed.
	scenario = await TriggerScenario.on(stack, credentialData(stack.service));
	// By it the account is known again.
	await createSignature(stack, recipients(ADA));
	await scenario.activate({ listenTo: 'account', events: ['document_completed'] });
});
afterEach(async () => {
	await scenario.reset();
	const api = new ServiceApi(stack.service);
	for (const { id } of await subscriptions()) await api.delete(`/v3/subscriptions/${id}.json`);
});

const subscriptions = async (service = stack.service) => {
	const list = await new ServiceApi(service).subscriptions();
	return list.map(({ id, url }) => ({ id, url }));
};

/** Waits until the log of an n8n says this. */
async function untilLogged(n8n: RunningN8n, text: string): Promise<void> {
	await waitFor({ what: `"${text}" in the log` }, async () => {
		const tail = await n8n.logTail();
		return tail.includes(text) ? { done: true } : { seen: tail };
	});
}

/** Expects that a signature starts the workflow once. */
async function expectEvent(before: number): Promise<void> {
	const { id } = await scenario.sendWithoutUrl();
	await stack.control.sign({ signatureId: id, email: ADA.email });
	const executions = await scenario.executions(before + 1);
	expect(jsonOf(executions).slice(before)).toMatchObject([{ signatureId: id }]);
}

/** Publishes the workflow again, its trigger with a credential for the other account. */
async function publishWithOther(): Promise<void> {
	const { id: workflowId } = scenario.workflow;
	const { id, name, type } = await stack.client.createCredential(
		'Other Account',
		'signaturitApi',
		credentialData(otherAccount),
	);
	const { nodes, connections } = await stack.client.workflow(workflowId);
	await stack.client.http.patch(`/workflows/${workflowId}`, {
		connections,
		nodes: nodes.map((node) =>
			node.name === TRIGGER ? { ...node, credentials: { [type]: { id, name } } } : node,
		),
	});
	await stack.client.activate(workflowId);
}

/** Puts the token and the address of the other account into the credential, and starts n8n again. */
async function editCredential(): Promise<void> {
	const { id, name, type } = scenario.credential;
	await stack.client.http.patch(`/credentials/${id}`, {
		name,
		type,
		data: credentialData(otherAccount),
	});
	await stack.restartN8n();
}

describe('another account', () => {
	const control = () => controlClient(otherAccount);

	/** Adds completed requests to it; resolves when their last events are over. */
	async function seed(count: number): Promise<void> {
		await control().seed({ count, status: 'completed', spreadDays: 0 });
		const over = Date.now() + 6_000;
		await waitFor({ what: 'the last event', everyMs: 200 }, async () =>
			Date.now() > over ? { done: true } : { seen: 'a time before it' },
		);
	}

	/** Waits until a poll has read its requests. */
	async function untilPolled(): Promise<void> {
		await waitFor({ what: 'a poll of the other account' }, async () => {
			const lists = (await control().requests()).filter(({ path, status }) =>
				Boolean(status && path === '/v3/signatures.json'),
			);
			return lists.length > 0 ? { done: true } : { seen: 'none' };
		});
		await control().clearRequests();
	}

	it.each([
		['is published with the workflow', publishWithOther],
		["is put into the trigger's credential", editCredential],
	])('that %s brings none of its history along', async (_, change) => {
		await seed(5);
		await control().clearRequests();
		const { length: saves } = await scenario.saves(0);
		await change();
		await untilPolled();
		await scenario.saves(saves + 1);
		expect(await scenario.executions(0)).toEqual([]);
		await stack.restartN8n();
		await untilPolled();
		await seed(1);
		await stack.restartN8n();
		const executions = await scenario.executions(1);
		expect(jsonOf(executions)).toMatchObject([{ event: { type: 'document_completed' } }]);
	});
});

describe('the subscription to the events of an account', () => {
	it('stays the same when the service answers 502 while n8n is started', async () => {
		const before = await subscriptions();
		expect(before).toMatchObject([{ url: scenario.accountUrl }]);
		await stack.control.faults.add({
			kind: 'status',
			status: 502,
			path: 'subscriptions',
			method: 'GET',
			times: 0,
		});
		await stack.control.clearRequests();
		await stack.restartN8n();
		await untilLogged(stack.n8n, 'its subscription to events could not be checked');
		await stack.control.faults.clear();
		await expectEvent(0);
		expect(await subscriptions()).toEqual(before);
		const requests = (await stack.control.requests()).filter(({ path }) =>
			path.includes('subscriptions'),
		);
		expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	it('moves to the account of another credential when the workflow is published with it', async () => {
		await publishWithOther();
		expect(await subscriptions()).toEqual([]);
		expect(await subscriptions(otherAccount)).toMatchObject([{ url: scenario.accountUrl }]);
		await stack.client.deactivate(scenario.workflow.id);
		expect(await subscriptions(otherAccount)).toEqual([]);
	});

	it('is left as it is by another n8n on a copy of the database, which makes its own', async () => {
		const before = await subscriptions();
		const copy = await stack.startCopy();
		const own = scenario.accountUrl.replace(stack.n8n.url, copy.url);
		await waitFor({ what: 'the second subscription' }, async () => {
			const now = await subscriptions();
			return now.length > 1 ? { done: true } : { seen: JSON.stringify(now) };
		});
		expect(await subscriptions()).toEqual(expect.arrayContaining(before));
		expect((await subscriptions()).map(({ url }) => url).sort()).toEqual(
			[own, scenario.accountUrl].sort(),
		);
		const [{ id = '' } = {}] = before;
		await untilLogged(copy, `the subscription ${id} posts to ${stack.n8n.url}`);
		await copy.stop();
	});
});
