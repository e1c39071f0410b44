import { formUrlOf, submitForm } from './lib/n8n/submitForm';
import { startStack, type Stack } from './lib/stack';
import { contract, exampleWorkflow, pagesOf } from './mainJob';
import { describeLimits } from './sendAndWait/limits';
import { describeLoops } from './sendAndWait/loops';
import { describeRaces } from './sendAndWait/races';
import { activateWaiting, AFTER, type WaitingWorkflow } from './sendAndWait/waiting';
import { ADA, BEN } from '../people';

let stack: Stack;
let workflow: WaitingWorkflow;
const ended: string[] = [];

beforeAll(async () => {
	stack = await startStack();
	workflow = await activateWaiting(stack);
});

afterEach(async () => {
	await stack?.control.faults.clear();
	await stack?.control.settings({ hold: [], holdEvents: false, unreachable: [] });
});
afterAll(async () => await stack?.stop());

describe('Send and Wait for Signature', () => {
	it('sleeps until everyone has signed, then gives out one item, paired', async () => {
		const { control } = stack;
		const { id, requests } = await workflow.beginAndSleep('One');
		expect(requests).toHaveLength(1);
		const [{ id: signatureId = '' } = {}] = requests;
		await control.open({ signatureId, email: ADA.email });
		await control.sign({ signatureId, email: ADA.email });
		await control.settled();
		expect(await workflow.status(id)).toBe('waiting');
		await control.sign({ signatureId, email: BEN.email });
		await control.settled();
		const { execution, items } = await workflow.wentOn(id);
		expect(execution.status).toBe('success');
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			outcome: 'completed',
			signatureId,
			reused: false,
			signers: [
				{ ...ADA, status: 'completed' },
				{ ...BEN, status: 'completed' },
			],
		});
	});

	it('goes on when the request is declined, with the reason', async () => {
		const { id, requests } = await workflow.beginAndSleep('One');
		const signatureId = requests[0]?.id ?? '';
		await stack.control.decline({ signatureId, email: ADA.email }, 'The salary');
		const { items } = await workflow.wentOn(id);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ outcome: 'declined' });
		const [first] = items[0]?.json.signers as object[];
		expect(first).toMatchObject({ status: 'declined', declineReason: 'The salary' });
		ended.push(id);
	});

	it('waits for the requests of all items, and gives out one item for each, paired', async () => {
		const { id, requests } = await workflow.beginAndSleep('One', 'Two', 'Three', 'Four', 'Five');
		expect(requests).toHaveLength(5);
		const [first, ...others] = requests;
		for (const request of others) await workflow.sign(request);
		expect(await workflow.status(id)).toBe('waiting');
		await stack.control.decline({ signatureId: first?.id ?? '', email: ADA.email });
		const { items } = await workflow.wentOn(id);
		expect(items.map(({ json }) => json.outcome)).toEqual([
			'declined',
			...others.map(() => 'completed'),
		]);
		expect(items.map(({ json }) => json.signatureId)).toEqual(
			requests.map((request) => request.id),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			requests.map((_, item) => ({ item })),
		);
	});

	it('gives out the signed PDFs and audit trails when Signaturit has them', async () => {
		const { control, client } = stack;
		const withFiles = await activateWaiting(stack, {
			parameters: { options: { attachFiles: ['signed', 'auditTrail'] } },
		});
		const { id, requests } = await withFiles.beginAndSleep('One');
		await control.settings({ hold: ['audit_trail'] });
		if (requests[0]) await withFiles.sign(requests[0]);
		expect(await withFiles.status(id)).toBe('waiting');
		await control.settings({ hold: [] });
		const { items } = await withFiles.wentOn(id);
		const { binary = {}, json } = items[0] ?? {};
		expect(json?.filesMissing).toBeUndefined();
		expect(Object.keys(binary).sort()).toEqual([
			'auditTrail_1',
			'auditTrail_2',
			'signed_1',
			'signed_2',
		]);
		for (const file of Object.values(binary))
			expect(await pagesOf(await client.download(file))).toBeGreaterThan(0);
	});

	it('with Continue On Fail gives out the error of an item beside the outcomes of the others', async () => {
		const continuing = await activateWaiting(stack, {
			settings: { onError: 'continueRegularOutput' },
		});
		await stack.control.faults.add({
			kind: 'status',
			status: 400,
			method: 'POST',
			message: 'No credit',
			times: 1,
		});
		const { id, requests } = await continuing.beginAndSleep('One', 'Two');
		expect(requests).toHaveLength(1);
		if (requests[0]) await continuing.sign(requests[0]);
		const { items } = await continuing.wentOn(id);
		expect(items[0]?.json).toHaveProperty('error.verdict', 'refused');
		expect(items[1]?.json.outcome).toBe('completed');
	});
});

describe('a race', () => describeRaces(() => stack));

describe('executions that have gone on', () => {
	it('have done so once, also after posts that waited for another one', async () => {
		for (const id of ended) {
			const { execution } = await workflow.wentOn(id);
			expect(execution.status).toBe('success');
			expect(execution.runs[AFTER]).toHaveLength(1);
		}
	});
});

describe('a limit, and a wake-up that comes late', () => describeLimits(() => stack));

describe('a loop', () => describeLoops(() => stack));

describe('the example that sends and waits', () => {
	it('goes on with the signed contract and its audit trail', async () => {
		const { client, control, n8n } = stack;
		const example = await client.importWorkflow(
			await exampleWorkflow(stack.credential, 'sendAndWait'),
		);
		await client.activate(example.id);
		const known = (await workflow.requests()).length;
		const url = formUrlOf(n8n, example, 'Contract Form');
		await submitForm(url, [await contract(), ADA.name, ADA.email]);
		const { id: signatureId } = await workflow.untilSent(known);
		const [execution] = await client.executions(example.id);
		await control.settled();
		await control.sign({ signatureId, email: ADA.email });
		const ended = await client.finishedExecutions(example.id, 1, ({ id }) => id === execution?.id);
		const [item] = ended[0]?.runs.Signed?.[0]?.data?.main[0] ?? [];
		expect(item?.json.outcome).toBe('completed');
		expect(Object.keys(item?.binary ?? {}).sort()).toEqual(['auditTrail_1', 'signed_1']);
		expect(item?.binary?.signed_1?.fileName).toBe(`contract - ${ADA.name} - signed.pdf`);
	});
});
