import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/engine';
import { triggerWorkflow } from '../engine/engineTrigger';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const local = localService();
/** WEBHOOK_URL without a scheme, with which n8n begins its addresses. */
const ADDRESSES = ['n8n.example.com', 'localhost:5678'];

/** n8n itself makes no address to wake an execution of what is no web address at all. */
const problemOf = (address: string) =>
	new RegExp(`^The address of this n8n(, "${address}/[^"?]+",)? does not start with http://`);
const ADVICE = "Set n8n's environment variable WEBHOOK_URL to its public address";

const posts = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST');

describe.each(ADDRESSES)("n8n's own address without a scheme, %s", (address) => {
	const trigger = {
		workflowId: 'workflow-1',
		nodeName: 'Start',
		resource: 'signature',
		url: `${address}/webhook/1/events.json`,
	};
	const options = { events: 'trigger' };

	it.each<[string, INodeParameters, IDataObject]>([
		['a request with events at the trigger', createParameters({ options }), {}],
		[
			'a certified email with events at the trigger',
			createEmail({ options }),
			{ resource: 'certifiedEmail' },
		],
		[
			'a certified SMS with events at the trigger',
			createSms({ options }),
			{ resource: 'certifiedSms' },
		],
		['Send and Wait', createParameters({ operation: 'sendAndWait' }), {}],
	])('is named as the cause in %s, and nothing is sent', async (_, parameters, change) => {
		const { error } = await runNode({
			parameters,
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
			staticData: { signaturitTriggers: { n: { ...trigger, ...change } } },
			address,
		});
		expect(error?.message).toMatch(problemOf(address));
		expect(error?.description).toContain(ADVICE);
		expect(await posts()).toEqual([]);
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
		expect(await posts()).toEqual([]);
	});
});
