import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../people';
import { runNode } from '../engine/engine';
import { createParameters, credentialFor, itemWithPdf, pdfOf } from '../engine/fixtures';
import { triggerRig } from './rig';

const rig = triggerRig();

beforeAll(async () => {
	await rig.reset({ events: ['document_completed'] });
	await rig.control.settings({ includeSignatureId: false });
});

describe('an event that does not name its request', () => {
	it('is assigned to its request by the reference in the events URL', async () => {
		const { id } = await rig.send();
		await rig.control.seed({ count: 300, spreadDays: 0 });
		await rig.settled();
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ signatureId: id, data: {} });
		const lists = (await rig.control.requests()).filter(
			({ path }) => path === '/v3/signatures.json',
		);
		expect(lists.map(({ query }) => query)).toEqual([
			{ limit: '100', n8n_reference: expect.stringMatching(/^[\da-f-]{36}$/) },
		]);
	});
});

describe('creating a signature request', () => {
	const url = 'http://127.0.0.1:9/webhook/1/events.json';
	const trigger = { workflowId: 'workflow-1', nodeName: 'Trigger', url };
	const create = async (entry: object, changes: INodeParameters = {}) => {
		await rig.control.clearRequests();
		const result = await runNode({
			parameters: createParameters({
				...changes,
				options: { events: 'trigger', ...(changes.options as INodeParameters) },
			}),
			credential: credentialFor(rig.service),
			items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
			staticData: { signaturitTriggers: { n1: { ...trigger, ...entry } } },
		});
		const [post] = (await rig.control.requests()).filter(({ method }) => method === 'POST');
		return { ...result, body: post?.body as { events_url?: string; data?: object } | undefined };
	};

	it("keeps the user's own custom data beside the reference", async () => {
		const pair = [{ key: 'crm_id', value: '7' }];
		const { body } = await create({}, { options: { data: { pair } } });
		expect(body?.data).toMatchObject({ crm_id: '7', n8n_reference: expect.any(String) });
	});

	it('sends no events URL when the trigger listens to the whole account', async () => {
		const { body, error } = await create({ subscriptionId: 's1' });
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(body?.events_url).toBeUndefined();
	});

	it('sends no events URL while the trigger for the whole account has no subscription yet', async () => {
		const { body } = await create({ isAccount: true });
		expect(body).toBeDefined();
		expect(body?.events_url).toBeUndefined();
	});

	it("fails when the workflow's trigger is set to another resource", async () => {
		const { body, error } = await create({ resource: 'certifiedEmail' });
		expect(body).toBeUndefined();
		expect(error?.description).toContain('with the resource Signature Request');
	});

	it('adds no reference to an events URL that the user has entered', async () => {
		const { body } = await create({}, { options: { events: 'url', eventsUrl: url } });
		expect(body?.events_url).toBe(url);
		expect(body?.data).toHaveProperty('n8n_reference');
	});
});
