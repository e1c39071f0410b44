/// <reference lib="dom" />
import { ADA } from '../../../people';
import { openSigningPage, pageForEach, PHONE_SCREEN, placeOnPage } from '../support/browser';
import { type Area, darkPixels, drawOnPad } from '../support/ink';
import { TURNS, turnedPdf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { createSignature, download, pdfFile, recipients, widgetsOf } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

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
	test.each([
		['desktop', { width: 1280, height: 900 }],
		['phone', PHONE_SCREEN],
	])('has fields, values and drawn signatures upright at one place on a %s', async (_, screen) => {
		const { page } = visit;
		await page.setViewportSize(screen);
		const { id, documents } = await createSignature(
			rig,
			{
				...recipients(ADA),
				...widgetsOf([widget('signature', SIGNATURE), widget('text', TEXT)]),
				subject: 'Lease',
			},
			[pdfFile(await turnedPdf(turn, 'Lease'), 0)],
		);
		await openSigningPage(page, rig, 'Lease');
		const text = page.getByLabel('Text 2');
		expect(await placeOnPage(text)).toEqual(TEXT);
		expect(await placeOnPage(page.getByLabel('Signature 1'))).toEqual(SIGNATURE);

		await text.fill('Flat four');
		await page.getByRole('button', { name: 'Draw' }).click();
		await drawOnPad(page, [0.05, 0.1], [0.05, 0.9], [0.95, 0.9]);
		await page.getByRole('button', { name: 'Sign' }).click();
		await page.getByRole('heading', { name: 'Signed' }).waitFor();
		await rig.control.settled();
		const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/signed`;
		const { bytes } = await download(rig, path);

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
	});
});
