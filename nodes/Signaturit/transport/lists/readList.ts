// Reads every page of a list, and tells where entries may be missing.

import { inOrder } from '../concurrency';
import {
	addPage,
	assertEnds,
	idleTimes,
	IN_FLIGHT,
	lastDay,
	lastSecond,
	MAX_SURPLUS,
	PAGE_SIZE,
	pagesFrom,
	seamOf,
	startBelow,
	union,
	type Entry,
	type Found,
	type PageQuery,
	type Pages,
	type Start,
} from './paging';
import { dayAfter, dayOf, type DayRange } from './timeRange';
import { Refusal } from '../errors/refusal';

/** How many entries two pages share at first, as a part of the page. More if many entries are of one second. */
const OVERLAP = 1 / 10;
const MAX_OVERLAP = 1 / 2;

/** How often a page with a possible gap above it is read again, from further up, before it is accepted. */
const MAX_REREADS = 2;

/** A list that is read by `limit` and `offset`, newest first. */
export interface List {
	page(query: PageQuery): Promise<Entry[]>;
	/** Absent if the service cannot count the list by its filters. */
	counter?: Counter;
}

export interface Counter {
	count(days: DayRange): Promise<number>;
	/** How far limit + offset may reach. Only lists that can be filtered by `until` have such a window. */
	window?: number;
}

/** The limits of a list reading: at most `limit` entries that `keep` accepts; all entries by default. */
export interface ReadLimits extends DayRange {
	limit?: number;
	keep?: (entry: Entry) => boolean;
	pageSize?: number;
	inFlight?: number;
}

/** Entries may be missing; `missing` says how many, if the service can count them. */
export interface Gap {
	missing?: number;
}

/** The entries read of a list. There is a `gap` unless the list is proven to be complete. */
export interface CompleteList {
	entries: Entry[];
	gap?: Gap;
}

/** How often a list in which entries may be missing is read at most. */
const READINGS = 2;

/**
 * Reads a list as `readList` does, and throws as it does. If all of it is wanted, it is read once more when entries may
 * be missing. A list that is longer than a page is compared with the count of the service, if it has one. A lower count
 * proves nothing missing: entries may have gone since.
 */
export async function readCompleteList(list: List, limits: ReadLimits = {}): Promise<CompleteList> {
	const { limit = Infinity, keep = () => true, since, until, pageSize = PAGE_SIZE } = limits;
	if (limit !== Infinity) {
		const { entries, isComplete } = await readList(list, limits);
		return { entries, gap: isComplete ? undefined : {} };
	}
	let known: Entry[] = [];
	let gap: Gap | undefined = {};
	for (let readings = 0; gap && readings < READINGS; readings++) {
		const { entries, isComplete } = await readList(list, { ...limits, keep: undefined });
		known = union(known, entries);
		gap = isComplete ? undefined : {};
		if (!list.counter || entries.length < pageSize) continue;
		// Entries that have come since would look missing, so the newest page is read too.
		const [counted, newest] = await Promise.all([
			list.counter.count({ since, until }),
			list.page({ since, until, limit: pageSize, offset: 0 }),
		]);
		known = union(known, newest);
		const isProven = isComplete && counted <= union(entries, newest).length;
		gap = isProven ? undefined : { missing: Math.max(0, counted - known.length) || undefined };
	}
	return { entries: known.filter(keep), gap };
}

/** The gap of a list that was read in parts; `undefined` if none has one. */
export function gapOf(parts: readonly { gap?: Gap }[]): Gap | undefined {
	const gaps = parts.flatMap(({ gap }) => (gap ? [gap] : []));
	if (gaps.length === 0) return undefined;
	const missing = gaps.reduce((sum, gap) => sum + (gap.missing ?? 0), 0);
	return { missing: missing || undefined };
}

interface State extends Found, DayRange {
	list: List;
	pageSize: number;
	inFlight: number;
	/** How many entries two pages share. */
	overlap: number;
	/** How many plans in a row have brought nothing new. */
	idle: number;
	isComplete: boolean;
	/** How many entries are known when the list is counted next. */
	countAt: number;
}

/**
 * Reads a list, newest first, each entry once. Entries may move from page to page meanwhile: others come or go, those of
 * one second change places, and pages in flight show different moments. So pages overlap, and each must begin before the
 * last second of the page before it; otherwise reading starts again from further up. This finds all entries that exist
 * during the whole reading, unless a second has more entries than a page: such a reading is not complete.
 *
 * The service gives no totals, so pages in flight become more with each full page that arrives: a short list is not read
 * far beyond its end. Beyond the window the list is read by days.
 *
 * @returns `isComplete`: whether no entry can be missing, provided that the list is sorted by date
 * @throws UserError when one day alone has more entries than the window, or the list keeps changing
 */
