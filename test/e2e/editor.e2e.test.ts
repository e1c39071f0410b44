import { z } from 'zod';
import { describeDeadEnds } from './editor/deadEnds';
import { startDesk, type Desk } from './editor/desk';
import { openPanel } from './editor/panel';
import { describePanels } from './editor/panels';
import * as job from './mainJob';

const nodeTypeSchema = z.object({
	name: z.string(),
	properties: z.array(
		z.object({
			name: z.string(),
			options: z.array(z.object({ value: z.unknown() }).passthrough()).optional(),
		}),
	),
});

/** Whether n8n has added *Custom API Call* to the resources of a node. */
const offersCustomCall = ({ properties }: z.output<typeof nodeTypeSchema>) =>
	properties.some(
		({ name, options }) =>
			name === 'resource' && options?.some(({ value }) => value === '__CUSTOM_API_CALL__'),
	);

const openOwn = async ({ stack, prepared, page }: Desk, name: string) =>
	await openPanel(page, `${stack.n8n.url}/workflow/${prepared.workflow.id}`, name);

const desk = startDesk();

it('the HTTP Request node makes a custom API call with the credential', async () => {
	const { stack, prepared, page, shoot } = desk();
	const { client, n8n, service } = stack;
	const nodeTypes = await page.request.get(`${n8n.url}/types/nodes.json`);
	// It leads nowhere in a trigger.
	const offering = z
		.array(nodeTypeSchema)
		.parse(await nodeTypes.json())
		.filter(offersCustomCall);
	const ours = offering.map(({ name }) => name).filter((name) => name.includes('signaturit'));
	expect(ours).toContain('n8n-nodes-signaturit.signaturit');
	expect(ours).not.toContain('n8n-nodes-signaturit.signaturitTrigger');
	const types = await page.request.get(`${n8n.url}/types/credentials.json`);
	expect(await types.json()).toContainEqual(
		expect.objectContaining({ name: 'signaturitApi', authenticate: {} }),
	);
	const { id, name } = prepared.credential;
	const call = {
		...{
			id: 'call',
			name: 'Call',
			position: [300, 0],
			credentials: { signaturitApi: { id, name } },
		},
		...{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
		parameters: {
			url: `${service.url}/v3/signatures/count.json`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'signaturitApi',
		},
	};
	const custom = {
		...{ id: 'custom', name: 'Custom', position: [300, 200] },
		...{ type: 'n8n-nodes-signaturit.signaturit', typeVersion: 1 },
		parameters: { resource: '__CUSTOM_API_CALL__' },
	};
	const start = {
		...{ id: 'start', name: 'Start', position: [0, 0], parameters: {} },
		...{ type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
	};
	const workflow = await client.importWorkflow({
		name: 'Custom API Call',
		nodes: [start, call, custom],
		connections: { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
	});
	const { runs } = await client.run(workflow.id, 'Start');
	expect(runs.Call?.[0]?.data?.main).toMatchObject([[{ json: { count: expect.any(Number) } }]]);
	const panel = await openPanel(page, `${n8n.url}/workflow/${workflow.id}`, 'Custom');
	await panel.getByText('node to make a custom API call').waitFor();
	await shoot('custom-api-call');
});

it("the editor shows the fields of the action node's operation Create", async () => {
	const { prepared, shoot } = desk();
	const panel = await openOwn(desk(), job.NODES.create);
	for (const label of [
		'Input Binary Field(s)',
		'Recipients',
		'Email Subject',
		'Request Name',
		'Events',
	]) {
		await panel.getByText(label, { exact: true }).first().waitFor();
	}
	const credential = panel.locator('[data-test-id=node-credentials-select] input').first();
	await credential.waitFor();
	expect(await credential.inputValue()).toBe(prepared.credential.name);
	await shoot('create');
	await panel.getByText('Options', { exact: true }).last().scrollIntoViewIfNeeded();
	await shoot('create-below');
});

it('the editor shows the URL and the events of the trigger node', async () => {
	const { prepared, shoot } = desk();
	const panel = await openOwn(desk(), job.NODES.trigger);
	await panel.getByText('Everyone Signed').first().waitFor();
	await panel.getByText('Webhook URLs').first().click();
	await panel.getByText('Production URL').first().click();
	await panel.getByText(prepared.triggerUrl).first().waitFor();
	await shoot('trigger');
});

describeDeadEnds(desk);
describePanels(desk);
