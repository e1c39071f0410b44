import { PAGE_SIZE, type Entry } from './paging';
import { readList, type Counter, type List, type ReadLimits } from './readList';
import { timeOf } from './timeRange';

/** How often a list is read at most in which entries may be missing. */
const READINGS = 2;

/** Entries may be missing; `missing` says how many, if the service can count them. */
export interface Gap {
	missing?: number;
}

/** What was read of a list. It has a `gap` unless it is proven to be complete. */
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

/** Counts the list, and reads its newest page besides: what has come since would look missing. */
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

/** The entries of both, newest first, each once. Within a second, those of `first` come first. */
export function union(first: Entry[], second: readonly Entry[]): Entry[] {
	const ids = new Set(first.map(({ id }) => id));
	const others = second.filter(({ id }) => !ids.has(id));
	if (others.length === 0) return first;
	return [...first, ...others].sort((a, b) => timeOf(b) - timeOf(a) || 0);
}