export async function readList(
	list: List,
	limits: ReadLimits = {},
): Promise<{ entries: Entry[]; isComplete: boolean }> {
	const { limit = Infinity, keep, since, until } = limits;
	const { pageSize = PAGE_SIZE, inFlight = IN_FLIGHT } = limits;
	const entries: Entry[] = [];
	const settings = { list, since, until, pageSize, inFlight };
	const state: State = {
		...settings,
		entries,
		indexById: new Map(),
		overlap: overlapOf(pageSize, OVERLAP),
		idle: 0,
		isComplete: true,
		countAt: MAX_SURPLUS,
	};
	const kept = () => (keep ? entries.filter(keep) : entries);
	const left = () => limit - kept().length;
	const end = list.counter?.window ?? Infinity;
	let start: Start | undefined = { from: 0, above: 0, until };
	for (let plan = 0; start; plan++) {
		const before = entries.length;
		// Nobody knows how many entries will be kept, so whole pages are read, more and more at once.
		// New entries push known ones onto the next page, so more is read when a page brought nothing new.
		const wanted = keep ? Math.max(left(), pageSize) * 2 ** plan : left() * 2 ** state.idle;
		const { overlap } = state;
		const pages = pagesFrom(start, before, { pageSize, overlap, end, wanted });
		const next = await readPages(state, pages);
		state.idle = idleTimes(state.idle, entries.length > before);
		if (next === 'gap') start = startAgain(state, start);
		else if (next === 'end' || left() <= 0) start = undefined;
		else if (pages.reach < end) start = startBelow(entries, start, state.overlap);
		else start = await startInNextWindow(state, start);
	}
	return { entries: kept().slice(0, limit), isComplete: state.isComplete };
}

/** Where to read again after a page that does not follow on: the further up, the more often. */
function startAgain(state: State, start: Start): Start {
	const { entries, pageSize, idle } = state;
	const widest = overlapOf(pageSize, MAX_OVERLAP);
	state.overlap = Math.min(widest, Math.max(2 * state.overlap, lastSecond(entries) + 1));
	if (idle === 0) return startBelow(entries, start, state.overlap);
	return { ...start, from: Math.max(start.above, entries.length - pageSize * 2 ** idle) };
}

/** Where to read on behind the window: in the list that begins with the last day, or below a day that fills it. */
async function startInNextWindow(state: State, { until }: Start): Promise<Start> {
	const { list, entries, overlap } = state;
	const day = lastDay(entries);
	const next = dayAfter(day);
	const known = entries.filter((entry) => dayOf(entry) === day).length;
	if (until === undefined || next < until) {
		return startBelow(entries, { above: entries.length - known, until: next }, overlap);
	}
	const { count, window } = list.counter ?? {};
	const onDay = (await count?.({ since: day, until: next })) ?? Infinity;
	const above = entries.length;
	if (onDay <= known) return { from: above, above, until: day };
	throw new Refusal(
		`${day} alone has ${onDay} entries, but Signaturit lists ${window} of a day at most`,
		'model',
		{
			facts:
				'Nothing is returned, as the list would not be complete. Narrow it by filters (status, custom data), read other days by Since and Until, or set a limit.',
		},
	);
}

/** Reads pages ahead and joins them in order, up to one that does not follow on, or the list's end. */
async function readPages(state: State, pages: Pages): Promise<'gap' | 'end' | 'more'> {
	const { list, since, entries } = state;
	const bounds = { count: pages.count, width: 1 };
	const readPage = async (index: number) => {
		const query = pages.at(index);
		if (entries.length >= state.countAt) {
			const counted = await list.counter?.count({ since, until: state.until });
			state.countAt = assertEnds(entries.length, counted) + 1;
		}
		const page = await list.page({ ...query, since });
		const isFull = page.length >= query.limit;
		if (isFull) bounds.width = Math.min(state.inFlight, bounds.width + 1);
		else bounds.count = Math.min(bounds.count, index + 1);
		return { query, page, isFull };
	};
	let idle = 0;
	for await (const { query, page, isFull } of inOrder(bounds, readPage)) {
		const before = entries.length;
		const seam = seamOf(state, page, query);
		// From further up, the page may follow on without a gap.
		const isReadAgain = state.idle < MAX_REREADS && lastSecond(entries) < state.pageSize - 1;
		const hasGap = seam === 'gap' || (seam === 'possibleGap' && isReadAgain);
		if (!hasGap) {
			state.isComplete &&= seam === 'complete';
			addPage(state, page);
		}
		const isRepeated = query.offset + query.limit <= pages.unknown;
		idle = idleTimes(idle, isRepeated || entries.length > before);
		if (hasGap) return 'gap';
		if (!isFull) return 'end';
	}
	return 'more';
}

/** A part of the page, at least two entries: the last one, and one of the second before it. */
function overlapOf(pageSize: number, part: number): number {
	return Math.min(pageSize - 1, Math.max(2, Math.floor(pageSize * part)));
}
