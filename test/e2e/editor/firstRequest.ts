import type { Locator, Page } from 'playwright-core';
import { node } from '../lib/n8n/workflowNodes';
import type { Stack } from '../lib/stack';
import { CONTRACT } from '../mainJob';
import type { Hand } from './hand';

const EMAIL = 'e.g. ada@example.com';
const NAME = 'e.g. Ada Lovelace';
const FIELD = 'Contract';

/** Imports a workflow that has nothing but a form for a PDF, and opens it. */
export async function openFormOnly({ client, n8n }: Stack, page: Page): Promise<void> {
	const values = [{ fieldLabel: FIELD, fieldType: 'file', acceptFileTypes: '.pdf' }];
	const form = node(
		'Form',
		'n8n-nodes-base.formTrigger',
		2.2,
		{ formTitle: 'Contract', formFields: { values }, options: {} },
		{ webhookId: 'f0a1b2c3-0000-4000-8000-00000000f0f0' },
	);
	const { id } = await client.importWorkflow({
		name: 'First request',
		nodes: [form],
		connections: {},
		settings: {},
	});
	await page.goto(`${n8n.url}/workflow/${id}`);
	await page.locator('[data-test-id=canvas-node]').first().waitFor();
}

/** Searches the open list of nodes. */
export async function findInNodes(hand: Hand, words: string): Promise<void> {
	await hand.page.getByPlaceholder('Search').first().waitFor();
	await hand.type(words);
	await hand.page.locator('[data-test-id=node-creator-item-name]').first().waitFor();
}

/** Adds *Create a signature request* after the form, with the mouse and the keyboard. */
export async function addCreate(hand: Hand): Promise<Locator> {
	const { page } = hand;
	await hand.click(page.locator('[data-test-id=canvas-handle-plus]').first());
	await findInNodes(hand, 'Signaturit');
	await hand.press('Enter');
	await hand.click(page.getByText('Create a signature request').first());
	const panel = page.locator('[data-test-id=ndv]');
	await panel.getByPlaceholder(EMAIL).waitFor();
	return panel;
}

/** Makes a credential for the local Signaturit in the panel of a node. */
export async function addCredential(
	hand: Hand,
	panel: Locator,
	{ service, n8n }: Stack,
): Promise<void> {
	const { page } = hand;
	await hand.click(panel.locator('[data-test-id=node-credentials-select]').first());
	await hand.click(page.getByText('Create new credential'));
	const dialog = page.getByRole('dialog').filter({ hasText: 'Signaturit API' }).last();
	await hand.click(dialog.locator('[data-test-id=parameter-input]').first());
	await hand.click(page.getByText('Custom', { exact: true }).last());
	await hand.click(dialog.locator('input[type=password]'));
	await hand.type(service.token);
	await hand.tabTo('e.g. http://127.0.0.1:8025');
	await hand.type(service.url);
	await hand.click(dialog.getByRole('button', { name: 'Save' }));
	// Later versions of n8n close the dialog when the connection works.
	if (n8n.version.startsWith('2.8.')) {
		const tested = dialog.getByText('Connection tested successfully');
		await tested.filter({ visible: true }).first().waitFor();
		await hand.click(dialog.locator('.el-dialog__close').first());
	}
	await dialog.waitFor({ state: 'hidden' });
}

/** Fills in two signers: one is there already. */
export async function fillInSigners(hand: Hand, panel: Locator): Promise<void> {
	const signers = [
		['ada@example.com', 'Ada Lovelace'],
		['charles@example.com', 'Charles Babbage'],
	] as const;
	for (const [index, [email, name]] of signers.entries()) {
		if (index > 0) await hand.click(panel.getByText('Add Recipient'));
		await hand.click(panel.getByPlaceholder(EMAIL).nth(index));
		await hand.type(email);
		await hand.tabTo(NAME);
		await hand.type(name);
	}
}

/** Executes the node: n8n opens the form, which delivers the PDF. */
export async function execute(hand: Hand, panel: Locator): Promise<void> {
	const opened = hand.page.context().waitForEvent('page');
	await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
	const form = await opened;
	await hand.chooseFile(form.locator('input[type=file]'), CONTRACT);
	await hand.click(form.getByRole('button', { name: 'Submit' }));
	await panel.getByText('signatureId').first().waitFor();
	await form.close();
}
