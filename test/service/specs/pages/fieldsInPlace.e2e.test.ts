/// <reference lib="dom" />
import { PDFDocument } from '@cantoo/pdf-lib';

import { ADA } from '../../../people';
import { PIXEL } from '../../domain/fields/exampleInput';
import {
	openSigningPage,
	pageForEach,
	PHONE_SCREEN,
	placeOnPage,
	sidewaysScroll,
	untilFocused,
} from '../support/browser';
import { pdfOf, wordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	download,
	pdfFile,
	recipients,
	widgetsOf,
	type WireSignature,
} from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

const SIGNATURE = { type: 'signature', page: '1', left: '10', top: '80', width: '30', height: '8' };
const TEXT = { type: 'text', page: '1', left: '40', top: '20', width: '30', height: '6' };
const ANCHORED = { type: 'text', word_anchor: 'HERE', width: '20', height: '5' };

const send = async (
	widgets: Record<string, string>[],
	files?: Buffer[],
	others: Record<string, string> = {},
): Promise<WireSignature> =>
	await createSignature(
		rig,
		{ ...recipients(ADA), ...widgetsOf(widgets), ...others, subject: 'Lease' },
		(files ?? [await pdfOf('Sign HERE', 'and HERE')]).map(pdfFile),
	);

describe('fields on the signing page', () => {
	test('a widget with a place is an input of its size at this place, and its value is printed there', async () => {
		const { id, documents } = await send([SIGNATURE, TEXT]);
		await openSigningPage(visit.page, rig, 'Lease');
		const text = visit.page.getByLabel('Text 2');
		expect(await placeOnPage(text)).toEqual([40, 20, 30, 6]);
		await text.fill('Flat 4');
		await visit.page.getByLabel('Signature 1').fill('Ada');
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		await visit.page.getByRole('heading', { name: 'Signed' }).waitFor();
		await rig.control.settled();
		const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/signed`;
		expect(await wordsIn((await download(rig, path)).bytes)).toContain('Flat');
	});

	test('a page that is cut to a part of its sheet has its fields in this part', async () => {
		const pdf = await PDFDocument.create();
		const page = pdf.addPage([800, 1000]);
		page.setCropBox(100, 200, 400, 500);
		await send([SIGNATURE, TEXT], [Buffer.from(await pdf.save())]);
		await openSigningPage(visit.page, rig, 'Lease');
		const place = await placeOnPage(visit.page.getByLabel('Text 2'));
		expect(place).toEqual([40, 20, 30, 6]);
	});

	test.each([
		['desktop', { width: 1280, height: 900 }],
		['phone', PHONE_SCREEN],
	])('a field that reaches over the edges of its page ends there on a %s', async (_, screen) => {
		await visit.page.setViewportSize(screen);
		const over = { ...TEXT, left: '71', top: '90', width: '50', height: '25' };
		await send([SIGNATURE, over], [await pdfOf('One')]);
		await openSigningPage(visit.page, rig, 'Lease');
		expect(await placeOnPage(visit.page.getByLabel('Text 2'))).toEqual([71, 90, 29, 10]);
		expect(await sidewaysScroll(visit.page)).toBe(0);
	});

	test('a field beyond the edges of its page is filled in beside the document', async () => {
		await send([SIGNATURE, { ...ANCHORED, left: '99', required: '0' }], [await pdfOf('Sign HERE')]);
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.locator('.panel').getByLabel('Text 2').fill('Flat 4');
		expect(await visit.page.locator('.slot').count()).toBe(1);
	});

	test('a widget without a size has the size of its type, and a radio widget each of its places', async () => {
		const radio = { type: 'radio', custom_id: 'g', page: '1' };
		await send([
			SIGNATURE,
			{ type: 'image', page: '1', left: '60', top: '30' },
			{ ...radio, left: '10', top: '50', '[options][index]': '0' },
			{ ...radio, left: '50', top: '50', '[options][index]': '1' },
		]);
		await openSigningPage(visit.page, rig, 'Lease');
		const image = await placeOnPage(visit.page.getByLabel('Image 2'));
		expect(image).toEqual([60, 30, 20, 10]);
		const lefts = ['Option 1', 'Option 2'].map(async (name) => {
			const [left] = await placeOnPage(visit.page.getByRole('radio', { name: `Radio 3: ${name}` }));
			return left;
		});
		expect(await Promise.all(lefts)).toEqual([10, 50]);
	});

	test('a widget at a word is an input at each occurrence, and all show what is written in one', async () => {
		await send([SIGNATURE, ANCHORED]);
		await openSigningPage(visit.page, rig, 'Lease');
		const [first, second] = [
			visit.page.getByLabel('Text 2'),
			visit.page.getByLabel('Text 2, again'),
		];
		// One percent from the word, which begins where "Sign " ends: 32 of 400 points after the 40 of the margin.
		const place = [19, 18.2, 20, 5];
		expect(await placeOnPage(first.first())).toEqual(place);
		expect(await first.count()).toBe(2);
		await second.fill('AG');
		expect(await first.first().inputValue()).toBe('AG');
		await first.first().fill('BG');
		expect(await second.inputValue()).toBe('BG');
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		await visit.page.getByRole('alert').waitFor();
		expect(await visit.page.getByRole('alert').locator('li').count()).toBe(1);
	});

	test('a widget that stands on two files is filled in on one and shown on the other, of every type', async () => {
		const options = { '[options][select][0][value]': 'A', '[options][select][1][value]': 'B' };
		await send(
			[
				SIGNATURE,
				{ type: 'check', page: '1', left: '10', top: '10' },
				{ type: 'select', page: '1', left: '10', top: '30', ...options },
				{ type: 'check', page: '1', left: '10', top: '50', options: 'show_yes_no_option' },
				{ type: 'image', page: '1', left: '10', top: '60' },
			],
			[await pdfOf('One'), await pdfOf('Two')],
		);
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.getByLabel('Check 2, again').check();
		await visit.page.getByLabel('Select 3, again').selectOption('B');
		await visit.page.getByLabel('No, again').check();
		expect(await visit.page.getByLabel('Check 2').first().isChecked()).toBe(true);
		expect(await visit.page.getByLabel('Select 3').first().inputValue()).toBe('B');
		await visit.page.getByLabel('Yes').first().check();
		expect(await visit.page.getByLabel('No, again').isChecked()).toBe(false);
		expect(await visit.page.getByLabel('Yes, again').isChecked()).toBe(true);
		const chooser = visit.page.waitForEvent('filechooser');
		await visit.page.getByRole('button', { name: 'Image 5, again' }).click();
		await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
		await visit.page.getByRole('img', { name: 'me.png' }).nth(1).waitFor();
	});

	test('the list beside the document leads to the fields on it, and holds what has no place', async () => {
		await send([SIGNATURE, TEXT], [await pdfOf('One')], { 'recipients[0][require_photo]': '1' });
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.locator('.panel').getByRole('link', { name: 'Text 2' }).click();
		await untilFocused(visit.page.getByLabel('Text 2'));
		const photo = visit.page.locator('.panel').getByLabel(/^Photo/);
		expect(await photo.count()).toBe(1);
	});

	test('on a phone a small field is large enough to tap, grows while it is filled in, and says what is wrong', async () => {
		await visit.page.setViewportSize(PHONE_SCREEN);
		await send([SIGNATURE, { ...TEXT, left: '90', top: '96', width: '4', height: '1' }]);
		await openSigningPage(visit.page, rig, 'Lease');
		const slot = visit.page.locator('.slot', { has: visit.page.getByLabel('Text 2') });
		const small = await slot.boundingBox();
		expect(small?.width).toBeGreaterThanOrEqual(36);
		expect(small?.height).toBeGreaterThanOrEqual(28);
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		await visit.page
			.getByRole('alert')
			.getByRole('link', { name: 'Text 2 must be filled' })
			.click();
		await untilFocused(visit.page.getByLabel('Text 2'));
		const large = await slot.boundingBox();
		expect(large?.width).toBeGreaterThanOrEqual(200);
		await slot.getByText('Text 2 must be filled').waitFor();
		expect(await visit.page.getByLabel('Text 2').getAttribute('aria-invalid')).toBe('true');
		expect(await sidewaysScroll(visit.page)).toBe(0);
	});
});
