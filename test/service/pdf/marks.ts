import { fieldName } from '../domain/fields/fields';
import type { SigningItem } from '../domain/signatures/documents';
import { openPdf } from './signed';
import { placesOf, widgetsOn } from './stamps';

/** The place of a field on a document, in percent of the page. */
export interface Mark {
	documentId: string;
	page: number;
	label: string;
	/** Id of the field's element. */
	field: string;
	left: number;
	top: number;
}

/**
 * The places of a signer's fields on a document, to show them on its pages.
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
			(await placesOf(pdf, item, widget)).map(({ page, x, top }) => ({
				documentId: item.document.id,
				page: pages.indexOf(page) + 1,
				label: widget.group ? `Option ${widget.group.index + 1}` : widget.label,
				field: ids.get(fieldName(widget)) ?? '',
				left: (100 * x) / page.getWidth(),
				top: 100 - (100 * top) / page.getHeight(),
			})),
		),
	);
	return marks.flat();
}
