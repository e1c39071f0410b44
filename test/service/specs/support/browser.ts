// Gives each test a browser page and a rig, and measures what the page shows.

/// <reference lib="dom" />
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';

import { openBrowser } from '../../../e2e/lib/browser';
import { PATIENCE_MS } from '../../../e2e/lib/wait';
import { rigForEach, startServer, type Rig } from './rig';

/**
 * A new page and a new rig for each test, in one browser. Registers the hooks that open and close them. A test
 * fails if a script throws or something breaks the content security policy.
 */
export function visitForEach(): { visit: { readonly page: Page }; rig: Rig } {
	const visit = {} as { page: Page };
	let browser: Browser;
	let problems: string[];

	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser.close());
	beforeEach(async () => {
		const page = await browser.newPage();
		visit.page = page;
		page.context().setDefaultTimeout(PATIENCE_MS);
		problems = [];
		page.on('pageerror', (error) => problems.push(error.message));
		page.on('console', (message) => {
			if (message.text().includes('Content Security Policy')) problems.push(message.text());
		});
	});
	afterEach(async () => {
		await visit.page.close();
		expect(problems).toEqual([]);
	});
	// Registered last, so that a page is closed before its service.
	return { visit, rig: rigForEach() };
}

/** Opens the newest message with this subject, then the page that it leads to. */
export async function openFromInbox(page: Page, rig: Rig, subject: string): Promise<void> {
	await page.goto(`${rig.service.url}/inbox`);
	await page.getByRole('link', { name: subject }).first().click();
	await page.waitForURL(/\/inbox\/./);
	// Chromium gives a click right after scrolling to the frame with the mail that has just stood there.
	await page.getByRole('link', { name: /^Open/ }).press('Enter');
	await page.waitForURL(/\/[sc]\//);
	await page.waitForLoadState();
}

/** Opens the signing page that the newest message with this subject leads to, and waits for its documents. */
export async function openSigningPage(page: Page, rig: Rig, subject: string): Promise<void> {
	await openFromInbox(page, rig, subject);
	await page.waitForFunction(() => document.querySelector('[data-pdf][aria-busy]') === null);
}

/** Presses the button that signs, and waits until that is done. */
export async function pressSign(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Sign', exact: true }).click();
	await page.getByRole('heading', { name: 'Signed' }).waitFor();
}

/** Waits until an element has the focus. */
export const untilFocused = (element: Locator): Promise<void> =>
	element.and(element.page().locator(':focus')).waitFor();

/** A common phone and desktop. */
export const SCREENS = {
	desktop: { width: 1280, height: 900 },
	phone: { width: 390, height: 844 },
};

/** By how many pixels a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Short names of links and buttons that stand on more than two lines, for lack of room. */
export const brokenNames = (page: Page): Promise<string[]> =>
	page.locator('main :is(a, button):not(#description *)').evaluateAll((elements) =>
		elements
			.filter((element) => (element.textContent?.trim().length ?? 0) < 20)
			.filter((element) => {
				const line = parseFloat(getComputedStyle(element).lineHeight);
				const inner = document.createRange();
				inner.selectNodeContents(element);
				return inner.getBoundingClientRect().height > 2.5 * line;
			})
			.map((element) => element.textContent ?? ''),
	);

/** Where a field stands on its page of a document: left, top, width and height in percent of the page. */
export const placeOnPage = (field: Locator): Promise<number[]> =>
	field.evaluate((element) => {
		const slot = (element.closest('.slot') as HTMLElement).getBoundingClientRect();
		const sheet = (element.closest('.sheet') as HTMLElement).getBoundingClientRect();
		const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10;
		return [
			percent(slot.left - sheet.left, sheet.width),
			percent(slot.top - sheet.top, sheet.height),
			percent(slot.width, sheet.width),
			percent(slot.height, sheet.height),
		];
	});

/** The problems of a page by WCAG 2.1 AA, when all that moves or changes colour for a moment has come to its end. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	return await page.evaluate(async () => {
		const passing = () =>
			document
				.getAnimations()
				.filter(({ playState, effect }) => {
					return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
				})
				.map(async ({ finished }) => await finished.catch(() => undefined));
		for (let all = passing(); all.length > 0; all = passing()) await Promise.all(all);
		const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
			runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
			iframes: false,
		});
		return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
	});
}

/** A site of another origin that embeds an address and collects the messages from it. */
export async function startHost(embedded: string): ReturnType<typeof startServer> {
	const page = `<!doctype html><title>Host</title><script>
		window.received = [];
		addEventListener('message', (message) => received.push({ origin: message.origin, data: message.data }));
	</script><iframe src="${embedded}" title="Signing" width="900" height="800"></iframe>`;
	return await startServer((request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(request.url === '/done' ? '<h1>Thank you, from the host</h1>' : page);
	});
}
