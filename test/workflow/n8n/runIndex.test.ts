import type { INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { addNodeType } from '../engine/engine';
import { byId, createParameters } from '../engine/fixtures';
import { Flow, outputsOf, type FlowNode } from '../engine/flow';
import { localService } from '../engine/localService';
import { errorLogger, movedIn, type Moved } from '../engine/moved';

const local = localService();

const request = createParameters({
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
});

/** Runs the node in a loop over two items, in an n8n in which this has moved. */
async function loop(moved: Moved, parameters: INodeParameters, settings: FlowNode['settings']) {
	const log: string[] = [];
	const logger = errorLogger(log);
	addNodeType(
		'signaturit',
		movedIn(new Signaturit(), (n8n) => ({ ...moved(n8n), logger })),
	);
	const flow = new Flow(local.credential, [
		{ name: 'Start', type: 'start', to: [['Loop']] },
		{ name: 'Loop', type: 'loopOverItems', to: [[], ['Sign']] },
		{ name: 'Sign', type: 'signaturit', parameters, settings, to: [['Loop']] },
	]);
	const { error, data } = await flow.run([{ json: {} }, { json: {} }]);
	const requests = await local.control.requests();
	return {
		error: error ?? data.resultData.runData.Sign?.[0]?.error,
		outputs: outputsOf({ data } as never, 'Sign'),
		posts: requests.filter(({ method }) => method === 'POST').length,
		log,
	};
}

const withRun =
	(run: unknown): Moved =>
	() => ({ getWorkflowDataProxy: () => ({ $runIndex: run }) });

const gone: Array<[string, Moved]> = [
	['no number', withRun(undefined)],
	['text for it', withRun('0')],
	['no whole number', withRun(0.5)],
	['a number below 0', withRun(-1)],
	['no data of expressions', () => ({ getWorkflowDataProxy: undefined })],
	[
		'a failure instead',
		() => ({
			getWorkflowDataProxy: () => {
				throw new Error('moved');
			},
		}),
	],
];

const MESSAGE = 'n8n does not say which run of the node this is';

describe.each(['create', 'sendAndWait'])(
	'the index of the run, which is gone (%s)',
	(operation) => {
		it.each(gone)('sends nothing and fails when n8n has %s', async (_, moved) => {
			const { error, posts, log } = await loop(moved, { ...request, operation }, {});
			expect(posts).toBe(0);
			expect(error?.message).toBe(MESSAGE);
			expect(error?.description).toMatch(/^Nothing was sent: .*Update n8n-nodes-signaturit/s);
			expect(log).toEqual([expect.stringContaining(`Signaturit: ${MESSAGE}`)]);
		});

		it('sends nothing and gives an error for each item with Continue On Fail', async () => {
			const onError = 'continueRegularOutput';
			const { outputs, posts } = await loop(
				withRun(undefined),
				{ ...request, operation },
				{ onError },
			);
			expect(posts).toBe(0);
			const item = { error: expect.objectContaining({ message: MESSAGE }), message: MESSAGE };
			expect(outputs).toEqual([[item], [item]]);
		});
	},
);

it('the index of the run, which is there, sends for each item of a loop', async () => {
	const { posts } = await loop(() => ({}), { ...request, operation: 'create' }, {});
	expect(posts).toBe(2);
});

it('the index of the run, which is gone, keeps no read from running', async () => {
	const parameters = { resource: 'account', operation: 'getCredits' };
	const { error, outputs } = await loop(withRun(undefined), parameters, {});
	expect(error).toBeUndefined();
	expect(outputs).toHaveLength(2);
});
