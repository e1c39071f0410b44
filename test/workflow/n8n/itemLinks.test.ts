import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { addNodeType } from '../engine/engine';
import { byId, createParameters } from '../engine/fixtures';
import { addChange, Flow, type FlowNode } from '../engine/flow';
import { localService } from '../engine/localService';
import { errorLogger, movedIn, type Moved } from '../engine/moved';

const local = localService();

const limit = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } } };
const parameters = createParameters({
	operation: 'sendAndWait',
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
	options: limit,
});

type Find = (...given: unknown[]) => INodeExecutionData;

/** n8n with another function in the place of its item linking. */
const finding =
	(change: (find: Find) => unknown): Moved =>
	(n8n) => ({
		getWorkflowDataProxy: (item: number) => {
			const { $runIndex, $getPairedItem } = n8n.getWorkflowDataProxy(item);
			return { $runIndex, $getPairedItem: change($getPairedItem as Find) };
		},
	});

/** Send and Wait without an answer; its items are brought back to it once, through a node of this type. */
async function bringBack(moved: Moved, { back = 'bare', settings = {} as FlowNode['settings'] }) {
	const log: string[] = [];
	const logger = errorLogger(log);
	addNodeType(
		'signaturit',
		movedIn(new Signaturit(), (n8n) => ({ ...moved(n8n), logger })),
	);
	// The field would name the request.
	addChange('bare', ({ json: { waitingFor: _, ...json } }) => ({ json }));
	addChange('named', (item) => item);
	const flow = new Flow(local.credential, [
		{ name: 'Start', type: 'start', to: [['Sign']] },
		{ name: 'Sign', type: 'signaturit', parameters, settings, to: [['Back']] },
		{ name: 'Back', type: back, to: [['Sign']] },
	]);
	const again = await flow.passLimit(await flow.run([{ json: { a: 1 } }, { json: { b: 2 } }]));
	const requests = await local.control.requests();
	const isSending = ({ method, path }: { method: string; path: string }) =>
		method === 'POST' && path.startsWith('/v3/signatures');
	return { ...again, log, sent: requests.filter(isSending).length };
}

const gone: Array<[string, Moved]> = [
	['no function for it', finding(() => undefined)],
	['something else in its place', finding(() => ({ item: 0 }))],
	['one that knows no item', finding(() => () => undefined)],
	[
		'one that answers later',
		finding(
			(find) =>
				async (...given: unknown[]) =>
					find(...given),
		),
	],
	['one that takes other parameters', finding((find) => (given: unknown[]) => find(...given))],
	['one that gives copies', finding((find) => (...given: unknown[]) => ({ ...find(...given) }))],
	[
		'no source of the items',
		(n8n: IExecuteFunctions) => ({
			getExecuteData: () => ({ ...n8n.getExecuteData(), source: null }),
		}),
	],
];

const MESSAGE = 'n8n does not say whether an item was brought back to this node';

describe('an item of a later run of Send and Wait', () => {
	it.each(gone)('is not sent, and fails, when n8n has %s', async (_, moved) => {
		const { sent, error, log } = await bringBack(moved, {});
		expect(sent).toBe(2);
		expect(error?.message).toContain(MESSAGE);
		expect(error?.description).toMatch(
			/a contract could be sent twice.*Update n8n-nodes-signaturit/s,
		);
		expect(log).toEqual([expect.stringContaining(`Signaturit: ${MESSAGE}`)]);
	});

	it('is not sent, although it names its request, when n8n has no item linking', async () => {
		const { sent, error } = await bringBack(
			finding(() => undefined),
			{ back: 'named' },
		);
		expect(sent).toBe(2);
		expect(error?.message).toContain(MESSAGE);
	});

	it('gives an error for each item with Continue On Fail, and one line in the log', async () => {
		const onError = 'continueErrorOutput';
		const flowed = await bringBack(
			finding(() => undefined),
			{ settings: { onError } },
		);
		expect(flowed.sent).toBe(2);
		const [, failed = []] = flowed.data.resultData.runData.Sign?.at(-1)?.data?.main ?? [];
		const messages = failed?.map(({ json }) => (json.error as IDataObject | undefined)?.message);
		expect(messages).toEqual([MESSAGE, MESSAGE]);
		expect(flowed.log).toHaveLength(1);
	});

	it('goes on waiting when n8n links it by a list of places', async () => {
		addChange('listed', ({ json: { waitingFor: _, ...json } }) => ({ json }));
		const listed = (n8n: IExecuteFunctions) => ({
			getInputData: () =>
				n8n.getInputData().map((item) => ({ ...item, pairedItem: [item.pairedItem].flat() })),
		});
		const flowed = await bringBack(listed as Moved, { back: 'listed' });
		expect(flowed.status).toBe('waiting');
		expect(flowed.sent).toBe(2);
	});

	it('is sent when n8n knows nothing of it', async () => {
		const strange = (n8n: IExecuteFunctions) => ({
			getInputData: () => n8n.getInputData().map(({ json }) => ({ json })),
		});
		const flowed = await bringBack(strange, {});
		expect(flowed.status).toBe('waiting');
		expect(flowed.sent).toBe(4);
	});
});
