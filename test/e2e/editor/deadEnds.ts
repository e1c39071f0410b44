import type { Locator } from 'playwright-core';
import { signedIn } from '../lib/n8n/editor';
import { node, to } from '../lib/n8n/workflowNodes';
import { quiet } from '../lib/report';
import { NODES, send, signAndCollect, SIGNERS } from '../mainJob';
import type { Desk } from './desk';
import { findInNodes } from './firstRequest';
import { Hand } from './hand';
import { isCutOff, openPanel, panelOf } from './panel';

export const SIGNATURIT = 'n8n-nodes-signaturit.signaturit';

/** Imports a workflow whose first node needs no input, opens it, and the panel of its last node. */
export async function openLast(
	desk: Desk,
	nodes: Array<ReturnType<typeof node>>,
): Promise<Locator> {
	const { stack, prepared, page } = desk;
	const { id, name, type } = prepared.credential;
	const credentials = { [type]: { id, name } };
	const all = [node('Start', 'n8n-nodes-base.manualTrigger', 1, {}), ...nodes].map(
		(each, index) => ({
			...each,
			position: [index * 224, 0],
			...(each.type === SIGNATURIT && { credentials }),
		}),
	);
	const names = all.map((each) => each.name);
	const workflow = await stack.client.importWorkflow({
		name: 'Dead end',
		nodes: all,
		connections: Object.fromEntries(
			names.slice(0, -1).map((each, index) => [each, to(names[index + 1] ?? '')]),
		),
		settings: {},
	});
	return await openPanel(page, `${stack.n8n.url}/workflow/${workflow.id}`, names.at(-1) ?? '');
}

/** The field with this label in a panel. */
const field = (panel: Locator, label: string) =>
	panel
		.locator('.parameter-item', { has: panel.page().getByText(label, { exact: true }) })
		.locator('[data-test-id=parameter-input]')
		.first();

/** What once led users nowhere, with mouse and keyboard. */
export function describeDeadEnds(desk: () => Desk): void {
	describe('a user who has lost the way', () => {
		let hand: Hand;

		beforeAll(async () => {
			const { stack, prepared } = desk();
			const { signatureId } = await send(stack, prepared, quiet);
			await signAndCollect(stack, prepared, signatureId, quiet);
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
			expect(await field(panel, 'Resource').locator('input').inputValue()).toBe(
				'Signature Request',
			);
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
			const names = SIGNERS.map(({ name }) => name).join(', ');
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
				node('Create', SIGNATURIT, 1, { recipients: { recipient: [SIGNERS[0]] } }),
			]);
			await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
			await panel
				.getByText('the item has several files. Write here which to send: Contract, Annex')
				.first()
				.waitFor();
			await desk().shoot('dead-end-file');
		});

		it('is told what is wrong with a credential, in one sentence after the other', async () => {
			const { stack, page, shoot } = desk();
			const { id } = await stack.client.createCredential('Wrong token', 'signaturitApi', {
				environment: 'custom',
				baseUrl: stack.service.url,
				accessToken: 'wrong',
			});
			await page.goto(`${stack.n8n.url}/home/credentials/${id}`);
			const dialog = page.getByRole('dialog').filter({ hasText: 'Wrong token' }).last();
			await hand.click(dialog.getByText('More details').filter({ visible: true }).first());
			const error = dialog.getByText('access token').filter({ visible: true }).first();
			expect(await error.innerText()).toMatch(/[^.]\.$/);
			expect(await error.innerText()).not.toContain('..');
			await shoot('dead-end-credential');
			await (await signedIn(stack.n8n.url, stack.owner)).delete(`/credentials/${id}`);
		});

		it('sees what the places and sizes of widgets are measured in, and what new ones begin with', async () => {
			const widget = [
				{ type: 'text', place: 'position' },
				{ type: 'check', place: 'position' },
				{ type: 'text', place: 'word' },
			];
			const panel = await openLast(desk(), [
				node('Create', SIGNATURIT, 1, {
					recipients: { recipient: [{ ...SIGNERS[0], widgets: { widget } }] },
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
					recipients: { recipient: [{ ...SIGNERS[0], ...long }] },
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
			const panel = await openPanel(page, url, NODES.trigger);
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
					recipients: { recipient: SIGNERS },
				}),
			]);
			await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
			const names = SIGNERS.map(({ name }) => name).join(' and ');
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
			await hand.click(page.locator('[data-test-id=canvas-handle-plus]').last());
			await findInNodes(hand, 'Signaturit');
			await hand.click(page.getByText('Signaturit Tool', { exact: true }).first());
			const panel = panelOf(page);
			await hand.click(field(panel, 'Documents to Sign'));
			await hand.click(page.getByText('Templates', { exact: true }).last());
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
}
