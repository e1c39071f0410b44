// Draws on the signing pad in a browser, and counts dark pixels of a PDF.

/// <reference lib="dom" />
import type { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import type { JSHandle, Page } from 'playwright-core';

interface Reader {
	getDocument: typeof getDocument;
	GlobalWorkerOptions: typeof GlobalWorkerOptions;
}

/** Left, top, width and height in percent of a page. */
export type Area = readonly [number, number, number, number];

/** Draws on the open pad, through points in shares of its width and height, and uses what is drawn. */
export async function drawOnPad(
	page: Page,
	...points: (readonly [number, number])[]
): Promise<void> {
	const box = await page.locator('#pad svg').boundingBox();
	if (!box) throw new Error('there is no pad');
	for (const [index, [x, y]] of points.entries()) {
		await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
		if (index === 0) await page.mouse.down();
	}
	await page.mouse.up();
	await page.getByRole('button', { name: 'Use' }).click();
	// The browser tells the page after the click that the pad has closed.
	await page.locator('.slot .drawn:not([hidden]) path').first().waitFor({ state: 'attached' });
}

/** How many pixels are dark in areas of the first page of a PDF, as the service's pages show it. */
export async function darkPixels(
	page: Page,
	pdf: Buffer,
	areas: readonly Area[],
): Promise<number[]> {
	// As text, because `import` in a function would be compiled.
	const reader = (await page.evaluateHandle(
		"import('/assets/pdfjs/pdf.min.mjs')",
	)) as JSHandle<Reader>;
	return await page.evaluate(
		async ([{ getDocument, GlobalWorkerOptions }, bytes, wanted]) => {
			GlobalWorkerOptions.workerSrc = '/assets/pdfjs/pdf.worker.min.mjs';
			const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
			const first = await (await getDocument({ data }).promise).getPage(1);
			const viewport = first.getViewport({ scale: 2 });
			const canvas = document.createElement('canvas');
			canvas.width = viewport.width;
			canvas.height = viewport.height;
			await first.render({ canvas, viewport }).promise;
			const context = canvas.getContext('2d') as CanvasRenderingContext2D;
			return wanted.map(([left, top, width, height]) => {
				const { data: pixels } = context.getImageData(
					(left / 100) * canvas.width,
					(top / 100) * canvas.height,
					(width / 100) * canvas.width,
					(height / 100) * canvas.height,
				);
				return pixels.filter((value, index) => index % 4 === 0 && value < 100).length;
			});
		},
		[reader, pdf.toString('base64'), areas] as const,
	);
}
