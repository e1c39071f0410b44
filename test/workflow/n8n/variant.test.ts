import type { INodeParameters } from 'n8n-workflow';
import { reviewFlow, type Asked } from '../engine/agent';
import { runNode } from '../engine/engine';
import { byId, createParameters } from '../engine/fixtures';
import { Flow, outputsOf, type FlowNode } from '../engine/flow';
import { localService } from '../engine/localService';
import { errorLogger, type Moved } from '../engine/moved';
import { addVariant, variants, type Made } from '../engine/variants';

const local = localService();

const LACKING = 'n8n does not say for sure whether this node belongs to an agent';

const byTemplate = createParameters({
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
});

const sentNow = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST').length;

const fails = () => {
	throw new Error('moved');
};

/** An agent's call that claims to be approved, and a limit at which n8n takes it for the review. */
const claimed: Asked = { toolParameters: { amount: 5 }, hitlParameters: { approved: true } };
const limit = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } } };

async function review(made: Made, moved: Moved = () => ({}), settings: FlowNode['settings'] = {}) {
	const log: string[] = [];
	const logger = errorLogger(log);
	const parameters: INodeParameters = { ...byTemplate, operation: 'sendAndWait', options: limit };
	const all = (n8n: Parameters<Moved>[0]) => ({ ...moved(n8n), logger });
	const nodes = reviewFlow([claimed], parameters, all, made);
	Object.assign(nodes[2]?.settings ?? {}, settings);
	const flowed = await new Flow(local.credential, nodes, { executionOrder: 'v1' }).run([
		{ json: {} },
	]);
	return {
		told: outputsOf(flowed, 'Agent')[0]?.[0],
		error: flowed.error,
		hints: flowed.data.resultData.runData['Sign to Approve']?.[0]?.hints ?? [],
		log,
	};
}

describe('a review of which n8n says something else', () => {
	const { review: made, tool, node } = variants;

	it.each<[string, Made, Moved?]>([
		['the name of the node', { ...made, name: node.name }],
		['the name of a tool', { ...made, name: tool.name }],
		['another name', { ...made, name: 'signaturitReview' }],
		['the connections of a tool', { ...tool, name: made.name }],
		['the connections of a node', { ...node, name: made.name }],
		['no inputs', made, () => ({ getNodeInputs: undefined })],
		['no outputs', made, () => ({ getNodeOutputs: undefined })],
		['inputs that it cannot tell', made, () => ({ getNodeInputs: fails })],
		['other inputs', made, () => ({ getNodeInputs: () => ({ tool: {} }) })],
	])('approves nothing, asks nobody, and says why (%s)', async (...[, otherwise, moved]) => {
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			const { told, hints, log } = await review(otherwise, moved, { onError });
			expect(told).toEqual({
				approved: false,
				chatInput: expect.stringMatching(`^Nobody was asked:\n${LACKING}\nNothing was sent: `),
			});
			expect(hints.map(({ message }) => message)).toEqual([
				told?.chatInput,
				expect.stringMatching(/^Update n8n-nodes-signaturit, or go back/),
			]);
			expect(log).toEqual([expect.stringContaining(`Signaturit: ${LACKING}`)]);
		}
		expect(await sentNow()).toBe(0);
	});

	it('stays an error when the user has chosen that it stops the workflow', async () => {
		const otherwise = { ...made, name: node.name };
		const { told, error } = await review(otherwise, undefined, { onError: 'stopWorkflow' });
		expect(told).toBeUndefined();
		expect(error?.message).toContain(LACKING);
		expect(await sentNow()).toBe(0);
	});
});

describe('a tool, or the node itself, of which n8n says something else', () => {
	const { tool, node } = variants;

	const run = async (made: Made, moved?: Moved, onError?: 'continueRegularOutput') =>
		await runNode({
			type: { name: addVariant(made, moved), version: 1 },
			parameters: byTemplate,
			credential: local.credential,
			onError,
		});

	it.each<[string, Made, Moved?]>([
		['a tool with another name', { ...tool, name: 'signaturitOfAgent' }],
		['a tool with the name of the node', { ...tool, name: node.name }],
		['a node whose outputs are not told', node, () => ({ getNodeOutputs: undefined })],
	])('fails and sends nothing (%s)', async (...[, made, moved]) => {
		const { error } = await run(made, moved);
		expect(error?.message).toContain(LACKING);
		expect(error?.description).toMatch(/^Nothing was sent: .*Update n8n-nodes-signaturit/s);
		const { items } = await run(made, moved, 'continueRegularOutput');
		expect(items[0]?.json).toMatchObject({ message: LACKING });
		expect(await sentNow()).toBe(0);
	});

	it.each<[string, Made]>([
		['the connections of the node', { ...node, name: tool.name }],
		['the connections of a review', { ...variants.review, name: tool.name }],
	])('tells the model that nothing was sent (a tool with %s)', async (_, made) => {
		const { items } = await run(made);
		expect(JSON.stringify(items)).toContain(LACKING);
		expect(items[0]?.json.approved).not.toBe(true);
		expect(await sentNow()).toBe(0);
	});
});
