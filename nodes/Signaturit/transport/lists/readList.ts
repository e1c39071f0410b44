import { UserError } from 'n8n-workflow';
import { forEachBounded } from '../concurrency';
import {
	above,
	belowWindow,
	foundOn,
	join,
	lastDay,
	MAX_IDLE,
	PAGE_SIZE,
	pagesFrom,
	restless,
	type Entry,
	type Found,
	type PageQuery,
	type Pages,
	type Start,
} from './paging';

/** Pages that are read at once: enough to hide the service's delays, and few enough not to be a burden. */
export const IN_FLIGHT = 16;

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
