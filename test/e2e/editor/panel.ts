// Finds nodes on the editor's canvas, and the panel of a node with its fields.

import type { FrameLocator, Locator, Page } from 'playwright-core';
import { node, to } from '../lib/n8n/workflowNodes';
import type { Desk } from './desk';

/** A node on the canvas. */
export const canvasNode = (where: Page | FrameLocator, name: string): Locator =>
	where.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);

/** The plus for what an agent has of a kind. n8n draws those of the kinds one by one. */
export const plusOfAgent = (page: Page, kind: 'ai_tool'): Locator =>
	page
		.locator(`[data-test-id=canvas-node-input-handle][data-connection-type=${kind}]`)
		.locator('[data-test-id=canvas-handle-plus]');

/** The open panel of a node. */
export const panelOf = (where: Page | FrameLocator): Locator => where.locator('[data-test-id=ndv]');

/** Opens a workflow and the panel of one of its nodes, as a double-click on it does. */
export async function openPanel(page: Page, workflowUrl: string, name: string): Promise<Locator> {
	await page.goto(workflowUrl);
	await canvasNode(page, name).dblclick();
	const panel = panelOf(page);
	await panel.getByText('Parameters').first().waitFor();
	return panel;
}

export const SIGNATURIT = 'n8n-nodes-signaturit.signaturit';

/** Imports a workflow whose first node needs no input, opens it, and the panel of its last node. */
export async function openLast(
	desk: Desk,
	nodes: Array<ReturnType<typeof node>>,
): Promise<Locator> {
	const { stack, page } = desk;
	const { id, name, type } = stack.credential;
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
export const field = (panel: Locator, label: string) =>
	panel
		.locator('.parameter-item', { has: panel.page().getByText(label, { exact: true }) })
		.locator('[data-test-id=parameter-input]')
		.first();

/** What is read of an element of the page. */
interface PageElement {
	scrollWidth: number;
	clientWidth: number;
	parentElement: PageElement | null;
	matches(selector: string): boolean;
}

/** Whether the label of a field is not shown whole. */
export async function isCutOff(label: Locator): Promise<boolean> {
	return await label.evaluate((element: PageElement) => {
		// Inline elements have no width of their own.
		const isCut = ({ scrollWidth, clientWidth }: PageElement) =>
			clientWidth > 0 && scrollWidth > clientWidth;
		let each: PageElement | null = element;
		while (each && !isCut(each) && !each.matches('.parameter-item')) each = each.parentElement;
		return each !== null && isCut(each);
	});
}
