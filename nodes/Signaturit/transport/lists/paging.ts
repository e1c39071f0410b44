import { UserError } from 'n8n-workflow';

/** Most entries a page holds (docs/service.md#page-sizes). */
export const PAGE_SIZE = 100;

/** How far the list of signature requests reaches: limit + offset (docs/service.md#page-sizes). */
export const WINDOW = 10_000;

/** How many times in a row reading may bring nothing new before it gives up. */
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

/** The entries read so far, in the list's order. */
export interface Found<T extends Entry> {
	entries: T[];
	ids: Set<string>;
}

/** Where to read on: an offset among entries created before `until`; from there, `known` entries are known. */
export interface Start {
	offset: number;
	until?: string;
	known: number;
}

/** A part of a list as pages. Each page begins with the last entry of the page before it. */
export interface Pages {
	count: number;
	at(index: number): PageQuery;
	/** The offset at which unknown entries begin. */
	unknown: number;
	/** The offset behind the last page. */
	reach: number;
}

/**
 * Divides the entries to read from `start` on into pages.
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
 * Adds the unknown entries of a page to those found.
 *
 * @returns whether the page follows on, so that no entry can lie between. It follows on if it begins at
 * the top, has a known entry, or has an entry newer than the last known one
 */
export function mergePage<T extends Entry>(
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
 * Where to read on when the window is used up: at the last entry found, as an offset among the entries of
 * its day and before. `undefined` if all entries in the window are of this one day.
 *
 * @throws UserError when the list is not sorted by date
 */
export function startBelowWindow(
	entries: readonly Entry[],
	until: string | undefined,
): Start | undefined {
	const day = lastDay(entries);
	const next = dayAfter(day);
	if (until !== undefined && next >= until) return undefined;
	return { offset: countOnDay(day, entries) - 1, until: next, known: 1 };
}

/** Where to read on after a page that does not follow on: `distance` entries before it. */
export function startAbove({ offset, until }: PageQuery, distance: number): Start {
	const start = Math.max(0, offset - distance);
	return { offset: start, until, known: offset - start + 1 };
}

/** The next day, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
	return isoDay(Date.parse(day) + DAY);
}

/** How many of the entries were created on this day (UTC). */
export function countOnDay(day: string, entries: readonly Entry[]): number {
	const begin = Date.parse(day);
	return entries.filter((entry) => {
		const sinceBegin = timeOf(entry) - begin;
		return sinceBegin >= 0 && sinceBegin < DAY;
	}).length;
}

/**
 * The day of the last entry as the service counts it: its dates are in UTC (`+0000`).
 *
 * @throws UserError when the list is not sorted by date, or has no dates
 */
export function lastDay(entries: readonly Entry[]): string {
	const [first, last] = [timeOf(entries.at(0)), timeOf(entries.at(-1))];
	if (first >= last) return isoDay(last);
	throw new UserError('The list cannot be read any further: it is not sorted by date', {
		description: 'Narrow it by filters, or set a limit.',
	});
}

/** The error for a list whose pages bring nothing new. */
export function listNeverSettles(): UserError {
	return new UserError('The list keeps changing while it is being read', {
		description: 'Try again later, or narrow it by filters.',
	});
}

/** The time of an entry in milliseconds; `NaN`, which no comparison accepts, without a date. */
function timeOf(entry: Entry | undefined): number {
	return new Date(entry?.created_at ?? NaN).getTime();
}

function isoDay(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
