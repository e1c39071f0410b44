import type { FrameLocator, Locator, Page } from 'playwright-core';

/** A node on the canvas. */
export const canvasNode = (where: Page | FrameLocator, name: string): Locator =>
	where.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);

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

/** Whether a text of the page is not shown whole. */
export async function isCutOff(text: Locator): Promise<boolean> {
	return await text.evaluate(
		({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
			scrollWidth > clientWidth,
	);
}
