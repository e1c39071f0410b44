import dns from 'node:dns';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { BEING_PREPARED, createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const local = localService();
const real = { environment: 'production', accessToken: 'x' };
const sandbox = { ...real, environment: 'sandbox' };

/** Runs what creates something, with a trigger at this address. No name of a host is found. */
async function run(parameters: INodeParameters, url: string, credential: typeof local.credential) {
	const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((...call: unknown[]) => {
		(call.at(-1) as (error: Error) => void)(new Error('No network'));
	}) as never);
	const trigger = { workflowId: 'workflow-1', nodeName: 'Start', resource: 'signature', url };
	const result = await runNode({
		parameters,
		credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
		staticData: { signaturitTriggers: { n: trigger } },
		onError: 'continueRegularOutput',
	});
	lookup.mockRestore();
	return { ...result, hints: result.hints.filter((hint) => hint !== BEING_PREPARED).join() };
}

const eventsUrls = async () =>
	(await local.control.requests()).map(({ body }) => (body as { events_url?: string }).events_url);

describe('the hint about a trigger that Signaturit cannot reach', () => {
	const parameters = createParameters({ options: { events: 'trigger' } });

	it.each([
		['a local address and the real service', 'http://127.0.0.1:5678', () => real, true],
		['a local address and the sandbox', 'http://127.0.0.1:5678', () => sandbox, true],
		['a public address', 'https://n8n.example.com', () => real, false],
		['a local service', 'http://127.0.0.1:5678', () => local.credential, false],
	])('is there with %s (%s), and no other one is', async (_, origin, credential, isShown) => {
		const { hints } = await run(parameters, `${origin}/webhook/1/events.json`, credential());
		const text = 'set the environment variable WEBHOOK_URL';
		expect(hints).toEqual(isShown ? expect.stringContaining(text) : '');
	});
});

describe('an events URL that was entered and that Signaturit cannot reach', () => {
	const eventsUrl = 'http://127.0.0.1:9/events.json';
	const options = { events: 'url', eventsUrl };
	const creating = [
		['Signature Request', createParameters({ options })],
		['Certified Email', createEmail({ options })],
		['Certified SMS', createSms({ options })],
	] as const;

	it.each(creating)('gets a hint in a %s', async (_, parameters) => {
		const { hints } = await run(parameters, eventsUrl, sandbox);
		expect(hints).toContain('Signaturit may not be able to post events to the Events URL');
		expect(hints).toContain('Polling Only');
	});

	it.each(creating)(
		"is sent to a service of one's own, without a hint: %s",
		async (_, parameters) => {
			const { hints, items } = await run(parameters, eventsUrl, local.credential);
			expect(items[0]?.json).not.toHaveProperty('error');
			expect(hints).toBe('');
			expect(await eventsUrls()).toEqual([eventsUrl]);
		},
	);

	it.each(creating)('that is refused says what to do: %s', async (_, parameters) => {
		const message = 'events_url: localhost is not allowed';
		await local.control.faults.add({ kind: 'status', status: 400, message, method: 'POST' });
		const { items } = await run(parameters, eventsUrl, local.credential);
		expect(items[0]?.json).toMatchObject({
			message: 'Events URL: localhost is not allowed',
			error: { description: expect.stringContaining('Polling Only'), verdict: 'refused' },
		});
	});
});
