// Page sizes and limits of lists, and the walk from page to page.

import type { IDataObject } from 'n8n-workflow';
import { dayAfter, dayOf, timeOf, utcDay, type Dated, type DayRange } from './timeRange';
import { Refusal } from '../errors/refusal';

/** Most entries a page holds (docs/service.md#page-sizes). */
export const PAGE_SIZE = 100;

/** How far the list of signature requests reaches: limit + offset (docs/service.md#page-sizes). */
export const WINDOW = 10_000;

/** Pages that are read at once: enough to hide the service's delays, few enough not to burden it. */
export const IN_FLIGHT = 16;

/** How many times in a row reading may bring nothing new before it gives up. */
const MAX_IDLE = 10;

/** How many entries a list may have that cannot be counted, and how many more than counted may come meanwhile. */
const MAX_UNCOUNTED = 1_000_000;
export const MAX_SURPLUS = 20_000;

/** This many entries of one second have the same order on two pages by chance once in millions of times. */
const AGREEMENT = 10;

/** An entry of a list as the service gives it. */
export interface Entry extends IDataObject {
	id: string;
	created_at?: string;
}

export interface PageQuery extends DayRange {
	limit: number;
	offset: number;
}

/** The number of a page, from 1 on, in a list that is read by page numbers. */
export function pageNumber({ limit, offset }: PageQuery): number {
	return offset / limit + 1;
}

/** Where a page begins: at the entry `offset` of those created before the day `until`. */
export type PageStart = Pick<PageQuery, 'offset' | 'until'>;

interface Walk {
	/** How many pages are read at most. */
	most: number;
	/** The beginning of the list unless given. */
	from?: PageStart;
	pageSize?: number;
	/** How many entries two pages share, so that none is missed when others come or go meanwhile. */
	overlap?: number;
	/** The most that limit + offset may be. Beyond it, a list whose entries have `created_at` is read by days. */
	window?: number;
}

/**
 * Reads the pages of a list one after the other, until one is not full; gives the entries of each, and where the next
 * page begins. For looks that end after a few pages, and may go on there. Whole lists need more: `readList` and
 * `readNumberedList` read pages ahead and prove that no entry was missed.
 */
export async function* walkPages<T>(
	read: (query: PageQuery) => Promise<T[]>,
	{ most, from = { offset: 0 }, pageSize = PAGE_SIZE, overlap = 0, window = Infinity }: Walk,
): AsyncGenerator<{ entries: T[]; next?: PageStart }> {
	let start: PageStart | undefined = from;
	for (let count = 0; start && count < most; count++) {
		const entries: T[] = await read({ limit: pageSize, ...start });
		const offset: number = start.offset + pageSize - overlap;
		if (entries.length < pageSize) start = undefined;
		else if (offset + pageSize <= window) start = { ...start, offset };
		else start = startBeyond(start, entries.at(-1) ?? {});
		yield { entries, next: start };
	}
}

/** The beginning of the last entry's day, if the window does not begin there already; then of the day before. */
function startBeyond({ until }: PageStart, last: Dated): PageStart | undefined {
	const day = dayOf(last);
	if (day === '') return undefined;
	return { offset: 0, until: dayAfter(day) === until ? day : dayAfter(day) };
}

/** The entries read so far, in the list's order, and the index of each one by its id. */
export interface Found {
	entries: Entry[];
	indexById: Map<string, number>;
}

/**
 * Where to read on: at the entry `from` of those found, in the list of entries created before `until`.
 * `above` of the entries found are not in that list.
 */
export interface Start {
	from: number;
	above: number;
	until?: string;
}

export type Pages = ReturnType<typeof pagesFrom>;

/**
 * Divides the entries to read from `start` on into pages. Each begins with the last entries of the page before it.
 *
 * @param found how many entries are known
 * @param bounds.overlap how many entries two neighbouring pages share
 * @param bounds.end the most that limit + offset may be
 * @param bounds.wanted entries to read, besides those that are known
 */
