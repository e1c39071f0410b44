// A signer's browser with an embedded signing page, and the website around that page.

import axios from 'axios';
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { listening, type Listening } from '../listening';
import { SIGNER } from './embeddedWorkflow';
import { PATIENCE_MS } from './lib/wait';

const settingsSchema = z.object({
	signatureId: z.string(),
	report: z.object({ url: z.string(), token: z.string() }),
});

/** A signer's browser with an embedded signing page in it. */
export class Visit {
	/** The warnings and errors in the browser's console. */
	readonly warnings: string[] = [];

	constructor(readonly page: Page) {
		page.context().setDefaultTimeout(PATIENCE_MS);
		page.on('console', (message) => {
			if (message.type() !== 'log') this.warnings.push(message.text());
		});
		page.on('pageerror', (error) => this.warnings.push(error.message));
	}

	/** Opens an empty page in a browser context of its own. */
	static async start(browser: Browser): Promise<Visit> {
		return new Visit(await browser.newPage({ viewport: { width: 1280, height: 860 } }));
	}

	/** Opens an address in a window to which this page can post messages: `opened` is its name there. */
	async openWindow(url: string): Promise<Visit> {
		const popup = this.page.waitForEvent('popup');
		// Without `void`, `evaluate` would wait for the opened window.
		await this.page.evaluate(`void (globalThis.opened = open('${url}'))`);
		return new Visit(await popup);
	}

	async end(): Promise<void> {
		await this.page.context().close();
	}

	/** The service's signing page inside the frame. */
	get frame() {
		return this.page.frameLocator('#signing');
	}

	/** Waits until the page is in this state. */
	async waitForState(state: string): Promise<void> {
		await this.page.locator(`body[data-state=${state}]`).waitFor();
	}

	async state(): Promise<string | null> {
		return await this.page.locator('body').getAttribute('data-state');
	}

	/** The text that the page shows to the signer. */
	async statusText(): Promise<string | null> {
		return await this.page.getByRole('status').textContent();
	}

	async settings(): Promise<z.infer<typeof settingsSchema>> {
		const text = await this.page.locator('#settings').textContent();
		return settingsSchema.parse(JSON.parse(text ?? ''));
	}

	async sign(where: Pick<Page, 'getByLabel' | 'getByRole'> = this.frame): Promise<void> {
		await where.getByLabel(/type your full name/).fill(SIGNER.name);
		await where.getByRole('button', { name: 'Sign', exact: true }).click();
	}

	async decline(): Promise<void> {
		await this.frame.getByText('Decline', { exact: true }).click();
		await this.frame.getByRole('button', { name: 'Decline to sign' }).click();
	}
}

/** Starts a website apart from n8n. It gets the page from n8n and serves it under its own origin. */
export async function startWebsite(visitUrl: string): Promise<Listening> {
	const server = createServer((_request, response) => {
		void axios.get<string>(visitUrl, { responseType: 'text', proxy: false }).then(
			({ data }) => response.setHeader('content-type', 'text/html; charset=utf-8').end(data),
			(error: Error) => response.writeHead(502).end(error.message),
		);
	});
	return await listening(server);
}
