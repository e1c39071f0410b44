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
