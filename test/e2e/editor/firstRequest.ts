// The steps by which a new user makes and sends a first request in the editor.

import type { Locator, Page } from 'playwright-core';
import { ADA, CHARLES } from '../../people';
import { node } from '../lib/n8n/workflowNodes';
import type { Stack } from '../lib/stack';
import { CONTRACT } from '../mainJob';
import { Hand } from './hand';
import { panelOf } from './panel';

export const EMAIL = 'e.g. ada@example.com';
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

/** Makes the form on an empty canvas. */
export async function makeForm(hand: Hand, { n8n }: Stack): Promise<void> {
	const { page } = hand;
	await page.goto(`${n8n.url}/workflow/new`);
	await hand.click(page.locator('[data-test-id=canvas-add-button]').first());
	await hand.click(page.getByText('On form submission', { exact: true }).first());
	const panel = panelOf(page);
	await hand.click(panel.getByPlaceholder('e.g. Contact us'));
	await hand.type('Contract');
	await hand.click(panel.getByText('Add Form Element'));
	await hand.click(panel.getByPlaceholder('e.g. What is your name?'));
	await hand.type(FIELD);
	const type = panel.locator('.parameter-item').filter({ hasText: 'Element Type' }).last();
	await hand.choose(type.locator('[data-test-id=parameter-input]').first(), 'File');
	await hand.click(panel.locator('[data-test-id=ndv-close-button]'));
	await panel.waitFor({ state: 'hidden' });
}

/** Searches the open list of nodes. */
export async function findInNodes(hand: Hand, words: string): Promise<void> {
	const { page } = hand;
	await page.getByPlaceholder('Search').and(page.locator(':focus')).waitFor();
	await hand.type(words);
	await page.locator('[data-test-id=node-creator-item-name]').first().waitFor();
}

/** Adds an action for a signature request after the form, with the mouse and the keyboard. */
export async function addAction(hand: Hand, action: string): Promise<Locator> {
	const { page } = hand;
	await hand.click(page.locator('[data-test-id=canvas-handle-plus]').first());
	await findInNodes(hand, 'Signaturit');
	await hand.enter();
	await hand.click(page.getByText(action, { exact: true }).first());
	const panel = panelOf(page);
	await panel.getByPlaceholder(EMAIL).waitFor();
	return panel;
}

/** Makes a credential in the panel of a node, as for this environment, but for the local Signaturit. */
export async function addCredential(
	hand: Hand,
	panel: Locator,
	{ service, n8n }: Stack,
	environment: 'Sandbox' | 'Production',
): Promise<void> {
	const { page } = hand;
	await hand.click(panel.locator('[data-test-id=node-credentials-select]').first());
	await hand.click(page.getByText('Create new credential'));
	const dialog = page.getByRole('dialog').filter({ hasText: 'Signaturit API' }).last();
	await dialog.getByText('The sandbox is free').waitFor();
	if (environment === 'Production') {
		await chooseEnvironment(hand, dialog, environment);
		await dialog.getByText('app.signaturit.com', { exact: true }).waitFor();
	}
	await leadToLocalService(dialog, service.url);
	await hand.click(dialog.locator('input[type=password]'));
	await hand.type(service.token);
	await hand.click(dialog.getByRole('button', { name: 'Save' }));
	// Later versions of n8n close the dialog when the connection works.
	if (n8n.version.startsWith('2.8.')) {
		const tested = dialog.getByText('Connection tested successfully');
		await tested.filter({ visible: true }).first().waitFor();
		await hand.click(dialog.locator('.el-dialog__close').first());
	}
	await dialog.waitFor({ state: 'hidden' });
}

async function chooseEnvironment(hand: Hand, dialog: Locator, name: string): Promise<void> {
	await hand.choose(dialog.locator('[data-test-id=parameter-input]').first(), name);
}

/** What only the local Signaturit needs, so it does not count: the others have no URL. */
async function leadToLocalService(dialog: Locator, url: string): Promise<void> {
	const hand = new Hand(dialog.page());
	await chooseEnvironment(hand, dialog, 'Custom');
	await hand.click(dialog.getByPlaceholder('e.g. http://127.0.0.1:8025'));
	await hand.type(url);
}

/**
 * Fills in two signers: one is there already.
 *
 * @param fields two: the name goes into a field of its own; one: it stands before the email address
 */
export async function fillInSigners(
	hand: Hand,
	panel: Locator,
	fields: 'one' | 'two',
): Promise<void> {
	for (const [index, { email, name }] of [ADA, CHARLES].entries()) {
		if (index > 0) await hand.click(panel.getByText('Add Recipient'));
		await hand.click(panel.getByPlaceholder(EMAIL).nth(index));
		if (fields === 'one') {
			await hand.type(`${name} <${email}>`);
		} else {
			await hand.type(email);
			await hand.click(panel.getByPlaceholder(NAME).nth(index));
			await hand.type(name);
		}
	}
}

/**
 * Executes the node: n8n opens the form, which delivers the PDF.
 *
 * @param then a text that the panel shows in the end
 */
export async function execute(hand: Hand, panel: Locator, then: string): Promise<void> {
	const opened = hand.page.context().waitForEvent('page');
	await hand.click(panel.getByRole('button', { name: 'Execute step' }).first());
	const form = await opened;
	await hand.chooseFile(form.locator('input[type=file]'), CONTRACT);
	await hand.click(form.getByRole('button', { name: 'Submit' }));
	await panel.getByText(then).first().waitFor();
	await form.close();
}

/** Who has to sign the last request that the service has got, and what. */
export async function lastSent({ control }: Stack): Promise<{ signers: unknown; files: unknown }> {
	const posted = (await control.requests()).filter(({ method }) => method === 'POST');
	const { recipients, files } = posted.at(-1)?.body as Record<string, unknown[]>;
	return { signers: recipients, files };
}