export function pagesFrom(
	{ from, above, until }: Start,
	found: number,
	bounds: { pageSize: number; overlap: number; end: number; wanted: number },
) {
	const { pageSize, overlap, end, wanted } = bounds;
	const offset = from - above;
	const unknown = found - above;
	const reach = Math.min(unknown + wanted, end);
	const step = pageSize - overlap;
	return {
		count: Math.max(1, Math.ceil((reach - offset - overlap) / step)),
		at: (index: number): PageQuery => {
			const first = offset + index * step;
			return { limit: Math.min(pageSize, reach - first), offset: first, until };
		},
		/** The offset at which unknown entries begin. */
		unknown,
		/** The offset behind the last page. */
		reach,
	};
}

/**
 * How a page follows on the entries found.
 *
 * - `complete`: no entry can lie between. The page begins at the top, or before the last known second, so it holds all
 *   of that second. Or it repeats enough known entries in their order to show that the list has not changed.
 * - `possibleGap`: it has known entries, but entries of one second may change places, so others may be missing.
 * - `gap`: it has no known entry.
 */
export function seamOf(
	{ entries, indexById }: Found,
	page: readonly Entry[],
	{ offset }: PageQuery,
): 'complete' | 'possibleGap' | 'gap' {
	const lastTime = timeOf(entries.at(-1));
	const isKnown = ({ id }: Entry) => indexById.has(id);
	if (offset === 0 || page.some((entry) => timeOf(entry) > lastTime)) return 'complete';
	if (!page.some(isKnown)) return 'gap';
	const from = indexById.get(page[0]?.id ?? '') ?? entries.length;
	const shared = entries.length - from;
	const agrees = page.every((entry, index) =>
		index < shared ? entries[from + index]?.id === entry.id : !isKnown(entry),
	);
	return agrees && shared >= AGREEMENT ? 'complete' : 'possibleGap';
}

/** Adds the unknown entries of a page. One that is newer than the last one found has come since, so it is left out. */
export function addPage({ entries, indexById }: Found, page: readonly Entry[]): void {
	const lastTime = timeOf(entries.at(-1));
	for (const entry of page) {
		if (indexById.has(entry.id) || timeOf(entry) > lastTime) continue;
		indexById.set(entry.id, entries.length);
		entries.push(entry);
	}
}

/** The entries of both, newest first, each once. Within a second, the entries of `first` come first. */
export function union(first: Entry[], second: readonly Entry[]): Entry[] {
	const ids = new Set(first.map(({ id }) => id));
	const unknown = second.filter(({ id }) => !ids.has(id));
	if (unknown.length === 0) return first;
	return [...first, ...unknown].sort((a, b) => timeOf(b) - timeOf(a) || 0);
}

/** How many of the last entries were created in the same second as the very last one. */
export function lastSecond(entries: readonly Entry[]): number {
	const lastTime = timeOf(entries.at(-1));
	return entries.length - 1 - entries.findLastIndex((entry) => timeOf(entry) !== lastTime);
}

/** Where to read on: `overlap` entries above the end, and above the last second, so that the page holds all of it. */
export function startBelow(
	entries: readonly Entry[],
	{ above, until }: Omit<Start, 'from'>,
	overlap: number,
): Start {
	const from = entries.length - Math.max(lastSecond(entries) + 1, overlap);
	return { from: Math.max(above, from), above, until };
}

/** The UTC day of the last entry. Throws a UserError when the list is not sorted by date, or has no dates. */
export function lastDay(entries: readonly Entry[]): string {
	const [first, last] = [timeOf(entries.at(0)), timeOf(entries.at(-1))];
	if (first >= last) return utcDay(last);
	throw new Refusal('The list cannot be read any further: it is not sorted by date', 'model', {
		facts: 'Narrow it by filters, or set a limit.',
	});
}

/** How many times in a row reading has brought nothing new. Throws a UserError when it was too often. */
export function idleTimes(before: number, isNew: boolean): number {
	if (isNew) return 0;
	if (before < MAX_IDLE) return before + 1;
	throw new Refusal('The list keeps changing while it is being read', 'later', {
		advice: 'Try again later, or narrow it by filters.',
	});
}

/** How many entries a list may have: one without an end would be read for ever. Throws a UserError for more. */
export function assertEnds(found: number, counted = MAX_UNCOUNTED): number {
	const most = counted + MAX_SURPLUS;
	if (found <= most) return most;
	throw new Refusal('Signaturit lists more entries than it counts', 'model', {
		facts: 'The list does not end, so nothing is returned. Set a limit, or narrow it by filters.',
	});
}
