/// <reference lib="dom" />
import { degrees, PDFDocument } from '@cantoo/pdf-lib';

import { ADA } from '../../../people';
import { openSigningPage, pageForEach, PHONE_SCREEN, sidewaysScroll } from '../support/browser';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { createSignature, pdfFile, recipients, widgetsOf } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

const PAGES = Array.from({ length: 50 }, (_, index) => `Page ${index + 1}`);
const place = (type: string, page: number) => ({ type, page: String(page), left: '10', top: '40' });

async function sendFiftyPages(angle = 0): Promise<void> {
	const widgets = PAGES.map((_, index) => place(index === 49 ? 'signature' : 'text', index + 1));
	await createSignature(rig, { ...recipients(ADA), ...widgetsOf(widgets), subject: 'Lease' }, [
		pdfFile(await turned(await pdfOf(...PAGES), angle), 0),
	]);
}

async function turned(bytes: Buffer, angle: number): Promise<Buffer> {
	const pdf = await PDFDocument.load(bytes);
	for (const page of pdf.getPages()) page.setRotation(degrees(angle));
	return Buffer.from(await pdf.save());
}

const edges = async (name: string) =>
	await visit.page.getByRole('button', { name, exact: true }).evaluate((button) => {
		const { top, bottom } = button.getBoundingClientRect();
		return { top, bottom, height: window.innerHeight };
	});

describe('a document of 50 pages', () => {
	test.each([
		['phone', PHONE_SCREEN],
		['desktop', { width: 1280, height: 900 }],
	])('can be signed from everywhere on a %s', async (_, screen) => {
		await visit.page.setViewportSize(screen);
		await sendFiftyPages();
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.getByRole('button', { name: 'Sign', exact: true }).click();
		await visit.page.getByRole('alert').waitFor();
		for (const share of [0, 0.5, 1]) {
			await visit.page.evaluate(
				(part) => window.scrollTo(0, part * document.documentElement.scrollHeight),
				share,
			);
			const { top, bottom, height } = await edges('Sign');
			expect(top).toBeGreaterThanOrEqual(0);
			expect(bottom).toBeLessThanOrEqual(height);
		}
		expect(await sidewaysScroll(visit.page)).toBe(0);
	});

	test.each([
		['as it lies', 0],
		['turned', 90],
	])('moves nothing when it is drawn, %s', async (_, angle) => {
		const { page } = visit;
		await page.setViewportSize(PHONE_SCREEN);
		await sendFiftyPages(angle);
		let open: () => void = () => undefined;
		const opened = new Promise<void>((resolve) => {
			open = resolve;
		});
		await page.route('**/documents/*.pdf', async (route) => {
			await opened;
			await route.continue();
		});
		const asked = page.waitForRequest('**/documents/*.pdf');
		const [message] = await rig.control.outbox();
		await page.goto(message?.url ?? '');
		await asked;
		const top = () =>
			page
				.locator('.panel')
				.evaluate((panel) => Math.round(panel.getBoundingClientRect().top + window.scrollY));
		const before = await top();
		expect(before).toBeGreaterThan(50 * 200);
		open();
		await page.waitForFunction(() => document.querySelector('[data-pdf][aria-busy]') === null);
		expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
		expect(await page.locator('.sheet').count()).toBe(50);
	});

	test('on a phone, the button to sign covers no field that has the focus', async () => {
		await visit.page.setViewportSize(PHONE_SCREEN);
		await sendFiftyPages();
		await openSigningPage(visit.page, rig, 'Lease');
		const field = visit.page.getByLabel('Text 2', { exact: true });
		await field.focus();
		const { top } = await edges('Sign');
		const below = await field.evaluate((element) => element.getBoundingClientRect().bottom);
		expect(below).toBeLessThanOrEqual(top);
	});
});
