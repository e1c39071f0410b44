import type { Locator, Page } from 'playwright-core';

/** More stops than lie between two fields of a panel. */
const MAX_STOPS = 15;

/** How long a button is held down, in milliseconds: n8n takes a value over a moment after it was typed. */
const PACE = 500;

/** A user with a mouse and a keyboard, whose clicks and typed values are counted. */
export class Hand {
	clicks = 0;
	typed = 0;

	constructor(readonly page: Page) {}

	async click(target: Locator): Promise<void> {
		await target.click({ delay: PACE });
		this.clicks++;
	}

	/** Types a value into what has the focus. */
	async type(value: string): Promise<void> {
		await this.page.keyboard.type(value);
		this.typed++;
	}

	async press(key: string): Promise<void> {
		await this.page.keyboard.press(key);
	}

	/** Goes on with the Tab key until a field with this placeholder has the focus. */
	async tabTo(placeholder: string): Promise<void> {
		for (let stop = 0; stop < MAX_STOPS; stop++) {
			await this.press('Tab');
			const script = 'document.activeElement?.getAttribute("placeholder")';
			if ((await this.page.evaluate<string | null>(script)) === placeholder) return;
		}
		throw new Error(`The Tab key does not lead to the field "${placeholder}"`);
	}

	/** Chooses a file by a click on the field for it. */
	async chooseFile(field: Locator, path: string): Promise<void> {
		const chooser = field.page().waitForEvent('filechooser');
		await this.click(field);
		await (await chooser).setFiles(path);
	}
}
