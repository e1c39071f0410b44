// Draws documents page by page with PDF.js, each page when it comes near the screen.
import { getDocument, GlobalWorkerOptions } from '/assets/pdfjs/pdf.min.mjs';

GlobalWorkerOptions.workerSrc = '/assets/pdfjs/pdf.worker.min.mjs';

/** More than any screen shows sharper, and less than browsers refuse to draw. */
const MOST_PIXELS = 8_000_000;

const drawing = new WeakMap();
const nearby = new IntersectionObserver(
	(entries) => {
		for (const { target, isIntersecting } of entries) {
			if (!isIntersecting) continue;
			nearby.unobserve(target);
			void drawing.get(target)();
		}
	},
	{ rootMargin: '100% 0px' },
);

async function draw(page, sheet, canvas) {
	const size = page.getViewport({ scale: 1 });
	const wanted = (sheet.clientWidth / size.width) * window.devicePixelRatio;
	const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
	const viewport = page.getViewport({ scale });
	canvas.width = viewport.width;
	canvas.height = viewport.height;
	await page.render({ canvas, viewport }).promise;
	sheet.removeAttribute('aria-busy');
}

/**
 * Shows a document in its holder, which has a sheet for each page (sheets.js).
 *
 * @param onPage gets each page's element and its number from 1.
 */
export async function showDocument(holder, onPage) {
	const pdf = await getDocument({
		url: holder.dataset.pdf,
		cMapUrl: '/assets/pdfjs/cmaps/',
		standardFontDataUrl: '/assets/pdfjs/fonts/',
		iccUrl: '/assets/pdfjs/iccs/',
		wasmUrl: '/assets/pdfjs/wasm/',
	}).promise;
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const sheet = holder.children[number - 1];
		const canvas = document.createElement('canvas');
		canvas.setAttribute('role', 'img');
		canvas.setAttribute('aria-label', `${holder.dataset.name}, page ${number}`);
		sheet.append(canvas);
		drawing.set(sheet, () => draw(page, sheet, canvas));
		nearby.observe(sheet);
		onPage(sheet, number);
	}
}
