/// <reference lib="dom" />
import { concatTransformationMatrix, drawObject, PDFDocument } from '@cantoo/pdf-lib';

import { ADA } from '../../../people';
import { openSigningPage, pageForEach } from '../support/browser';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { createSignature, pdfFile, recipients, widgetsOf } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

const WIDGETS = [
	{ type: 'signature', page: '1', left: '10', top: '80' },
	{ type: 'text', page: '1', left: '40', top: '20' },
];

const send = (bytes: Buffer) =>
	createSignature(rig, { ...recipients(ADA), ...widgetsOf(WIDGETS), subject: 'Lease' }, [
		pdfFile(bytes, 0),
	]);

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
		const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
			0,
			0,
			canvas.width,
			canvas.height,
		);
		return data.filter((value, index) => index % 4 === 0 && value < 100).length;
	});
};

describe('documents on the signing page', () => {
	test('the signing page draws every page of the document, and loads nothing from elsewhere', async () => {
		const hosts = new Set<string>();
		visit.page.on('request', (request) => {
			if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
		});
		await send(await pdfOf('First', 'Second'));
		await openSigningPage(visit.page, rig, 'Lease');
		expect(await inkOf(1)).toBeGreaterThan(50);
		expect(await inkOf(2)).toBeGreaterThan(50);
		expect([...hosts]).toEqual([rig.service.url]);
	});

	test('the signing page draws a scan in JPEG 2000', async () => {
		await send(await blackScan());
		await openSigningPage(visit.page, rig, 'Lease');
		expect(await inkOf(1)).toBeGreaterThan(50);
	});

	test('the fields stay in the list when the PDF reader or the document cannot be loaded', async () => {
		for (const broken of ['**/assets/{pdfjs/pdf.min.mjs,pad.js}', '**/documents/*.pdf']) {
			await send(await pdfOf('Hello'));
			await visit.page.route(broken, (route) => route.abort());
			await openSigningPage(visit.page, rig, 'Lease');
			await visit.page.getByText('The document cannot be shown here').waitFor();
			expect(await visit.page.locator('.slot').count()).toBe(0);
			await visit.page.getByLabel('Text 2').fill('Flat 4');
			await visit.page.getByLabel('Signature 1').fill('Ada');
			await visit.page.getByRole('button', { name: 'Sign' }).click();
			await visit.page.getByRole('heading', { name: 'Signed' }).waitFor();
			await visit.page.unroute(broken);
		}
	});
});
