import { z } from 'zod';
import { isObject } from '../../../input/lists';
import { optional, schemaFor, wholeNumber } from '../../../input/schemas';

/** Stands for the last page of each document. */
export const LAST_PAGE = 'last';

const LAST_UNKNOWN =
	'Place: the last page is known only of PDF files with as many pages each. Choose At a Position on a Page, or At a Word in the Document';

/** The page of a widget, counted from 1. */
export const pageSchema = optional(
	schemaFor((page) =>
		page === LAST_PAGE ? z.never({ message: LAST_UNKNOWN }) : wholeNumber('Page', 1),
	),
);

/** What a place depends on. */
interface Placed {
	type: string;
	page?: number;
	left?: number;
	top?: number;
	width?: number;
	height?: number;
	word_anchor?: string;
	editable?: boolean;
}

/** The widget with the number of its page, if it is on the last one and that is known. */
export function onPage(widget: unknown, last: number | undefined): unknown {
	if (!isObject(widget) || widget.page !== LAST_PAGE || last === undefined) return widget;
	return { ...widget, page: last };
}

/** What is missing or too much for the place of a widget (docs/service.md#widgets). */
export function placeFaults(widget: Placed): string[] {
	const missing = (names: [keyof Placed, string][], why: string) =>
		names
			.filter(([key]) => widget[key] === undefined)
			.map(([, name]) => `${name} is needed ${why}`);
	if (widget.word_anchor === undefined) {
		const page: [keyof Placed, string][] = widget.type === 'dcf' ? [] : [['page', 'Page']];
		return missing([...page, ['left', 'Left'], ['top', 'Top']], 'to place the widget');
	}
	return [
		...missing(
			[
				['height', 'Height'],
				['width', 'Width'],
			],
			'when the widget is placed at a word',
		),
		...(widget.editable === false
			? ['Editable cannot be turned off when the widget is placed at a word']
			: []),
	];
}

/** Faults of a widget at a position that is not on a page, or not all of it. */
export function boundFaults(
	{ word_anchor, page, left = 0, top = 0, width = 0, height = 0 }: Placed,
	lastPage = Infinity,
): string[] {
	if (word_anchor !== undefined) return [];
	// What is no percentage is another fault, and percentages such as 33.3 + 66.7 are not exact.
	const beyond = (distance: number, size: number, names: string, edge: string) =>
		distance <= 100 && size <= 100 && Number(distance) + Number(size) > 100 + 1e-6
			? [`${names} together are more than 100: the widget would go beyond the ${edge} of the page`]
			: [];
	return [
		...(page !== undefined && page > lastPage
			? [
					`Page ${page} does not exist: the longest file has ${lastPage} page${lastPage === 1 ? '' : 's'}`,
				]
			: []),
		...beyond(left, width, 'Left and Width', 'right edge'),
		...beyond(top, height, 'Top and Height', 'bottom'),
	];
}
