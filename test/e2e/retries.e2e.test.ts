import { ADA } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';
import type { Credential } from './lib/n8n/n8nClient';
import { node, to } from './lib/n8n/workflowNodes';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { credentialData } from './mainJob';

const INSTALL_MS = 900_000;
const START = 'Start';
const REMIND = 'Signaturit';

let stack: Stack;
let credential: Credential;

beforeAll(async () => {
	stack = await startStack({ report: quiet });
	credential = await stack.client.createCredential(
		'Local Signaturit',
		'signaturitApi',
		credentialData(stack),
	);
}, INSTALL_MS);

afterEach(async () => await stack.control.faults.clear());
afterAll(async () => await stack?.stop());

/** Creates a signature request directly at the service, and returns its id. */
async function request(): Promise<string> {
	return (await createSignature(stack, recipients(ADA))).id;
}

/** A workflow that sends a reminder for each of these requests, one item for each. */
async function reminders(ids: string[], settings: object) {
	const { id, name, type } = credential;
	return await stack.client.importWorkflow({
		name: 'Reminders',
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
			node('IDs', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ ids }) }),
			node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'ids' }),
			{
				...node(REMIND, 'n8n-nodes-signaturit.signaturit', 1, {
					resource: 'signature',
					operation: 'sendReminder',
					signatureId: { __rl: true, mode: 'id', value: '={{ $json.ids }}' },
				}),
				credentials: { [type]: { id, name } },
				...settings,
			},
		],
		connections: { [START]: to('IDs'), IDs: to('Items'), Items: to(REMIND) },
	});
}

/** The statuses that the service has answered to reminders for this request. */
async function answersTo(id: string): Promise<number[]> {
	const all = await stack.control.requests();
	return all.filter(({ path }) => path.includes(`${id}/reminder`)).map(({ status }) => status);
}

const refusal = (path: string, times: number) =>
	({ kind: 'status', status: 403, message: 'Documents already signed', path, times }) as const;

describe('Retry On Fail in a real n8n', () => {
	it('together with Continue On Fail sends the item after a refused one once', async () => {
		const ids = [await request(), await request()];
		const [refused = '', sent = ''] = ids;
		await stack.control.faults.add(refusal(refused, 0));
		const { id } = await reminders(ids, {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
			onError: 'continueRegularOutput',
		});
		const execution = await stack.client.run(id, START);
		expect(execution.status).toBe('success');
		expect(await answersTo(refused)).toEqual([403, 403, 403]);
		expect(await answersTo(sent)).toEqual([200]);
	});

	it('does not send again what may have been sent', async () => {
		const ids = [await request()];
		await stack.control.faults.add({ kind: 'reset_after', path: '/reminder.json', times: 1 });
		const { id } = await reminders(ids, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
		const execution = await stack.client.run(id, START);
		expect(execution.error?.message).toMatch(/^It is unknown whether the reminder was sent\./);
		expect(await answersTo(ids[0] ?? '')).toHaveLength(1);
	});
});

describe("n8n's Retry of a failed execution", () => {
	it('goes on with the item that failed, and sends none again that is done', async () => {
		const ids = [await request(), await request()];
		const [done = '', failed = ''] = ids;
		await stack.control.faults.add(refusal(failed, 1));
		const { id } = await reminders(ids, {});
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
		const { id } = await reminders(ids, {});
		const retried = await stack.client.retry((await stack.client.run(id, START)).id);
		expect(retried.status).toBe('success');
		expect(await answersTo(ids[0] ?? '')).toHaveLength(2);
	});
});
