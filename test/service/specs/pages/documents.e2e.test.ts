/// <reference lib="dom" />
import { concatTransformationMatrix, degrees, drawObject, PDFDocument } from '@cantoo/pdf-lib';

import {
	openSigningPage,
	placeOnPage,
	pressSign,
	SCREENS,
	sidewaysScroll,
	visitForEach,
} from '../support/browser';
import { type Area, darkPixels, drawOnPad } from '../support/ink';
import { pdfOf, TURNS, turnedPdf } from '../support/pdf';
import { createSignature, documentPath, download, pdfFile, widgetsOf } from '../support/wire';

const { visit, rig } = visitForEach();

const place = (type: string, page: number) => ({ type, page: String(page), left: '10', top: '40' });

const send = (bytes: Buffer, ...widgets: Record<string, string>[]) =>
	createSignature(rig, { ...widgetsOf(widgets), subject: 'Lease' }, [pdfFile(bytes, 0)]);

/** Sends a document with fields, and opens the page to sign it. */
async function openWith(...sent: Parameters<typeof send>) {
	const signature = await send(...sent);
	await openSigningPage(visit.page, rig, 'Lease');
	return signature;
}

/** A PDF of one page that is a black image in JPEG 2000. */
async function blackScan(): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage([400, 500]);
	const stream = Buffer.from(
		'/0//UQAvAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAADDwEBDwEBDwEB/1IADAAAAAEBAwQEAAH/XAAN' +
			'QICIiJCIiJCIiJD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAAeAAH/k9/4kAgH' +
			'gICAgICAgICAgID/2Q==',
		'base64',
	);
	const image = pdf.context.stream(stream, {
		Type: 'XObject',
		Subtype: 'Image',
		Width: 8,
		Height: 8,
		Filter: 'JPXDecode',
	});
	const name = page.node.newXObject('Scan', pdf.context.register(image));
	page.pushOperators(concatTransformationMatrix(400, 0, 0, 500, 0, 0), drawObject(name));
	return Buffer.from(await pdf.save());
}

/** Waits until a page of a document is drawn, and counts its dark pixels. */
const inkOf = async (page: number): Promise<number> => {
	const sheet = visit.page.locator('.sheet').nth(page - 1);
	await sheet.scrollIntoViewIfNeeded();
	await visit.page
		.locator('.sheet:not([aria-busy])')
		.nth(page - 1)
		.waitFor();
	return await sheet.locator('canvas').evaluate((element) => {
		const canvas = element as HTMLCanvasElement;
		const context = canvas.getContext('2d') as CanvasRenderingContext2D;
		const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
		return data.filter((value, index) => index % 4 === 0 && value < 100).length;
	});
};

describe('documents on the signing page', () => {
	test('the signing page draws every page of the document, and loads nothing from elsewhere', async () => {
		const hosts = new Set<string>();
		visit.page.on('request', (request) => {
			if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
		});
		await openWith(await pdfOf('First', 'Second'));
		expect(await inkOf(1)).toBeGreaterThan(50);
		expect(await inkOf(2)).toBeGreaterThan(50);
		expect([...hosts]).toEqual([rig.service.url]);
	});

	test('the signing page draws a scan in JPEG 2000', async () => {
		await openWith(await blackScan());
		expect(await inkOf(1)).toBeGreaterThan(50);
	});

	test.each([
		['PDF reader', '**/assets/{pdfjs/pdf.min.mjs,pad.js}'],
		['document', '**/documents/*.pdf'],
	])('the fields stay in the list when the %s cannot be loaded', async (_, broken) => {
		const { page } = visit;
		await page.route(broken, (route) => route.abort());
		await openWith(await pdfOf('Hello'), place('signature', 1), place('text', 1));
		await page.getByText('The document cannot be shown here').waitFor();
		expect(await page.locator('.slot').count()).toBe(0);
		await page.getByLabel('Text 2').fill('Flat 4');
		await page.getByLabel('Signature 1').fill('Ada');
		await pressSign(page);
	});
});

