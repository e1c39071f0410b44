import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';

import { templateWidgets } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import type { Widget, WidgetType } from '../domain/signatures/model';
import { occurrences } from './words';

/** A place on a page in points; x and top from the page's bottom left. */
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
	(DEFAULT_SIZES[type][1] / 100) * page.getCropBox().height;

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
	const at = (number: number, corner: (visible: Visible) => { x: number; top: number }) => {
		const page = number <= pdf.getPageCount() ? pdf.getPage(number - 1) : undefined;
		if (!page) return [];
		const visible = page.getCropBox();
		return [
			{
				page,
				...corner(visible),
				width: ((widget.width ?? width) / 100) * visible.width,
				height: ((widget.height ?? height) / 100) * visible.height,
			},
		];
	};
	const right = ({ width }: Visible) => (widget.left / 100) * width;
	const down = ({ height }: Visible) => (widget.top / 100) * height;
	if (widget.wordAnchor === undefined) {
		return at(widget.page, (visible) => ({
			x: visible.x + right(visible),
			top: visible.y + visible.height - down(visible),
		}));
	}
	const words = await occurrences(item.document.file, widget);
	return words.flatMap((word) =>
		at(word.page, (visible) => ({ x: word.x + right(visible), top: word.top - down(visible) })),
	);
}

/** The part of a page that is shown, in points. */
type Visible = ReturnType<PDFPage['getCropBox']>;
