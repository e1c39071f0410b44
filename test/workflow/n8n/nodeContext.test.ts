import type { IDataObject } from 'n8n-workflow';
import { byId, createParameters } from '../engine/fixtures';
import { Flow, type Flowed } from '../engine/flow';
import { localService } from '../engine/localService';
import { errorLogger, type Moved } from '../engine/moved';
import { addVariant, variants } from '../engine/variants';

const local = localService();

const parameters = createParameters({
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
});

const sent = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST').length;

/** A workflow that sends, in an n8n in which this has moved. */
function sending(moved: Moved) {
	const log: string[] = [];
	const logger = { ...errorLogger(log), info: (line: string) => log.push(line) };
	addVariant(variants.node, (n8n) => ({ ...moved(n8n), logger }));
	const flow = new Flow(local.credential, [
		{ name: 'Start', type: 'start', to: [['Sign']] },
		{ name: 'Sign', type: variants.node.name, parameters },
	]);
	return { flow, log };
}

const hintsOf = ({ data }: Flowed) =>
	(data.resultData.runData.Sign?.at(-1)?.hints ?? []).map(({ message }) => message);

describe("what n8n keeps of the node's sendings", () => {
	it.each<[string, Moved]>([
		['nothing', () => ({ getContext: () => undefined })],
		['a copy', (n8n) => ({ getContext: () => ({ ...n8n.getContext('node') }) })],
		['no function for it', () => ({ getContext: undefined })],
	])('is asked for before anything is sent (%s)', async (_, moved) => {
		const { flow, log } = sending(moved);
		const { error } = await flow.run([{ json: {} }]);
		const lacking = 'n8n does not keep what this node has sent';
		expect(error?.message).toBe(lacking);
		expect(error?.description).toMatch(/^Nothing was sent: .*Update n8n-nodes-signaturit/s);
		expect(log).toEqual([expect.stringContaining(lacking)]);
		expect(await sent()).toBe(0);
	});

	const lost: Moved = () => {
		const context = {};
		return { getContext: () => context };
	};

	it.each<[string, Moved, string[]]>([
		[
			'is missed aloud in a Retry when n8n has lost it',
			lost,
			[expect.stringMatching(/^This is a Retry, and n8n has kept nothing .* it is sent again/)],
		],
		['is not missed in a Retry when n8n has kept it', () => ({}), []],
	])('%s', async (_, moved, warnings) => {
		const { flow, log } = sending(moved);
		await local.control.faults.add({ kind: 'reset_after', method: 'POST', times: 0 });
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0 });
		const failed = await flow.run([{ json: {} }]);
		expect(failed.error?.context?.verdict).toBe('unknown');
		await local.control.faults.clear();
		const retried = await flow.retry(failed);
		expect(retried.status).toBe('success');
		const isAbout = (text: string) => text.includes('n8n has kept nothing');
		expect(hintsOf(retried).filter(isAbout)).toEqual(warnings);
		expect(log.filter(isAbout)).toHaveLength(warnings.length);
		expect(await sent()).toBe(1 + warnings.length);
	});

	it.each<[string, (note: IDataObject) => unknown]>([
		['of no form', () => 'sent'],
		['without the time', ({ at, ...note }) => note],
		['of an unknown state', (note) => ({ ...note, state: 'sleeping' })],
		['without the reference', ({ reference, ...note }) => note],
		['with another ID', (note) => ({ ...note, state: 'done', id: 5 })],
		['with an output of no form', (note) => ({ ...note, state: 'done', output: [null] })],
		['with a problem of no form', (note) => ({ ...note, state: 'lost', problem: 'It is lost' })],
	])('is not taken for a note if it is %s: nothing is sent', async (_, spoilt) => {
		const { flow, log } = sending(() => ({}));
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		const failed = await flow.run([{ json: {} }]);
		const notes = failed.data.executionData?.contextData['node:Sign']?.sent as IDataObject;
		for (const [key, note] of Object.entries(notes))
			notes[key] = spoilt(note as IDataObject) as string;
		const { error } = await flow.retry(failed);
		const lacking = 'What n8n has kept of an earlier try of this node cannot be read';
		expect(error?.message).toBe(lacking);
		expect(error?.description).toMatch(/^Nothing was sent: it could be sent twice/);
		expect(log).toEqual([expect.stringContaining(lacking)]);
		expect(await sent()).toBe(1);
	});
});
