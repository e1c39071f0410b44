/// <reference lib="dom" />
import type { CDPSession } from 'playwright-core';

import { ADA } from '../../../people';
import {
	accessibilityProblems,
	openSigningPage,
	pageForEach,
	PHONE_SCREEN,
	sidewaysScroll,
	untilFocused,
} from '../support/browser';
import { drawOnPad } from '../support/ink';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { createSignature, getSignature, pdfFile, recipients, widgetsOf } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

const SIGNATURE = { type: 'signature', page: '1', left: '10', top: '80', width: '30', height: '8' };
const TEXT = { type: 'text', page: '1', left: '40', top: '20' };

const send = async (widgets: Record<string, string>[] = [SIGNATURE], files = 1) =>
	await createSignature(
		rig,
		{ ...recipients(ADA), ...widgetsOf(widgets), subject: 'Lease' },
		await Promise.all(
			Array.from({ length: files }, async (_, index) => pdfFile(await pdfOf('Lease'), index)),
		),
	);

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
		await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
		await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
		await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
		await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	},
};

async function strokeWith(
	session: CDPSession,
	pointerType: 'mouse' | 'pen',
	from: Point,
	to: Point,
): Promise<void> {
	const common = { pointerType, button: 'left', clickCount: 1 } as const;
	await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...from, ...common });
	await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...to, ...common });
	await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...to, ...common });
}

describe('a signature on the signing page', () => {
	test.each(Object.entries(DEVICES))('can be drawn with a %s', async (_, move) => {
		await visit.page.setViewportSize(PHONE_SCREEN);
		const { id } = await send();
		await openSigningPage(visit.page, rig, 'Lease');
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
		await button('Sign').click();
		await visit.page.getByRole('heading', { name: 'Signed' }).waitFor();
		expect((await getSignature(rig, id)).documents[0]?.status).not.toBe('ready');
	});

	test('can be undone stroke by stroke, cleared, and drawn again', async () => {
		await send();
		await openSigningPage(visit.page, rig, 'Lease');
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
		await send([SIGNATURE], 2);
		await openSigningPage(visit.page, rig, 'Lease');
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
		await send([SIGNATURE, TEXT]);
		await openSigningPage(visit.page, rig, 'Lease');
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
		await send([]);
		await openSigningPage(visit.page, rig, 'Lease');
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