const PAGES = Array.from({ length: 50 }, (_, index) => `Page ${index + 1}`);

async function sendFiftyPages(angle = 0) {
	const pdf = await PDFDocument.load(await pdfOf(...PAGES));
	for (const page of pdf.getPages()) page.setRotation(degrees(angle));
	const widgets = PAGES.map((_, index) => place(index === 49 ? 'signature' : 'text', index + 1));
	await send(Buffer.from(await pdf.save()), ...widgets);
}

const edges = async (name: string) =>
	await visit.page.getByRole('button', { name, exact: true }).evaluate((button) => {
		const { top, bottom } = button.getBoundingClientRect();
		return { top, bottom, height: window.innerHeight };
	});

describe('a document of 50 pages', () => {
	test.each(Object.entries(SCREENS))('can be signed from everywhere on a %s', async (_, screen) => {
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
		await page.setViewportSize(SCREENS.phone);
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
		await visit.page.setViewportSize(SCREENS.phone);
		await sendFiftyPages();
		await openSigningPage(visit.page, rig, 'Lease');
		const field = visit.page.getByLabel('Text 2', { exact: true });
		await field.focus();
		const { top } = await edges('Sign');
		const below = await field.evaluate((element) => element.getBoundingClientRect().bottom);
		expect(below).toBeLessThanOrEqual(top);
	});
});

const SIGNATURE: Area = [20, 50, 30, 12];
const TEXT: Area = [40, 25, 40, 12];

const widget = (type: string, [left, top, width, height]: Area) => ({
	type,
	page: '1',
	left: String(left),
	top: String(top),
	width: String(width),
	height: String(height),
});

/** A part of an area, in shares of it. */
const partOf = ([left, top, width, height]: Area, part: Area): Area => [
	left + part[0] * width,
	top + part[1] * height,
	part[2] * width,
	part[3] * height,
];

describe.each(TURNS)('a page that is turned by $angle degrees', (turn) => {
	test.each(Object.entries(SCREENS))(
		'has fields, values and drawn signatures upright at one place on a %s',
		async (_, screen) => {
			const { page } = visit;
			await page.setViewportSize(screen);
			const widgets = [widget('signature', SIGNATURE), widget('text', TEXT)];
			const signature = await openWith(await turnedPdf(turn, 'Lease'), ...widgets);
			const text = page.getByLabel('Text 2');
			expect(await placeOnPage(text)).toEqual(TEXT);
			expect(await placeOnPage(page.getByLabel('Signature 1'))).toEqual(SIGNATURE);

			await text.fill('Flat four');
			await page.getByRole('button', { name: 'Draw' }).click();
			await drawOnPad(page, [0.05, 0.1], [0.05, 0.9], [0.95, 0.9]);
			await pressSign(page);
			await rig.control.settled();
			const { bytes } = await download(rig, documentPath(signature, 'download/signed'));

			// The drawing is two and a half times as wide as high.
			const [pageWidth, pageHeight] = turn.angle % 180 === 0 ? [400, 500] : [500, 400];
			const [left, top, width, height] = SIGNATURE;
			const unit = Math.min((width * pageWidth) / 2.5, height * pageHeight);
			const drawn: Area = [left, top, (2.5 * unit) / pageWidth, unit / pageHeight];
			const [leftStroke, lowerStroke, empty, words] = await darkPixels(page, bytes, [
				partOf(drawn, [0, 0, 0.1, 0.5]),
				partOf(drawn, [0.5, 0.75, 0.4, 0.25]),
				partOf(drawn, [0.15, 0, 0.85, 0.7]),
				TEXT,
			]);
			expect(leftStroke).toBeGreaterThan(20);
			expect(lowerStroke).toBeGreaterThan(20);
			expect(empty).toBe(0);
			expect(words).toBeGreaterThan(100);
		},
	);
});
