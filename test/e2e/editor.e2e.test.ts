import { z } from 'zod';
import { startDesk } from './editor/desk';
import { findInNodes } from './editor/firstRequest';
import { Hand } from './editor/hand';
import {
	field,
	isCutOff,
	openLast,
	openPanel,
	panelOf,
	plusOfAgent,
	SIGNATURIT,
} from './editor/panel';
import { node, signaturitNode, to } from './lib/n8n/workflowNodes';
import { credentialData } from './lib/stack';
import { waitFor } from './lib/wait';
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

const desk = startDesk();

it('the HTTP Request node makes a custom API call with the credential', async () => {
	const { stack, page, shoot } = desk();
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
	const { id, name } = stack.credential;
	const call = node(
		'Call',
		'n8n-nodes-base.httpRequest',
		4.2,
		{
			url: `${service.url}/v3/signatures/count.json`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'signaturitApi',
		},
		{ position: [300, 0], credentials: { signaturitApi: { id, name } } },
	);
	const resource = { resource: '__CUSTOM_API_CALL__' };
	const custom = node('Custom', SIGNATURIT, 1, resource, { position: [300, 200] });
	const workflow = await client.importWorkflow({
		name: 'Custom API Call',
		nodes: [node('Start', 'n8n-nodes-base.manualTrigger', 1, {}), call, custom],
		connections: { Start: to('Call') },
	});
	const { runs } = await client.run(workflow.id, 'Start');
	expect(runs.Call?.[0]?.data?.main).toMatchObject([[{ json: { count: expect.any(Number) } }]]);
	const panel = await openPanel(page, `${n8n.url}/workflow/${workflow.id}`, 'Custom');
	await panel.getByText('node to make a custom API call').waitFor();
	await shoot('custom-api-call');
});

it('the editor shows the URL and the events of the trigger node', async () => {
	const { stack, prepared, page, shoot } = desk();
	const url = `${stack.n8n.url}/workflow/${prepared.workflow.id}`;
	const panel = await openPanel(page, url, job.NODES.trigger);
	await panel.getByText('Everyone Signed').first().waitFor();
	await panel.getByText('Webhook URLs').first().click();
	await panel.getByText('Production URL').first().click();
	await panel.getByText(prepared.triggerUrl).first().waitFor();
	await shoot('trigger');
});

