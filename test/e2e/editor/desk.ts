// Gives tests a browser that is signed in to the editor, beside the published example.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../lib/browser';
import { startStack, type Stack } from '../lib/stack';
import { PATIENCE_MS } from '../lib/wait';
import { prepare, type Prepared } from '../mainJob';
import { signIn } from './signIn';

const SCREENSHOTS = join(__dirname, '..', 'screenshots');

/** Where a user is: the editor, signed in, beside the published example. */
export interface Desk {
	stack: Stack;
	prepared: Prepared;
	page: Page;
	shoot(name: string): Promise<unknown>;
}

/** Registers the hooks that start and stop what a file of tests needs. */
export function startDesk(): () => Desk {
	let stack: Stack;
	let browser: Browser;
	let desk: Desk;

	beforeAll(async () => {
		await mkdir(SCREENSHOTS, { recursive: true });
		stack = await startStack();
		const prepared = await prepare(stack);
		browser = await openBrowser();
		const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
		page.context().setDefaultTimeout(PATIENCE_MS);
		await signIn(page, stack);
		const shoot = async (name: string) =>
			await page.screenshot({
				path: join(SCREENSHOTS, `${stack.n8n.version}-${name}.png`),
				animations: 'disabled',
			});
		desk = { stack, prepared, page, shoot };
	});

	afterAll(async () => {
		await browser?.close();
		await stack?.stop();
	});

	return () => desk;
}
