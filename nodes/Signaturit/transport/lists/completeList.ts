import {
	PAGE_SIZE,
	type Entry,
	assertEnds,
	idleTimes,
	IN_FLIGHT,
	pageNumber,
	walkPages,
} from './paging';
import { readList, type Counter, type List, type ReadLimits } from './readList';
import { timeOf } from './timeRange';
import { mapBounded } from '../concurrency';

/** How often a list in which entries may be missing is read at most. */
const READINGS = 2;

/** Entries may be missing; `missing` says how many, if the service can count them. */
export interface Gap {
	missing?: number;
}

/** The entries read of a list. There is a `gap` unless the list is proven to be complete. */
export interface CompleteList {
	entries: Entry[];
	gap?: Gap;
}

/**
 * Reads a list as `readList` does, and throws as it does. If all of it is wanted, it is read once more when entries may
 * be missing. A list that is longer than a page is compared with the count of the service, if it has one. A lower count
 * proves nothing missing: entries may have gone since.
 */
export async function readCompleteList(list: List, limits: ReadLimits = {}): Promise<CompleteList> {
	const { limit = Infinity, keep = () => true, pageSize = PAGE_SIZE } = limits;
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
		const { counted, newest } = await count(list, list.counter, limits);
		known = union(known, newest);
		const isProven = isComplete && counted <= union(entries, newest).length;
		gap = isProven ? undefined : { missing: Math.max(0, counted - known.length) || undefined };
	}
	return { entries: known.filter(keep), gap };
}

/** Counts the list, and reads its newest page too: entries that have come since would look missing. */
async function count(
	list: List,
	counter: Counter,
	{ since, until, pageSize = PAGE_SIZE }: ReadLimits,
) {
	const days = { since, until };
	const [counted, newest] = await Promise.all([
		counter.count(days),
		list.page({ ...days, limit: pageSize, offset: 0 }),
	]);
	return { counted, newest };
}

/** The gap of a list that was read in parts; `undefined` if none has one. */
export function gapOf(parts: readonly { gap?: Gap }[]): Gap | undefined {
	const gaps = parts.flatMap(({ gap }) => (gap ? [gap] : []));
	if (gaps.length === 0) return undefined;
	const missing = gaps.reduce((sum, gap) => sum + (gap.missing ?? 0), 0);
	return { missing: missing || undefined };
}

/** The entries of both, newest first, each once. Within a second, the entries of `first` come first. */
export function union(first: Entry[], second: readonly Entry[]): Entry[] {
	const ids = new Set(first.map(({ id }) => id));
	const unknown = second.filter(({ id }) => !ids.has(id));
	if (unknown.length === 0) return first;
	return [...first, ...unknown].sort((a, b) => timeOf(b) - timeOf(a) || 0);
}

/** How often a list whose entries moved is read again. */
const MAX_READINGS = 5;

/** A page of a list that is read by page numbers, with the list's total where the service gives one. */
export interface NumberedPage {
	entries: Entry[];
	total?: number;
}

type ReadPage = (number: number) => Promise<NumberedPage>;

interface NumberedLimits extends Pick<ReadLimits, 'limit' | 'keep' | 'inFlight'> {
	pageSize: number;
	/** The page to begin with; the first one is 1. */
	first?: number;
}

/**
 * Reads a list by page numbers, newest first, each entry once, until a page is not full. Numbered pages cannot overlap
 * as those of `readList`, so an entry can move past the reading. A list that is wanted whole and is longer than a page is
 * read again until that cannot have happened: as many entries are known as the total says, and the total has not become
 * smaller meanwhile. Without totals, it is read again until no entry has come twice.
 *
 * @throws UserError when further pages bring nothing new, or far more than the total
 */
export async function readNumberedList(
	page: ReadPage,
	limits: NumberedLimits,
): Promise<CompleteList> {
	const { limit = Infinity, keep = () => true, pageSize, first = 1 } = limits;
	let reading = await readOnce(page, limits);
	let { entries } = reading;
	const result = (gap?: Gap) => ({ entries: entries.filter(keep).slice(0, limit), gap });
	if (Number.isFinite(limit) || entries.length < pageSize) return result();

	for (let times = 0; ; times++) {
		const missing = (reading.total ?? 0) - (first - 1) * pageSize - entries.length;
		if (!reading.hasMoved && missing <= 0) return result();
		if (times === MAX_READINGS) return result(missing > 0 ? { missing } : {});
		// Entries that only came since are on the first page.
		const isGrown = times === 0 && !reading.hasMoved;
		reading = isGrown ? { ...(await page(first)), hasMoved: false } : await readOnce(page, limits);
		entries = union(entries, reading.entries);
	}
}

/**
 * Walks through the list once. Pages that the first total promises are read ahead; the total given is the last one.
 * `hasMoved`: entries may have moved past the reading, because the total became smaller, or, without totals, because
 * some came twice.
 */
async function readOnce(
	page: ReadPage,
	{ pageSize, limit = Infinity, keep, inFlight = IN_FLIGHT, first = 1 }: NumberedLimits,
): Promise<NumberedPage & { hasMoved: boolean }> {
	let latest = await page(first);
	const known = (latest.total ?? 0) - (first - 1) * pageSize;
	const following = Math.ceil(Math.min(limit, known) / pageSize) - 1;
	const ahead = [
		latest,
		...(await mapBounded(following, inFlight, async (index) => await page(first + 1 + index))),
	];
	let hasMoved = false;
	const walk = { most: Infinity, from: { offset: (first - 1) * pageSize }, pageSize };
	const pages = walkPages(async (query) => {
		const number = pageNumber(query);
		const before = latest.total ?? 0;
		const early = ahead[number - first];
		// If it was read before an entry was added, another one may have moved from it to the page before, read later.
		const isCurrent = early && (early.total ?? 0) >= before;
		latest = isCurrent ? early : await page(number);
		hasMoved ||= (latest.total ?? before) < before;
		return latest.entries;
	}, walk);
	const found = new Map<string, Entry>();
	let kept = 0;
	let idle = 0;
	for await (const { entries, next } of pages) {
		const fresh = entries.filter(({ id }) => !found.has(id));
		hasMoved ||= latest.total === undefined && fresh.length < entries.length;
		for (const entry of fresh) found.set(entry.id, entry);
		kept += (keep ? fresh.filter(keep) : fresh).length;
		if (!next || kept >= limit) break;
		assertEnds(found.size, latest.total);
		idle = idleTimes(idle, fresh.length > 0);
	}
	return { entries: [...found.values()], total: latest.total, hasMoved };
}