/** What once led users nowhere, with mouse and keyboard. */
describe('a user who has lost the way', () => {
	let hand: Hand;

	beforeAll(async () => {
		const { stack, prepared } = desk();
		const { signatureId } = await job.send(stack, prepared);
		await job.signAndCollect(stack, prepared, signatureId);
	});

	beforeEach(() => {
		hand = new Hand(desk().page);
	});

	it.each([
		['On everyone signed', 'Everyone Signed'],
		['On document completed', 'Document Completed'],
		['On document declined', 'Document Declined'],
	])('finds "%s" in the list of nodes: a trigger for mailed requests', async (entry, event) => {
		const { stack, page, shoot } = desk();
		await page.goto(`${stack.n8n.url}/workflow/new`);
		await hand.click(page.locator('[data-test-id=canvas-add-button]').first());
		await findInNodes(hand, 'Signaturit');
		await hand.enter();
		await hand.click(page.getByText(entry, { exact: true }).first());
		const panel = panelOf(page);
		await panel.getByText(event, { exact: true }).first().waitFor();
		expect(await field(panel, 'Resource').locator('input').inputValue()).toBe('Signature Request');
		await shoot(`dead-end-${event.toLowerCase().replace(' ', '-')}`);
	});

	it('is told to choose the signature request before its document', async () => {
		const panel = await openLast(desk(), [
			node('Download', SIGNATURIT, 1, { resource: 'document', operation: 'downloadSigned' }),
		]);
		await hand.click(panel.getByPlaceholder('Select a document…').first());
		await desk().page.getByText('Choose the signature request first').first().waitFor();
		await desk().shoot('dead-end-document');
	});

	it('tells requests apart in their list', async () => {
		const panel = await openLast(desk(), [
			node('Get', SIGNATURIT, 1, { resource: 'signature', operation: 'get' }),
		]);
		await hand.click(panel.getByPlaceholder('Select a signature request…').first());
		const names = job.SIGNERS.map(({ name }) => name).join(', ');
		const entry = desk().page.getByText(`${names} – contract.pdf – Completed`).first();
		await entry.waitFor();
		expect(await entry.innerText()).toMatch(/^\d+ \w{3} \d{4}, \d+:\d+ – /);
		await desk().shoot('dead-end-requests');
	});

	it('is told which files the item has when the field names none of them', async () => {
		const data = Buffer.from('%PDF-1.4').toString('base64');
		const panel = await openLast(desk(), [
			node('Files', 'n8n-nodes-base.code', 2, {
				jsCode: `const file = (name) => ({ data: '${data}', mimeType: 'application/pdf', fileName: name + '.pdf' });
return [{ json: {}, binary: { Contract: file('contract'), Annex: file('annex') } }];`,
			}),
			node('Create', SIGNATURIT, 1, { recipients: { recipient: [job.SIGNERS[0]] } }),
		]);
		await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
		await panel
			.getByText('the item has several files. Write here which to send: Contract, Annex')
			.first()
			.waitFor();
		await desk().shoot('dead-end-file');
	});

	it('reads the lines of an error one below the other, and its signs as they are', async () => {
		const panel = await openLast(desk(), [
			node('People', 'n8n-nodes-base.code', 2, {
				jsCode: "return ['<b>x</b>', 'a & %%PARAMETER%%'].map((email) => ({ json: { email } }));",
			}),
			node('Create', SIGNATURIT, 1, {
				source: 'templates',
				templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
				recipients: { recipient: [{ name: 'Ada', email: '={{ $json.email }}' }] },
			}),
		]);
		await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
		const description = panel.getByText('Nothing was sent.').first();
		await description.waitFor();
		const lines = (await description.innerText()).split('\n').filter(Boolean);
		expect(lines).toEqual([
			'Nothing was sent.',
			expect.stringContaining('Email "<b>x</b>" is not an email address'),
			expect.stringContaining('Email "a & %%PARAMETER%%" is not an email address'),
		]);
		await desk().shoot('dead-end-lines');
	});

	it('is told what is wrong with a credential, in one sentence after the other', async () => {
		const { stack, page, shoot } = desk();
		const wrong = credentialData(stack.service, 'wrong');
		const { id } = await stack.client.createCredential('Wrong token', 'signaturitApi', wrong);
		await page.goto(`${stack.n8n.url}/home/credentials/${id}`);
		const dialog = page.getByRole('dialog').filter({ hasText: 'Wrong token' }).last();
		await hand.click(dialog.getByText('More details').filter({ visible: true }).first());
		const error = dialog.getByText('access token').filter({ visible: true }).first();
		expect(await error.innerText()).toMatch(/[^.]\.$/);
		expect(await error.innerText()).not.toContain('..');
		await shoot('dead-end-credential');
		await stack.client.http.delete(`/credentials/${id}`);
	});

	it('sees what the places and sizes of widgets are measured in, and what new ones begin with', async () => {
		const widget = [
			{ type: 'text', place: 'position' },
			{ type: 'check', place: 'position' },
			{ type: 'text', place: 'word' },
		];
		const panel = await openLast(desk(), [
			node('Create', SIGNATURIT, 1, {
				recipients: { recipient: [{ ...job.SIGNERS[0], widgets: { widget } }] },
			}),
		]);
		await panel.getByText('Left (% of Page Width)').first().waitFor();
		const labels = (await panel.locator('.parameter-item label').allInnerTexts()).join('\n');
		for (const label of [
			'Left (% of Page Width)',
			'Top (% of Page Height)',
			'Left (From Word, 1–100)',
			'Top (From Word, 1–100)',
			'Must Be Checked',
		]) {
			expect(labels).toContain(label);
		}
		const widths = panel.locator('.parameter-item', { hasText: 'Width (% of Page Width)' });
		const inputs = await widths.locator('input').all();
		const values = await Promise.all(inputs.map(async (input) => await input.inputValue()));
		expect(values).toEqual(['25', '3', '25']);
		await panel.getByText('Must Be Checked').first().scrollIntoViewIfNeeded();
		await desk().shoot('dead-end-widgets');
	});

	it('sees the labels of fields whole, where the panel is narrow', async () => {
		const long = {
			digitalCertificateName: 'company.pfx',
			requireSmsValidation: true,
			signWithDigitalCertificate: true,
		};
		const panel = await openLast(desk(), [
			node('Create', SIGNATURIT, 1, {
				recipients: { recipient: [{ ...job.SIGNERS[0], ...long }] },
			}),
		]);
		for (const label of ['Certificate Name', 'Require SMS Validation', 'Sign With Certificate']) {
			const shown = panel.getByText(label, { exact: true }).first();
			await shown.waitFor();
			expect([label, await isCutOff(shown)]).toEqual([label, false]);
		}
	});

	it('is told that the workflow is published, and fetches a test event meanwhile', async () => {
		const { stack, prepared, page, shoot } = desk();
		const url = `${stack.n8n.url}/workflow/${prepared.workflow.id}`;
		const panel = await openPanel(page, url, job.NODES.trigger);
		await panel.getByText('The workflow is published').first().waitFor();
		await hand.click(panel.getByRole('button', { name: 'Fetch Test Event' }).first());
		await panel.getByText('signed_1').first().waitFor();
		await shoot('dead-end-test-event');
	});

	it('sees whose signatures an execution waits for', async () => {
		const panel = await openLast(desk(), [
			node('Wait', SIGNATURIT, 1, {
				operation: 'sendAndWait',
				source: 'templates',
				templates: { template: [{ id: { __rl: true, mode: 'id', value: '#NDA' } }] },
				recipients: { recipient: job.SIGNERS },
			}),
		]);
		await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
		const names = job.SIGNERS.map(({ name }) => name).join(' and ');
		await panel.getByText(`The execution goes on when ${names} have signed`).first().waitFor();
		await desk().shoot('dead-end-waiting');
	});

	it('gives the node to an agent, which may fill in the fields of a template', async () => {
		const { stack, page, shoot } = desk();
		const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
			promptType: 'define',
			text: 'Send the agreement',
		});
		const { id } = await stack.client.importWorkflow({
			name: 'Agent',
			nodes: [agent],
			connections: {},
			settings: {},
		});
		await page.goto(`${stack.n8n.url}/workflow/${id}`);
		await hand.click(plusOfAgent(page, 'ai_tool'));
		await findInNodes(hand, 'Signaturit');
		await hand.click(page.getByText('Signaturit Tool', { exact: true }).first());
		const panel = panelOf(page);
		await hand.choose(field(panel, 'Documents to Sign'), 'Templates');
		await hand.click(panel.getByPlaceholder('Select a template…').first());
		await hand.click(page.getByText('#NDA').last());
		const company = panel.locator('.parameter-item', {
			hasText: 'Company (signer must fill)',
		});
		await company.first().waitFor();
		await hand.click(company.locator('[data-test-id=from-ai-override-button]').last());
		await panel.getByText('Defined automatically by the model').first().waitFor();
		await shoot('dead-end-agent');
	});
});

