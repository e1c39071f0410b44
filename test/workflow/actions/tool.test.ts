import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { addNodeType } from '../engine/engine';
import { additionalData, node, nodeOf, workflowOf } from '../engine/engineWorkflow';
import { signatureParameters } from '../engine/fixtures';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();
const type = new Signaturit();

beforeAll(() => addNodeType('signaturitTool', type));

/** The node as a tool of an agent, in one execution. */
function tool() {
	const parameters = signatureParameters('rename', 's1', { name: '={{ $json.name }}' });
	const workflow = workflowOf([node('Tool', 'signaturitTool', parameters)]);
	const toolNode = nodeOf(workflow, 'Tool');
	const execution = createRunExecutionData({ executionData: {} });
	let runIndex = 0;
	/** Calls the tool once; n8n makes a run of its own of each call, and of each of its tries. */
	return async (json: IDataObject): Promise<INodeExecutionData[][]> => {
		const items = [{ json }];
		const input = { [NodeConnectionTypes.AiTool]: [items] };
		const context = new SupplyDataContext(
			workflow,
			toolNode,
			additionalData(server.credential, workflow),
			'manual',
			execution,
			runIndex++,
			items,
			input,
			NodeConnectionTypes.AiTool,
			{ node: toolNode, data: input, source: null },
			[],
		);
		return await type.execute.call(context as unknown as IExecuteFunctions);
	};
}

describe('the node as a tool of an agent', () => {
	it('does the same again when the agent asks for it again', async () => {
		const call = tool();
		server.answers = [answer(200, '{"id":"s1"}')];
		await call({ name: 'New name' });
		await call({ name: 'New name' });
		expect(server.received).toHaveLength(2);
	});

	it('does not try again what may have been done', async () => {
		const call = tool();
		server.answers = [reset];
		for (let tries = 0; tries < 3; tries++) {
			await expect(call({ name: 'New name' })).rejects.toThrow(/^It is unknown whether/);
		}
		expect(server.received).toHaveLength(1);
	});

	it('goes on with another call after one of which it is unknown whether it was done', async () => {
		const call = tool();
		server.answers = [reset, answer(200, '{"id":"s1"}')];
		await expect(call({ name: 'New name' })).rejects.toThrow(/^It is unknown whether/);
		expect(await call({ name: 'Other name' })).toMatchObject([[{ json: { signatureId: 's1' } }]]);
	});
});
