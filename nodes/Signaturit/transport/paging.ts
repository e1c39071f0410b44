import { UserError } from 'n8n-workflow';
import { forEachBounded } from '../bounded';

/** Most entries a page holds (specification, Limits). */
export const PAGE_SIZE = 100;

/** How far the list of signature requests reaches: limit + offset (specification, Limits). */
export const WINDOW = 10_000;

/** Pages of one list that are read at once. */
export const IN_FLIGHT = 10;

/** Times that reading starts anew, or pages follow one another, without anything new. */
export const MAX_IDLE = 10;

const DAY = 24 * 60 * 60 * 1000;

/** What paging has to know of an entry. */
export interface Entry {
	id: string;
	created_at?: string;
}

/** A page of the entries that were created before the day `until` (`YYYY-MM-DD`). */
export interface PageQuery {
	limit: number;
	offset: number;
	until?: string;
}

/** A list that is read by `limit` and `offset`, newest first. */
export interface List<T extends Entry> {
	page(query: PageQuery): Promise<T[]>;
	/** How far limit + offset may reach, and how to learn what a day (`YYYY-MM-DD`) holds in all. */
	window?: { size: number; countOfDay(day: string): Promise<number> };
}

/** What to read of a list: at most so many entries, of those created before the day `until`. */
export interface Wanted {
	limit?: number;
	until?: string;
	pageSize?: number;
	inFlight?: number;
}

/** What was read so far, in the list's order. */
export interface Found<T extends Entry> {
	entries: T[];
	ids: Set<string>;
}

/** Where to read on: an offset among those created before `until`, and how many from there on are known. */
export interface Start {
	offset: number;
	until?: string;
	known: number;
}

/**
 * Reads a list, newest first, each entry once. Entries that come, go or change while it is being read
 * move the others from page to page, and pages that are read at the same time may show the list at
 * different moments. Therefore each page begins with the last entry of the page before it, and where
 * a page does not follow on, reading starts anew from further up. So all entries are found that are
 * there from the beginning to the end.
 *
 * The service gives no totals: the number of pages in flight grows with each full page that arrives,
 * so that a short list is not read far beyond its end. Beyond the window the list is read by days.
 *
 * @throws UserError when one day alone holds more than the window, or the list does not come to rest
 */
export async function readList<T extends Entry>(
	list: List<T>,
	{ limit = Infinity, until, pageSize = PAGE_SIZE, inFlight = IN_FLIGHT }: Wanted = {},
): Promise<T[]> {
	const found: Found<T> = { entries: [], ids: new Set() };
	const end = list.window?.size ?? Infinity;
	let start: Start | undefined = { offset: 0, until, known: 0 };
	let idle = 0;
	while (start && found.entries.length < limit) {
		const before = found.entries.length;
		const pages = pagesFrom(start, { pageSize, end, wanted: limit - before });
		const { broken, ended } = await readPages(list, pages, inFlight, found);
		idle = found.entries.length > before ? 0 : idle + 1;
		if (idle > MAX_IDLE) throw restless();
		if (broken) start = above(broken, (pageSize - 1) * 2 ** idle);
		else if (ended) start = undefined;
		else if (pages.reach < end) start = { offset: pages.reach - 1, until: start.until, known: 1 };
		else start = belowWindow(found.entries, start.until) ?? (await belowDay(found.entries, list));
	}
	return found.entries.slice(0, limit);
}

/** A stretch of a list: pages of which each begins with the last entry of the one before. */
export interface Pages {
	count: number;
	at(index: number): PageQuery;
	/** The offset at which unknown entries begin. */
	unknown: number;
	/** The offset behind the last page. */
	reach: number;
}

/**
 * Divides what is wanted from a place on into pages.
 *
 * @param bounds.end what limit + offset must not exceed
 * @param bounds.wanted entries to read, besides those that are known
 */
export function pagesFrom(
	{ offset, until, known }: Start,
	{ pageSize, end, wanted }: { pageSize: number; end: number; wanted: number },
): Pages {
	const unknown = offset + known;
	const reach = Math.min(unknown + wanted, end);
	const step = pageSize - 1;
	return {
		count: Math.max(1, Math.ceil((reach - offset - 1) / step)),
		at: (index) => {
			const first = offset + index * step;
			return { limit: Math.min(pageSize, reach - first), offset: first, until };
		},
		unknown,
		reach,
	};
}

/**
 * Adds to what was found the entries of a page that are not there yet.
 *
 * @returns whether the page follows on, so that nothing can lie between. It does if it begins at the
 * top, or reaches up to what was found: with an entry that is there, or one newer than the last there
 */