const CREATE = { resource: 'signature', operation: 'create' };
const WAIT = { resource: 'signature', operation: 'sendAndWait' };
const EMAIL = { resource: 'certifiedEmail', operation: 'createEmail' };
const SMS = { resource: 'certifiedSms', operation: 'createSms' };

const SIGNS = 'Fill in who signs: the email of each recipient.';

/** Before *Options*, Resource and Operation among them. */
const MOST_FIELDS = 8;

/** From the credential to *Options*, in a window of 1440 × 900. */
const MOST_PIXELS = 750;

/** What is read of an element of the page. */
interface PageElement {
	innerText?: string;
	getBoundingClientRect(): { top: number; bottom: number };
	querySelector(selector: string): PageElement | null;
	querySelectorAll(selector: string): ArrayLike<PageElement>;
}

describe('a panel that nobody has filled in', () => {
	it.each([
		['Create', CREATE, [SIGNS]],
		['Send and Wait', WAIT, [SIGNS, 'The workflow waits here']],
		['Certified Email', EMAIL, ['Fill in who gets the email: the email of each recipient.']],
		['Certified SMS', SMS, ['Fill in who gets the SMS: the phone of each recipient.']],
	])('of %s is short, and says what is missing', async (name, operation, hints) => {
		const { page, shoot } = desk();
		const window = page.viewportSize();
		await page.setViewportSize({ width: 1440, height: 900 });
		const panel = await openLast(desk(), [node('New', SIGNATURIT, 1, operation)]);
		const shown = panel.locator('[data-test-id=node-hint]');
		// n8n draws a panel bit by bit, so it is looked at until it is whole.
		await waitFor({ what: 'the panel as it should be', timeoutMs: 120_000 }, async () => {
			const seenHints = (await shown.allInnerTexts()).map((hint) => hint.trim());
			const { fields, pixels } = await panel.evaluate((element: PageElement) => {
				const labels = Array.from(element.querySelectorAll('label'));
				const options = labels.find(({ innerText }) => innerText?.trim() === 'Options');
				const end = options?.getBoundingClientRect().bottom ?? Infinity;
				const items = Array.from(element.querySelectorAll('.parameter-item')).filter(
					(item) =>
						item.getBoundingClientRect().bottom > 0 && !item.querySelector('.parameter-item'),
				);
				const before = items.filter((item) => item.getBoundingClientRect().bottom < end);
				const credential = element.querySelector('.node-credentials');
				const start = credential?.getBoundingClientRect().top ?? -Infinity;
				return {
					fields: before.map(({ innerText }) => innerText?.split('\n')[0]),
					pixels: end - start,
				};
			});
			const isShort = fields.length > 4 && fields.length <= MOST_FIELDS && pixels <= MOST_PIXELS;
			const areRight =
				seenHints.length === hints.length &&
				hints.every((hint, index) => seenHints[index]?.startsWith(hint));
			return isShort && areRight
				? { done: true }
				: { seen: JSON.stringify({ seenHints, fields, pixels }) };
		});
		await shoot(`panel-${name}`);
		if (window) await page.setViewportSize(window);
	});
});

describe('Fetch Test Event', () => {
	it('gets an event that happens while n8n listens, of a request that was sent before', async () => {
		const { stack, prepared, page, shoot } = desk();
		const trigger = signaturitNode(
			'Trigger',
			'signaturitTrigger',
			stack.credential,
			{ events: ['request_declined'] },
			{ webhookId: 'listens-for-a-test' },
		);
		const { id: workflow } = await stack.client.importWorkflow({
			name: 'Listen',
			nodes: [trigger],
			connections: {},
			settings: {},
		});
		const { signatureId } = await job.send(stack, prepared);
		const panel = await openPanel(page, `${stack.n8n.url}/workflow/${workflow}`, 'Trigger');
		await panel.getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await panel.getByText('Listening for test event').first().waitFor();
		await shoot('panel-listening');
		await stack.control.decline({ signatureId, email: job.SIGNERS[0].email });
		await panel.getByText('request_declined').first().waitFor();
		await panel.getByText(signatureId).first().waitFor();
	});
});
