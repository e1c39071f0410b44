// A user's mouse and keyboard, with a record of all clicks and typed values.

import type { Locator, Page } from 'playwright-core';

/** How long a button is held down, in milliseconds: n8n takes a value over a moment after it was typed. */
const PACE = 500;

/**
 * A user with a mouse and a keyboard, whose way is written down. Enter at the end of a value belongs to it, and no other
 * key is pressed: from one field to the next, Tab stops at the field's menu and needs three.
 */
export class Hand {
	/** What was clicked, in the words of the page. */
	readonly clicks: string[] = [];
	/** What was typed. */
	readonly values: string[] = [];

	constructor(readonly page: Page) {}

	async click(target: Locator): Promise<void> {
		this.clicks.push(await nameOf(target));
		await target.click({ delay: PACE });
	}

	/** Opens a node of the canvas by a double click, which counts as one. */
	async open(canvasNode: Locator): Promise<void> {
		this.clicks.push(await nameOf(canvasNode));
		await canvasNode.dblclick();
	}

	/** Opens a list and chooses an option of it. The same words may stand elsewhere on the page. */
	async choose(list: Locator, option: string): Promise<void> {
		await this.click(list);
		const options = this.page.getByRole('option').filter({ visible: true });
		await this.click(options.filter({ has: this.page.getByText(option, { exact: true }) }));
	}

	/** Types a value into what has the focus. */
	async type(value: string): Promise<void> {
		this.values.push(value);
		await this.page.keyboard.type(value);
	}

	/** Ends a value with the Enter key. */
	async enter(): Promise<void> {
		await this.page.keyboard.press('Enter');
	}

	/** Chooses a file by a click on the field for it. */
	async chooseFile(field: Locator, path: string): Promise<void> {
		const chooser = field.page().waitForEvent('filechooser');
		await this.click(field);
		await (await chooser).setFiles(path);
	}
}

/** What is read of an element of the page. */
interface PageElement {
	innerText?: string;
	placeholder?: string;
	dataset: { testId?: string };
	outerHTML: string;
	closest(selector: string): PageElement | null;
	querySelector(selector: string): PageElement | null;
}

/** What is clicked, as a user would call it: by its text, or by the label that stands above it. */
async function nameOf(target: Locator): Promise<string> {
	return await target.evaluate((element: PageElement) => {
		const label = element.closest('.parameter-item') ?? element.closest('.node-credentials');
		const names = [
			element.innerText,
			label?.innerText,
			element.placeholder,
			element.closest('[data-test-id]')?.dataset.testId,
		].map((name) => name?.trim().split('\n')[0]);
		return names.find((name) => name) ?? element.outerHTML;
	});
}
