import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { fillInContract } from './editor/contractForm';
import { describeDeadEnds } from './editor/deadEnds';
import { describeNewUser } from './editor/newUser';
import { canvasNode, openPanel } from './editor/panel';
import { describePanels } from './editor/panels';
import { describeProduction } from './editor/production';
import { signIn } from './editor/signIn';
import { openBrowser } from './lib/browser';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { PATIENCE_MS } from './lib/wait';
import * as job from './mainJob';

const INSTALL_MS = 900_000;
const SCREENSHOTS = join(__dirname, 'screenshots');

let stack: Stack;
let prepared: job.Prepared;
let browser: Browser;
let page: Page;

const shoot = async (name: string) =>
	await page.screenshot({
		path: join(SCREENSHOTS, `${stack.n8n.version}-${name}.png`),
		animations: 'disabled',
	});

const openOwn = async (name: string) =>
	await openPanel(page, `${stack.n8n.url}/workflow/${prepared.workflow.id}`, name);

beforeAll(async () => {
	await mkdir(SCREENSHOTS, { recursive: true });
	stack = await startStack({ report: quiet });
	prepared = await job.prepare(stack, quiet);
	browser = await openBrowser();
	page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
	page.context().setDefaultTimeout(PATIENCE_MS);
	await signIn(page, stack);
}, INSTALL_MS);

afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});

it('the form of the example workflow sends a contract, whose files come when both have signed from their inbox', async () => {
	await page.goto(prepared.formUrl);
	await fillInContract(page);
	await shoot('form');
	await page.getByRole('button', { name: 'Send for signature' }).click();
	await page.getByText('The contract is on its way to the first signer.').waitFor();
	await shoot('form-sent');

	// A poll may have started a newer one, which may still be running.
	const [sent] = await stack.client.finishedExecutions(
		prepared.workflow.id,
		1,
		({ runs }) => job.NODES.form in runs,
	);
	expect(sent?.status).toBe('success');

	for (const { name } of job.SIGNERS) {
		await page.goto(`${stack.service.url}/inbox`);
		await page.getByRole('link', { name: `Open signing page for ${name}` }).click();
		await page.getByLabel('Your signature').fill(name);
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await page.getByRole('heading', { name: 'Signed' }).waitFor();
		await stack.control.settled();
	}
	const [execution] = await stack.client.finishedExecutions(
		prepared.workflow.id,
		1,
		({ runs }) => job.NODES.eachFile in runs,
	);
	const files = execution ? job.itemsOf(execution, job.NODES.eachFile) : [];
	expect(files).toHaveLength(job.SIGNERS.length * 2);
	for (const { binary } of files) {
		expect(Object.values(binary ?? {})).toEqual([
			expect.objectContaining({ mimeType: 'application/pdf' }),
		]);
	}
});

it('the editor shows the example workflow', async () => {
	await page.goto(`${stack.n8n.url}/workflow/${prepared.workflow.id}`);
	for (const name of Object.values(job.NODES)) await canvasNode(page, name).waitFor();
	await shoot('workflow');
});

it('the HTTP Request node makes a custom API call with the credential', async () => {
	const { client, n8n, service } = stack;
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
	const panel = await openOwn(job.NODES.create);
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
	const panel = await openOwn(job.NODES.trigger);
	await panel.getByText('Everyone Signed').first().waitFor();
	await panel.getByText('Webhook URLs').first().click();
	await panel.getByText('Production URL').first().click();
	await panel.getByText(prepared.triggerUrl).first().waitFor();
	await shoot('trigger');
});

const desk = () => ({ stack, prepared, page, shoot });

describeNewUser(desk);
describeProduction(desk);
describeDeadEnds(desk);
describePanels(desk);
