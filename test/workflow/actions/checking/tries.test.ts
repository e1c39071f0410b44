import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { createParameters } from '../../engine/fixtures';
import { addChange, Flow, outputsOf, type FlowNode } from '../../engine/flow';
import { checksOnService } from './checks';

const { local, memory, writes, itemOf } = checksOnService();

/** A flow of the node and of one that fails after it. */
function flowOf(operation: string, options: INodeParameters, more: FlowNode[] = []) {
	const recipients = { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] };
	const parameters = createParameters({ operation, recipients, options });
	return new Flow(local.credential, [
		{ name: 'Start', type: 'start', to: [['Send']] },
		{ name: 'Send', type: 'signaturit', parameters, to: [more.map(({ name }) => name)] },
		...more,
	]);
}

const setOption = ({ nodes }: Flow, options: INodeParameters) => {
	const send = nodes.find(({ name }) => name === 'Send');
	const { options: before, ...rest } = send?.parameters ?? {};
	if (send) send.parameters = { ...rest, options: { ...(before as INodeParameters), ...options } };
};

const contextOf = (data: unknown) =>
	JSON.stringify((data as { executionData?: { contextData: object } }).executionData?.contextData);

describe("a check in n8n's Retry of an execution that has sent for one of two rows", () => {
	it('sends nothing, says what is sent already, and leaves the notes as they are', async () => {
		const flow = flowOf('create', {});
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
		const rows = [await itemOf({ email: ADA.email }), await itemOf({ email: 'ben@example.com' })];
		const failed = await flow.run(rows);
		expect(failed.error).toBeDefined();
		const before = { notes: contextOf(failed.data), writes: memory.writes };
		const posts = (await writes()).length;
		setOption(flow, { checkOnly: true });
		const checked = await flow.retry(failed);
		expect(checked.error).toBeUndefined();
		const [first, second] = outputsOf(checked, 'Send')[0] ?? [];
		expect(first).toMatchObject({ wouldSend: false, settings: { existingId: expect.any(String) } });
		expect(second).toMatchObject({ wouldSend: true });
		expect(await writes()).toHaveLength(posts);
		expect({ notes: contextOf(checked.data), writes: memory.writes }).toEqual(before);
	});
});

describe('Send and Wait with Check Only', () => {
	it('goes on at once, without an outcome, for an item that names a request it waits for', async () => {
		addChange('pass', (item) => item);
		const flow = flowOf('sendAndWait', { checkOnly: true }, [{ name: 'Pass', type: 'pass' }]);
		const waitingFor = { signatureId: 'x' };
		const flowed = await flow.run([await itemOf({ email: ADA.email, waitingFor })]);
		expect(flowed.data.waitTill).toBeUndefined();
		const [[item] = []] = outputsOf(flowed, 'Pass');
		expect(item).toMatchObject({ checkOnly: true, wouldSend: true });
		for (const key of ['outcome', 'waitingFor', 'approved', 'signatureId']) {
			expect(item).not.toHaveProperty(key);
		}
		expect(await writes()).toEqual([]);
	});

	it('leaves a request alone that an earlier run waits for, and says that it exists', async () => {
		addChange('back', (item, run) => (run === 0 ? item : undefined));
		const checkOnly = '={{ $runIndex > 0 }}';
		const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } };
		const flow = flowOf('sendAndWait', { checkOnly, limitWaitTime }, [
			{ name: 'Back', type: 'back', to: [['Send'], []] },
		]);
		const asleep = await flow.run([await itemOf({ email: ADA.email })]);
		expect(asleep.data.waitTill).toBeDefined();
		const posts = (await writes()).length;
		const awake = await flow.passLimit(asleep);
		const [, [item] = []] = outputsOf(awake, 'Send');
		expect(item).toMatchObject({ checkOnly: true, wouldSend: false });
		expect(item?.hints).toEqual([expect.stringContaining('exists already')]);
		expect(await writes()).toHaveLength(posts);
		expect(awake.data.waitTill).toBeUndefined();
	});
});
