// How a page is shown when it is cropped or turned, and how to draw on it upright.

import {
	concatTransformationMatrix,
	popGraphicsState,
	pushGraphicsState,
	type PDFPage,
} from '@cantoo/pdf-lib';

/** A page as it is shown: the part that its crop box leaves, turned by its rotation. In points. */
export interface Shown {
	width: number;
	height: number;
	/** Leads from a point of the page as it is shown, counted from its bottom left, to the page's own point. */
	matrix: [number, number, number, number, number, number];
}

/** How a page is shown. A rotation that is no quarter turn is none, as for PDF.js. */
export function shownPage(page: PDFPage): Shown {
	const { x, y, width, height } = page.getCropBox();
	const turned = { width: height, height: width };
	switch (((page.getRotation().angle % 360) + 360) % 360) {
		case 90:
			return { ...turned, matrix: [0, 1, -1, 0, x + width, y] };
		case 180:
			return { width, height, matrix: [-1, 0, 0, -1, x + width, y + height] };
		case 270:
			return { ...turned, matrix: [0, -1, 1, 0, x, y + height] };
		default:
			return { width, height, matrix: [1, 0, 0, 1, x, y] };
	}
}

/** Draws on a page as it is shown: what is drawn stands upright there. */
export function drawOnShown(page: PDFPage, draw: () => void): void {
	page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...shownPage(page).matrix));
	draw();
	page.pushOperators(popGraphicsState());
}
