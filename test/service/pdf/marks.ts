import { fieldName } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import { placesOf, widgetsOn } from './places';
import { openPdf } from './signed';

/** A place on a document where a field is filled in. */
export interface Mark {
	documentId: string;
	/** From 1. */
	page: number;
	/** Id of the field's element. */
	field: string;
	/** For a radio widget, which choice of the field stands here. */
	choice?: string;
	/** Left, bottom, right and top in the page's own points, as PDF.js takes them. */
	box: [number, number, number, number];
}

/** The width and the height of each page as it is shown, in points. */
export async function pageSizes(item: SigningItem): Promise<[number, number][]> {
	const pages = (await openPdf(item)).getPages();
	return pages.map((page) => {
		const { width, height } = page.getCropBox();
		return page.getRotation().angle % 180 === 0 ? [width, height] : [height, width];
	});
}

/**
 * The places of a signer's fields on a document, in the order in which they are read.
 *
 * @param ids element ids by field name; other widgets get no mark.
 */
export async function marksOf(item: SigningItem, ids: Map<string, string>): Promise<Mark[]> {
	const widgets = widgetsOn(item).filter((widget) => ids.has(fieldName(widget)));
	if (widgets.length === 0) return [];
	const pdf = await openPdf(item);
	const pages = pdf.getPages();
	const marks = await Promise.all(
		widgets.map(async (widget) =>
			(await placesOf(pdf, item, widget)).map(({ page, x, top, width, height }): Mark => ({
				documentId: item.document.id,
				page: pages.indexOf(page) + 1,
				field: ids.get(fieldName(widget)) ?? '',
				...(widget.group && { choice: String(widget.group.index) }),
				box: [x, top - height, x + width, top],
			})),
		),
	);
	return marks.flat().sort(asRead);
}

const asRead = (a: Mark, b: Mark): number =>
	a.page - b.page || b.box[3] - a.box[3] || a.box[0] - b.box[0];
