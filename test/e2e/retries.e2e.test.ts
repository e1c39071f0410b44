import { randomUUID } from 'node:crypto';
import { ADA } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';
import type { Execution } from './lib/n8n/n8nClient';
import { node, signaturitNode, to } from './lib/n8n/workflowNodes';
import { startStack, type Stack } from './lib/stack';

const START = 'Start';
const REMIND = 'Signaturit';
const CREATE = 'Create';

let stack: Stack;

beforeAll(async () => {
	stack = await startStack();
});

afterEach(async () => await stack.control.faults.clear());
afterAll(async () => await stack?.stop());

/** Creates a signature request directly at the service, and returns its id. */
async function request(): Promise<string> {
	return (await createSignature(stack, recipients(ADA))).id;
}

/** A workflow that sends a reminder for each of these requests, one item for each. */
async function reminders(ids: string[]) {
	return await stack.client.importWorkflow({
		name: 'Reminders',
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
			node('IDs', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ ids }) }),
			node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'ids' }),
			signaturitNode(REMIND, 'signaturit', stack.credential, {
				resource: 'signature',
				operation: 'sendReminder',
				signatureId: { __rl: true, mode: 'id', value: '={{ $json.ids }}' },
			}),
		],
		connections: { [START]: to('IDs'), IDs: to('Items'), Items: to(REMIND) },
	});
}

/** The nodes of a workflow that creates a request for each of these names, with this Reference. */
const creating = (names: string[], reference?: string) => [
	node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
	node('Names', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ names }),
	}),
	node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'names' }),
	signaturitNode(CREATE, 'signaturit', stack.credential, {
		resource: 'signature',
		operation: 'create',
		source: 'templates',
		templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
		recipients: { recipient: [{ email: ADA.email, name: '={{ $json.names }}' }] },
		options: { ...(reference !== undefined && { reference }) },
	}),
];

/** Runs such a workflow, and the service refuses the second request. */
async function failing(names: string[], reference?: string) {
	const { id } = await stack.client.importWorkflow({
		name: 'Contracts',
		nodes: creating(names, reference),
		connections: { [START]: to('Names'), Names: to('Items'), Items: to(CREATE) },
	});
	const refused = { kind: 'status', status: 400, method: 'POST', skip: 1, times: 1 } as const;
	await stack.control.faults.add(refused);
	const execution = await stack.client.run(id, START);
	expect(execution.status).toBe('error');
	return { id, execution };
}

const idsOf = ({ runs }: Execution) =>
	runs[CREATE]?.at(-1)?.data?.main[0]?.map(({ json }) => json.signatureId);

/** The signature requests that were sent to these names, as often as they were. */
async function sentTo(names: string[]): Promise<string[]> {
	const { data } = await stack.http.get<Array<{ documents: Array<{ name: string }> }>>(
		'/v3/signatures.json?limit=100',
	);
	const all = data.flatMap(({ documents }) => documents.map(({ name }) => name));
	return all.filter((name) => names.includes(name)).sort();
}

/** The statuses that the service has answered to reminders for this request. */
async function answersTo(id: string): Promise<number[]> {
	const all = await stack.control.requests();
	return all.filter(({ path }) => path.includes(`${id}/reminder`)).map(({ status }) => status);
}

const refusal = (path: string) =>
	({ kind: 'status', status: 403, message: 'Documents already signed', path, times: 1 }) as const;

describe("n8n's Retry of a failed execution", () => {
	it('goes on with the item that failed, and sends none again that is done', async () => {
		const ids = [await request(), await request()];
		const [done = '', failed = ''] = ids;
		await stack.control.faults.add(refusal(failed));
		const { id } = await reminders(ids);
		const execution = await stack.client.run(id, START);
		expect(execution.error?.description).toContain(`• Row 1 of 2: done, ${done}`);

		const retried = await stack.client.retry(execution.id);
		expect(retried.status).toBe('success');
		const items = retried.runs[REMIND]?.at(-1)?.data?.main[0];
		expect(items?.map(({ json }) => json.signatureId)).toEqual(ids);
		expect(await answersTo(done)).toEqual([200]);
		expect(await answersTo(failed)).toEqual([403, 200]);
	});

	it('sends again what may have been sent, as someone has decided to', async () => {
		const ids = [await request()];
		await stack.control.faults.add({ kind: 'reset_after', path: '/reminder.json', times: 1 });
		const { id } = await reminders(ids);
		const retried = await stack.client.retry((await stack.client.run(id, START)).id);
		expect(retried.status).toBe('success');
		expect(await answersTo(ids[0] ?? '')).toHaveLength(2);
	});
});

const newNames = () => ['Ada', 'Ben', 'Cleo'].map((name) => `${name} ${randomUUID()}`);

const STABLE = '=contract {{ $json.names }}';

describe("n8n's Retry with the workflow that is saved now", () => {
	it.each([
		['added', undefined, STABLE],
		['changed', STABLE, '={{ $json.names }}'],
		['removed', STABLE, undefined],
		[
			'made of the execution',
			'={{ $execution.id }} {{ $json.names }}',
			'={{ $now.toMillis() }}-{{ $itemIndex }}',
		],
	])('sends each once after its Reference was %s', async (_, before, after) => {
		const names = newNames();
		const { id, execution } = await failing(names, before);
		await stack.client.saveNodes(id, creating(names, after));
		const retried = await stack.client.retry(execution.id, true);
		expect([retried.status, retried.error?.message]).toEqual(['success', undefined]);
		expect(idsOf(retried)).toHaveLength(3);
		expect(await sentTo(names)).toEqual(names);
	});
});

describe("n8n's Retry of the same failed execution, twice", () => {
	it('sends nothing that the first one has sent', async () => {
		const names = newNames();
		const { execution } = await failing(names);
		const first = await stack.client.retry(execution.id);
		const second = await stack.client.retry(execution.id);
		expect([first.status, second.status]).toEqual(['success', 'success']);
		expect(idsOf(second)).toEqual(idsOf(first));
		expect(await sentTo(names)).toEqual(names);
	});

	it('sends each once when both run at one moment', async () => {
		const names = newNames();
		const { execution } = await failing(names);
		const retry = async () => await stack.client.retry(execution.id);
		const [one, other] = await Promise.all([retry(), retry()]);
		expect([one.status, other.status]).toEqual(['success', 'success']);
		expect(idsOf(one)).toEqual(idsOf(other));
		expect(await sentTo(names)).toEqual(names);
	});
});
