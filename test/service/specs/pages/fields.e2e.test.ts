/// <reference lib="dom" />
import { PDFDocument } from '@cantoo/pdf-lib';
import type { CDPSession } from 'playwright-core';

import { PIXEL } from '../../domain/fields/exampleInput';
import {
	accessibilityProblems,
	openSigningPage,
	placeOnPage,
	pressSign,
	SCREENS,
	sidewaysScroll,
	untilFocused,
	visitForEach,
} from '../support/browser';
import { drawOnPad } from '../support/ink';
import { pdfOf } from '../support/pdf';
import { createSignature, getSignature, pdfFile, widgetsOf } from '../support/wire';

const { visit, rig } = visitForEach();

const SIGNATURE = { type: 'signature', page: '1', left: '10', top: '80', width: '30', height: '8' };
const TEXT = { type: 'text', page: '1', left: '40', top: '20', width: '30', height: '6' };
const ANCHORED = { type: 'text', word_anchor: 'HERE', width: '20', height: '5' };

/** Sends documents with these widgets, and opens the page to sign them. */
async function openWith(
	widgets: Record<string, string>[],
	files?: Buffer[],
	others: Record<string, string> = {},
): Promise<string> {
	const fields = { ...widgetsOf(widgets), ...others, subject: 'Lease' };
	const bytes = files ?? [await pdfOf('Sign HERE', 'and HERE')];
	const { id } = await createSignature(rig, fields, bytes.map(pdfFile));
	await openSigningPage(visit.page, rig, 'Lease');
	return id;
}

