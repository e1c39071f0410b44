// Signs n8n's owner in to the editor in a browser.

import type { Page } from 'playwright-core';
import type { Site } from '../lib/stack';

/** Signs the owner in to the editor. */
export async function signIn(page: Page, { n8n, owner }: Site): Promise<void> {
	await page.goto(`${n8n.url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
	await page.locator('input[name=password]').fill(owner.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
}
