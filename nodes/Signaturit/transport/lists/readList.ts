import { UserError } from 'n8n-workflow';
import { forEachBounded } from '../concurrency';
import {
	countOnDay,
	lastDay,
	listNeverSettles,
	MAX_IDLE,
	mergePage,
	PAGE_SIZE,
	pagesFrom,
	startAbove,
	startBelowWindow,
	type Entry,
	type Found,
	type PageQuery,
	type Pages,
	type Start,
} from './paging';

/** Pages that are read at once: enough to hide the service's delays, few enough not to burden it. */
export const IN_FLIGHT = 16;

/** How far limit + offset may reach, and how to learn what a day (`YYYY-MM-DD`) holds in all. */
interface Window {
	size: number;
	countOfDay(day: string): Promise<number>;
}

/** A list that is read by `limit` and `offset`, newest first. */
export interface List<T extends Entry> {
	page(query: PageQuery): Promise<T[]>;
	/** Absent if the list can be read to its end. */
	window?: Window;
}

/** What to read of a list: at most `limit` entries that were created before the day `until`. */
export interface ReadLimits {
	limit?: number;
	until?: string;
	pageSize?: number;
	inFlight?: number;
}

/**
 * Reads a list, newest first, each entry once. Entries that come, go or change meanwhile move others from
 * page to page, and pages that are read at the same time may show the list at different moments. So each
 * page begins with the last entry of the page before it. Where a page does not follow on, reading starts
 * again from further up. This finds all entries that exist during the whole reading.
 *
 * The service gives no totals: the number of pages in flight grows with each full page that arrives,
 * so that a short list is not read far beyond its end. Beyond the window the list is read by days.
 *
 * @throws UserError when one day alone has more entries than the window, or the list keeps changing
 */
export async function readList<T extends Entry>(
	list: List<T>,
	{ limit = Infinity, until, pageSize = PAGE_SIZE, inFlight = IN_FLIGHT }: ReadLimits = {},
): Promise<T[]> {
	const found: Found<T> = { entries: [], ids: new Set() };
	const { window } = list;
	const end = window?.size ?? Infinity;
	let start: Start | undefined = { offset: 0, until, known: 0 };
	let idle = 0;
	while (start && found.entries.length < limit) {
		const before = found.entries.length;
		const pages = pagesFrom(start, { pageSize, end, wanted: limit - before });
		const { broken, ended } = await readPages(list, pages, inFlight, found);
		idle = found.entries.length > before ? 0 : idle + 1;
		if (idle > MAX_IDLE) throw listNeverSettles();
		if (broken) start = startAbove(broken, (pageSize - 1) * 2 ** idle);
		else if (ended) start = undefined;
		else if (!window || pages.reach < window.size)
			start = { offset: pages.reach - 1, until: start.until, known: 1 };
		else
			start =
				startBelowWindow(found.entries, start.until) ??
				(await startBelowDay(found.entries, window));
	}
	return found.entries.slice(0, limit);
}

/** Where to read on before a day that fills the window, if all entries of that day were found. */
async function startBelowDay(entries: readonly Entry[], window: Window): Promise<Start> {
	const day = lastDay(entries);
	const count = await window.countOfDay(day);
	if (count <= countOnDay(day, entries)) return { offset: 0, until: day, known: 0 };
	throw new UserError(
		`${day} alone has ${count} entries, but Signaturit lists ${window.size} of a day at most`,
		{
			description:
				'Nothing is left out silently, so nothing is returned. Narrow the list by filters (status, custom data), read the days before and after by Since and Until, or set a limit.',
		},
	);
}

/**
 * Reads pages concurrently and merges them in order.
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
			if (!mergePage(found, page, query)) {
				broken = query;
				count = joined;
			} else if (page.length < query.limit) {
				ended = true;
			}
			const expected = query.offset + query.limit > pages.unknown;
			idle = expected && found.entries.length === before ? idle + 1 : 0;
			if (idle > MAX_IDLE) throw listNeverSettles();
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
