import dns from 'node:dns';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { triggerWorkflow } from '../engine/engineTrigger';
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
	const others = [BEING_PREPARED, 'It is unknown whether it was sent'];
	return { ...result, hints: result.hints.filter((hint) => !others.includes(hint)).join() };
}

const eventsUrls = async () =>
	(await local.control.requests()).map(({ body }) => (body as { events_url?: string }).events_url);

/** What creates something, with these options. */
const creatingWith = (options: INodeParameters) =>
	[
		['signature', createParameters({ options })],
		['certifiedEmail', createEmail({ options })],
		['certifiedSms', createSms({ options })],
	] as const;

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
	const creating = creatingWith({ events: 'url', eventsUrl });

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

/** WEBHOOK_URL without a scheme, with which n8n begins its addresses. */
const ADDRESSES = ['n8n.example.com', 'localhost:5678'];

/** n8n itself makes no address to wake an execution of what is no web address at all. */
const problemOf = (address: string) =>
	new RegExp(`^The address of this n8n(, "${address}/[^"?]+",)? does not start with http://`);
const ADVICE = "Set n8n's environment variable WEBHOOK_URL to its public address";

describe.each(ADDRESSES)("n8n's own address without a scheme, %s", (address) => {
	const trigger = {
		workflowId: 'workflow-1',
		nodeName: 'Start',
		url: `${address}/webhook/1/events.json`,
	};

	it.each([
		...creatingWith({ events: 'trigger' }),
		['Send and Wait', createParameters({ operation: 'sendAndWait' })] as const,
	])('is named as the cause in %s, and nothing is sent', async (_, parameters) => {
		const { resource } = parameters;
		const { error } = await runNode({
			parameters,
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
			staticData: { signaturitTriggers: { n: { ...trigger, resource } } },
			address,
		});
		expect(error?.message).toMatch(problemOf(address));
		expect(error?.description).toContain(ADVICE);
		expect(await eventsUrls()).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['the events of the whole account', { listenTo: 'account' }],
		['the reports of signing pages', { resource: 'embeddedSigning' }],
	])('is named as the cause when a trigger for %s is published', async (_, parameters) => {
		const { trigger: node, hook } = triggerWorkflow(
			parameters,
			parameters.resource ? 'setup' : 'default',
			{ credential: local.credential, address },
		);
		const { create } = node.webhookMethods[parameters.resource ? 'setup' : 'default'];
		await expect(create.call(hook('trigger'))).rejects.toMatchObject({
			message: expect.stringMatching(problemOf(address)),
			description: expect.stringContaining(ADVICE),
		});
		expect(await eventsUrls()).toEqual([]);
	});
});
