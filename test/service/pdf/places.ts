// Where a document's widgets stand on its pages, by position or by anchor word.

import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';

import { templateWidgets } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import type { Widget, WidgetType } from '../domain/signatures/model';
import { shownPage, type Shown } from './shown';
import { occurrences } from './words';

/** A place on a page as it is shown, in points; x and top from its bottom left. It may reach over the edges. */
export interface Place {
	page: PDFPage;
	x: number;
	top: number;
	width: number;
	height: number;
}

/** Width and height in percent of the page, for widgets that give none (docs/service.md#widgets). */
const DEFAULT_SIZES: Record<WidgetType, [number, number]> = {
	text: [25, 3],
	date: [25, 3],
	select: [25, 3],
	check: [3, 2],
	radio: [3, 2],
	image: [20, 10],
	signature: [25, 5],
	'digital certificate': [25, 5],
};

/** The height in points of a widget of this type that gives none, on the page of a place. */
export const usualHeight = (type: WidgetType, { page }: Place): number =>
	(DEFAULT_SIZES[type][1] / 100) * shownPage(page).height;

/** All widgets of a document: those of the signer and of the template. */
export const widgetsOn = (item: SigningItem): Widget[] => [
	...item.signer.widgets,
	...templateWidgets(item.request, item),
];

/** The places of a widget. An anchored one may have several or none. */
export async function placesOf(
	pdf: PDFDocument,
	item: SigningItem,
	widget: Widget,
): Promise<Place[]> {
	const [width, height] = DEFAULT_SIZES[widget.type];
	const at = (number: number, corner: (shown: Shown) => { x: number; top: number }) => {
		const page = number <= pdf.getPageCount() ? pdf.getPage(number - 1) : undefined;
		if (!page) return [];
		const shown = shownPage(page);
		return [
			{
				page,
				...corner(shown),
				width: ((widget.width ?? width) / 100) * shown.width,
				height: ((widget.height ?? height) / 100) * shown.height,
			},
		];
	};
	const right = (shown: Shown) => (widget.left / 100) * shown.width;
	const down = (shown: Shown) => (widget.top / 100) * shown.height;
	if (widget.wordAnchor === undefined) {
		return at(widget.page, (shown) => ({ x: right(shown), top: shown.height - down(shown) }));
	}
	const words = await occurrences(item.document.file, widget);
	return words.flatMap((word) =>
		at(word.page, (shown) => ({ x: word.x + right(shown), top: word.top - down(shown) })),
	);
}