describe('fields on the signing page', () => {
	test('a page that is cut to a part of its sheet has its fields in this part', async () => {
		const pdf = await PDFDocument.create();
		const page = pdf.addPage([800, 1000]);
		page.setCropBox(100, 200, 400, 500);
		await openWith([SIGNATURE, TEXT], [Buffer.from(await pdf.save())]);
		const place = await placeOnPage(visit.page.getByLabel('Text 2'));
		expect(place).toEqual([40, 20, 30, 6]);
	});

	test.each(Object.entries(SCREENS))(
		'a field that reaches over the edges of its page ends there on a %s',
		async (_, screen) => {
			await visit.page.setViewportSize(screen);
			const over = { ...TEXT, left: '71', top: '90', width: '50', height: '25' };
			await openWith([SIGNATURE, over], [await pdfOf('One')]);
			expect(await placeOnPage(visit.page.getByLabel('Text 2'))).toEqual([71, 90, 29, 10]);
			expect(await sidewaysScroll(visit.page)).toBe(0);
		},
	);

	test('a field beyond the edges of its page is filled in beside the document', async () => {
		await openWith(
			[SIGNATURE, { ...ANCHORED, left: '99', required: '0' }],
			[await pdfOf('Sign HERE')],
		);
		await visit.page.locator('.panel').getByLabel('Text 2').fill('Flat 4');
		expect(await visit.page.locator('.slot').count()).toBe(1);
	});

	test('a widget without a size has the size of its type, and a radio widget each of its places', async () => {
		const radio = { type: 'radio', custom_id: 'g', page: '1' };
		await openWith([
			SIGNATURE,
			{ type: 'image', page: '1', left: '60', top: '30' },
			{ ...radio, left: '10', top: '50', '[options][index]': '0' },
			{ ...radio, left: '50', top: '50', '[options][index]': '1' },
		]);
		const image = await placeOnPage(visit.page.getByLabel('Image 2'));
		expect(image).toEqual([60, 30, 20, 10]);
		const lefts = ['Option 1', 'Option 2'].map(async (name) => {
			const [left] = await placeOnPage(visit.page.getByRole('radio', { name: `Radio 3: ${name}` }));
			return left;
		});
		expect(await Promise.all(lefts)).toEqual([10, 50]);
	});

	test('a widget at a word is an input at each occurrence, and all show what is written in one', async () => {
		await openWith([SIGNATURE, ANCHORED]);
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
		await openWith(
			[
				SIGNATURE,
				{ type: 'check', page: '1', left: '10', top: '10' },
				{ type: 'select', page: '1', left: '10', top: '30', ...options },
				{ type: 'check', page: '1', left: '10', top: '50', options: 'show_yes_no_option' },
				{ type: 'image', page: '1', left: '10', top: '60' },
			],
			[await pdfOf('One'), await pdfOf('Two')],
		);
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
		await openWith([SIGNATURE, TEXT], [await pdfOf('One')], {
			'recipients[0][require_photo]': '1',
		});
		await visit.page.locator('.panel').getByRole('link', { name: 'Text 2' }).click();
		await untilFocused(visit.page.getByLabel('Text 2'));
		const photo = visit.page.locator('.panel').getByLabel(/^Photo/);
		expect(await photo.count()).toBe(1);
	});

	test('on a phone a small field is large enough to tap, grows while it is filled in, and says what is wrong', async () => {
		await visit.page.setViewportSize(SCREENS.phone);
		await openWith([SIGNATURE, { ...TEXT, left: '90', top: '96', width: '4', height: '1' }]);
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

const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const typed = () => visit.page.getByLabel('Signature 1').first();
/** The path that is on the pad. */
const onPad = () => visit.page.locator('#pad path').getAttribute('d');
/** The paths that are shown at the places of the signature. */
const shown = () =>
	visit.page
		.locator('.slot .drawn:not([hidden]) path')
		.evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
const strokes = (path: string | null | undefined) => path?.match(/M/g)?.length ?? 0;

interface Point {
	x: number;
	y: number;
}

/** How devices move over the page. */
const DEVICES: Record<string, (session: CDPSession, from: Point, to: Point) => Promise<unknown>> = {
	mouse: (session, from, to) => strokeWith(session, 'mouse', from, to),
	pen: (session, from, to) => strokeWith(session, 'pen', from, to),
	finger: async (session, from, to) => {
		const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
			session.send('Input.dispatchTouchEvent', { type, touchPoints });
		await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
		await touch('touchStart', from);
		await touch('touchMove', to);
		await touch('touchEnd');
	},
};

async function strokeWith(
	session: CDPSession,
	pointerType: 'mouse' | 'pen',
	from: Point,
	to: Point,
): Promise<void> {
	const move = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Point) =>
		session.send('Input.dispatchMouseEvent', {
			type,
			pointerType,
			button: 'left',
			clickCount: 1,
			...at,
		});
	await move('mousePressed', from);
	await move('mouseMoved', to);
	await move('mouseReleased', to);
}

describe('a signature on the signing page', () => {
	test.each(Object.entries(DEVICES))('can be drawn with a %s', async (_, move) => {
		await visit.page.setViewportSize(SCREENS.phone);
		const id = await openWith([SIGNATURE]);
		await button('Draw').click();
		const pad = await visit.page.locator('#pad svg').boundingBox();
		const at = (x: number, y: number) => ({
			x: (pad?.x ?? 0) + x * (pad?.width ?? 0),
			y: (pad?.y ?? 0) + y * (pad?.height ?? 0),
		});
		const session = await visit.page.context().newCDPSession(visit.page);
		await move(session, at(0.25, 0.25), at(0.75, 0.5));
		const path = await onPad();
		expect(path).toMatch(/^M1(49|50|51) (59|60|61)L.*L4(49|50|51) 1(19|20|21)$/);
		await button('Use').click();
		expect(await shown()).toEqual([path]);
		expect(await sidewaysScroll(visit.page)).toBe(0);
		await pressSign(visit.page);
		expect((await getSignature(rig, id)).documents[0]?.status).not.toBe('ready');
	});

	test('can be undone stroke by stroke, cleared, and drawn again', async () => {
		await openWith([SIGNATURE]);
		await button('Draw').click();
		await drawOnPad(visit.page, [0.1, 0.1], [0.2, 0.2]);
		await button('Draw').click();
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		await drawOnPad(visit.page, [0.3, 0.3], [0.4, 0.4]);
		expect(strokes((await shown())[0])).toBe(2);
		await button('Draw').click();
		await button('Undo').click();
		expect(strokes(await onPad())).toBe(1);
		await button('Close').click();
		expect(strokes((await shown())[0])).toBe(2);
		await button('Draw').click();
		await button('Clear').click();
		await drawOnPad(visit.page, [0.5, 0.5], [0.6, 0.6], [0.7, 0.5]);
		expect(strokes((await shown())[0])).toBe(1);
		await button('Draw').click();
		await button('Clear').click();
		await button('Use').click();
		expect(await shown()).toEqual([]);
	});

	test('is either typed or drawn, at all its places', async () => {
		await openWith([SIGNATURE], [await pdfOf('Lease'), await pdfOf('Lease')]);
		const again = visit.page.getByLabel('Signature 1, again');
		await typed().fill('Ada');
		expect(await again.inputValue()).toBe('Ada');
		await button('Draw').nth(1).click();
		await drawOnPad(visit.page, [0.1, 0.1], [0.2, 0.2]);
		expect(await shown()).toHaveLength(2);
		expect([await typed().inputValue(), await again.inputValue()]).toEqual(['', '']);
		await again.fill('Ada');
		expect(await shown()).toEqual([]);
		expect(await typed().inputValue()).toBe('Ada');
	});

	test('stays drawn when something else is wrong, and when it is missing that is said', async () => {
		await openWith([SIGNATURE, TEXT]);
		await button('Sign').click();
		await visit.page.getByRole('link', { name: 'Signature 1 must be filled' }).click();
		await untilFocused(typed());
		await button('Draw').click();
		await drawOnPad(visit.page, [0.1, 0.1], [0.2, 0.2]);
		const before = await shown();
		await button('Sign').click();
		await visit.page.getByRole('alert').waitFor();
		await visit.page.waitForFunction(() => document.querySelector('[aria-busy]') === null);
		expect(await visit.page.getByRole('alert').locator('li').allInnerTexts()).toEqual([
			'Text 2 must be filled.',
		]);
		expect(await shown()).toEqual(before);
		expect(await accessibilityProblems(visit.page)).toEqual([]);
	});

	test('can be typed with the keyboard alone, also after the pad was opened', async () => {
		await openWith([]);
		await visit.page.getByLabel('Your signature').focus();
		await visit.page.keyboard.press('Tab');
		await untilFocused(button('Draw'));
		await visit.page.keyboard.press('Enter');
		await untilFocused(button('Undo'));
		await visit.page.keyboard.press('Escape');
		await untilFocused(button('Draw'));
		await visit.page.keyboard.press('Shift+Tab');
		await visit.page.keyboard.type('Ada');
		await visit.page.keyboard.press('Enter');
		await visit.page.getByRole('heading', { name: 'Signed' }).waitFor();
	});
});
