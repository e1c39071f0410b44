import { runNode } from '../engine/engine';
import { node } from '../engine/engineWorkflow';
import { byId, createParameters } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { errorLogger, type Moved } from '../engine/moved';
import { addVariant, variants } from '../engine/variants';

const local = localService();

const UNKNOWN = 'n8n does not say which nodes this workflow has';

/** Creates a request in a workflow with a trigger, in an n8n in which this has moved. */
async function create(moved: Moved, events: string, mode: 'manual' | 'trigger') {
	const log: string[] = [];
	const logger = { ...errorLogger(log), warn: (line: string) => log.push(line) };
	addVariant(variants.node, (n8n) => ({ ...moved(n8n), logger }));
	const parameters = createParameters({
		source: 'templates',
		templates: { template: [{ id: byId('#Consent') }] },
		options: { events },
	});
	const { error, hints } = await runNode({
		parameters,
		credential: local.credential,
		items: [{ json: {} }, { json: {} }],
		mode,
		others: [node('My Trigger', 'signaturitTrigger', { resource: 'signature' })],
	});
	const requests = await local.control.requests();
	const sent = requests.filter(({ method }) => method === 'POST').length;
	return { error, hints: hints.join(), log, sent };
}

describe.each<[string, Moved]>([
	['no workflow', () => ({ workflow: undefined })],
	['a workflow without nodes', () => ({ workflow: {} })],
	['a list of nodes', () => ({ workflow: { nodes: [['My Trigger']] } })],
	['nodes of another shape', () => ({ workflow: { nodes: { 'My Trigger': { kind: 'node' } } } })],
])('a context with %s', (_, moved) => {
	it('sends nothing when the trigger must be there, and n8n hides it', async () => {
		const { error, sent } = await create(moved, 'trigger', 'trigger');
		expect(sent).toBe(0);
		expect(error?.message).toContain(UNKNOWN);
		expect(error?.description).toContain('Update n8n-nodes-signaturit');
	});

	it('says aloud that no trigger may hear of it, when n8n hides it', async () => {
		const { error, sent, hints, log } = await create(moved, 'automatic', 'trigger');
		expect(error).toBeUndefined();
		expect(sent).toBe(2);
		expect(hints).toContain(UNKNOWN);
		expect(log).toEqual([`Signaturit: ${UNKNOWN}`]);
	});

	it('falls back to a hint without the name of the trigger in a manual run', async () => {
		const { error, sent, hints } = await create(moved, 'automatic', 'manual');
		expect(error).toBeUndefined();
		expect(sent).toBe(2);
		expect(hints).toContain('To start this workflow when everyone has signed');
		expect(hints).not.toContain('My Trigger');
	});
});

it('a context with nodes names the trigger, and says nothing when n8n hides it', async () => {
	const manual = await create(() => ({}), 'automatic', 'manual');
	expect(manual.hints).toContain('"My Trigger" hears of it while the workflow is published');
	const { sent, hints, log } = await create(() => ({}), 'trigger', 'trigger');
	expect({ sent, hints, log }).toEqual({ sent: 4, hints: '', log: [] });
});
