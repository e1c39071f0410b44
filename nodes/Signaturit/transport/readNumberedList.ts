import { mapBounded } from '../bounded';
import { MAX_IDLE, restless, type Entry } from './paging';
import { IN_FLIGHT } from './readList';

/** A page of a list that is read by page numbers, with the list's total where the service gives one. */
export interface NumberedPage<T extends Entry> {
	entries: T[];
	total?: number;
}

/**
 * Reads a list by page numbers from 1 on, newest first, each entry once. Page numbers cannot overlap
 * as offsets can, so what comes while pages are read at once could push entries from a page not read
 * yet to one already read. The total tells: a page that was read when the list was shorter than at the
 * page before it is read again. Without totals, pages are read one after the other.
 *
 * @param page reads one page; the number counts from 1
 * @param pageSize entries of a full page; a shorter one ends the list
 * @throws UserError when page after page brings nothing new
 */
export async function readNumberedList<T extends Entry>(
	page: (number: number) => Promise<NumberedPage<T>>,
	pageSize: number,
	limit = Infinity,
): Promise<T[]> {
	const found = new Map<string, T>();
	let answer = await page(1);
	const ahead = await mapBounded(
		Math.max(0, Math.ceil(Math.min(limit, answer.total ?? 0) / pageSize) - 1),
		IN_FLIGHT,
		async (index) => await page(index + 2),
	);
	let idle = 0;
	for (let number = 2; ; number++) {
		const known = found.size;
		for (const entry of answer.entries) found.set(entry.id, entry);
		if (answer.entries.length < pageSize || found.size >= limit) break;
		idle = found.size > known ? 0 : idle + 1;
		if (idle > MAX_IDLE) throw restless();
		const next = ahead[number - 2];
		answer = next && (next.total ?? 0) >= (answer.total ?? 0) ? next : await page(number);
	}
	return [...found.values()].slice(0, limit);
}
