import { mapBounded } from '../concurrency';
import { listNeverSettles, MAX_IDLE, type Entry } from './paging';
import { IN_FLIGHT } from './readList';

/** A page of a list that is read by page numbers, with the list's total where the service gives one. */
export interface NumberedPage<T extends Entry> {
	entries: T[];
	total?: number;
}

/** How much to read. A page with fewer than `pageSize` entries ends the list. */
export interface NumberedLimits {
	pageSize: number;
	limit?: number;
	inFlight?: number;
	/** The page to begin with; the first one is 1. */
	first?: number;
}

/**
 * Reads a list by page numbers, newest first, each entry once. Numbered pages cannot overlap, so an entry
 * that is added meanwhile could move another one from a page that is not read yet to a page that is. The
 * total shows this: a page is read again if the total was smaller than at the page before it. Without
 * totals, pages are read one after the other.
 *
 * @param page reads one page
 * @throws UserError when further pages bring nothing new
 */
export async function readNumberedList<T extends Entry>(
	page: (number: number) => Promise<NumberedPage<T>>,
	{ pageSize, limit = Infinity, inFlight = IN_FLIGHT, first = 1 }: NumberedLimits,
): Promise<T[]> {
	const found = new Map<string, T>();
	let answer = await page(first);
	const known = (answer.total ?? 0) - (first - 1) * pageSize;
	const ahead = await mapBounded(
		Math.max(0, Math.ceil(Math.min(limit, known) / pageSize) - 1),
		inFlight,
		async (index) => await page(first + 1 + index),
	);
	let idle = 0;
	for (let index = 0; ; index++) {
		const before = found.size;
		for (const entry of answer.entries) found.set(entry.id, entry);
		if (answer.entries.length < pageSize || found.size >= limit) break;
		idle = found.size > before ? 0 : idle + 1;
		if (idle > MAX_IDLE) throw listNeverSettles();
		const next = ahead[index];
		answer =
			next && (next.total ?? 0) >= (answer.total ?? 0) ? next : await page(first + 1 + index);
	}
	return [...found.values()].slice(0, limit);
}