export function join<T extends Entry>(
	found: Found<T>,
	page: readonly T[],
	{ offset }: PageQuery,
): boolean {
	const { entries, ids } = found;
	const known = page.findIndex(({ id }) => ids.has(id));
	const lastTime = timeOf(entries.at(-1));
	if (offset > 0 && known < 0 && !page.some((entry) => timeOf(entry) > lastTime)) return false;
	// What is above a known entry, and not known, has come since.
	for (const entry of page.slice(known + 1)) {
		if (ids.has(entry.id)) continue;
		ids.add(entry.id);
		entries.push(entry);
	}
	return true;
}

/**
 * Where to read on when the window is used up: at the last entry found, counted among those of its day
 * and before. `undefined` when the window holds nothing but this one day.
 *
 * @throws UserError when the list is not in the order that this relies on
 */
export function belowWindow(
	entries: readonly Entry[],
	until: string | undefined,
): Start | undefined {
	const day = lastDay(entries);
	const next = isoDay(Date.parse(day) + DAY);
	if (until !== undefined && next >= until) return undefined;
	return { offset: foundOn(day, entries) - 1, until: next, known: 1 };
}

/** Where to read on below a day that fills the window, if it holds no more than was found. */
async function belowDay<T extends Entry>(
	entries: readonly T[],
	{ window }: List<T>,
): Promise<Start> {
	const day = lastDay(entries);
	const count = (await window?.countOfDay(day)) ?? Infinity;
	if (count <= foundOn(day, entries)) return { offset: 0, until: day, known: 0 };
	throw new UserError(
		`${day} alone has ${count} entries, but Signaturit lists ${window?.size} of a day at most`,
		{
			description:
				'Nothing is left out silently, so nothing is returned. Narrow the list by filters (status, custom data), read the days before and after by Since and Until, or set a limit.',
		},
	);
}

function above({ offset, until }: PageQuery, distance: number): Start {
	const start = Math.max(0, offset - distance);
	return { offset: start, until, known: offset - start + 1 };
}

function foundOn(day: string, entries: readonly Entry[]): number {
	return entries.filter((entry) => isoDay(timeOf(entry)) === day).length;
}

/** The day of the last entry as the service counts it: its dates are in UTC (`+0000`). */
function lastDay(entries: readonly Entry[]): string {
	const [first, last] = [timeOf(entries.at(0)), timeOf(entries.at(-1))];
	if (first >= last) return isoDay(last);
	throw new UserError('The list cannot be read any further: it is not sorted by date', {
		description: 'Narrow it by filters, or set a limit.',
	});
}

/** For a list of which page after page brings nothing new. */
export function restless(): UserError {
	return new UserError('The list keeps changing while it is being read', {
		description: 'Try again later, or narrow it by filters.',
	});
}

/** Milliseconds; `NaN`, which compares with nothing, when there is no date. */
function timeOf(entry: Entry | undefined): number {
	return Date.parse(entry?.created_at ?? '');
}

function isoDay(time: number): string {
	return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

/**
 * Reads the pages of a stretch at once and joins them in order.
 *
 * @returns the page that does not follow on, if there is one, and whether the list's end was reached
 */
async function readPages<T extends Entry>(
	list: List<T>,
	pages: Pages,
	inFlight: number,
	found: Found<T>,
): Promise<{ broken?: PageQuery; ended: boolean }> {
	const arrived: T[][] = [];
	let { count } = pages;
	let full = 0;
	let joined = 0;
	let idle = 0;
	let broken: PageQuery | undefined;
	let ended = false;
	const joinArrived = () => {
		for (let page = arrived[joined]; page && joined < count; page = arrived[++joined]) {
			const query = pages.at(joined);
			const before = found.entries.length;
			if (!join(found, page, query)) {
				broken = query;
				count = joined;
			} else if (page.length < query.limit) {
				ended = true;
				count = joined + 1;
			}
			const expected = query.offset + query.limit > pages.unknown;
			idle = expected && found.entries.length === before ? idle + 1 : 0;
			if (idle > MAX_IDLE) throw restless();
		}
	};
	await forEachBounded(
		() => count,
		() => Math.min(inFlight, 1 + full),
		async (index) => {
			const query = pages.at(index);
			const page = await list.page(query);
			arrived[index] = page;
			if (page.length >= query.limit) full++;
			else count = Math.min(count, index + 1);
			joinArrived();
		},
	);
	return { broken, ended };
}
