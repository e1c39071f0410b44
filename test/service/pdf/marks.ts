// Where the fields stand on a document's pages, for the signing page.

import { fieldName } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import { placesOf, widgetsOn, type Place } from './places';
import { shownPage } from './shown';
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
	/** Left, top, width and height of what can be seen of it, in percent of the page as it is shown. */
	box: [number, number, number, number];
}

/** The width and the height of each page as it is shown, in points. */
export async function pageSizes(item: SigningItem): Promise<[number, number][]> {
	const pages = (await openPdf(item)).getPages().map(shownPage);
	return pages.map(({ width, height }) => [width, height]);
}

/**
 * The places of a signer's fields on a document, in the order in which they are read. A place beyond the edges of
 * its page is none.
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
			(await placesOf(pdf, item, widget)).flatMap((place): Mark[] => {
				const box = visibleBox(place);
				const mark = {
					documentId: item.document.id,
					page: pages.indexOf(place.page) + 1,
					field: ids.get(fieldName(widget)) ?? '',
					...(widget.group && { choice: String(widget.group.index) }),
				};
				return box ? [{ ...mark, box }] : [];
			}),
		),
	);
	return marks.flat().sort(asRead);
}

const asRead = (a: Mark, b: Mark): number =>
	a.page - b.page || a.box[1] - b.box[1] || a.box[0] - b.box[0];

/** The part of a place that the edges of its page leave, in percent of the page; undefined when nothing is left. */
function visibleBox({ page, x, top, width, height }: Place): Mark['box'] | undefined {
	const shown = shownPage(page);
	const left = within(x / shown.width);
	const above = within(1 - top / shown.height);
	const seenWidth = within((x + width) / shown.width) - left;
	const seenHeight = within(1 - (top - height) / shown.height) - above;
	return seenWidth > 0 && seenHeight > 0 ? [left, above, seenWidth, seenHeight] : undefined;
}

/** A share of a page in percent, no further than its edges. */
const within = (share: number): number => 100 * Math.min(Math.max(share, 0), 1);
