import { PAGE_SIZE, type Entry } from './paging';
import { readList, type List, type ReadLimits } from './readList';
import { timeOf } from './timeRange';

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
 * Reads a list as `readList` does, and throws as it does. One that is wanted whole is read once more if entries may be
 * missing: if the service counts more, or, where it cannot count, if the pages did not follow on. Lists of less than a
 * page are not counted. A lower count proves nothing missing: entries may have gone since.
 */
export async function readCompleteList(list: List, limits: ReadLimits = {}): Promise<CompleteList> {
	const { limit = Infinity, keep = () => true, pageSize = PAGE_SIZE, since, until } = limits;
	if (limit < Infinity) {
		const { entries, isComplete } = await readList(list, limits);
		return { entries, gap: isComplete ? undefined : {} };
	}
	let entries: Entry[] = [];
	let gap: Gap | undefined;
	for (let readings = 0; readings === 0 || (gap && readings < 2); readings++) {
		const reading = await readList(list, { ...limits, keep: undefined });
		entries = union(entries, reading.entries);
		gap = reading.isComplete ? undefined : {};
		if (!list.counter || entries.length < pageSize) continue;
		const [counted, newest] = await Promise.all([
			list.counter.count({ since, until }),
			list.page({ since, until, limit: pageSize, offset: 0 }),
		]);
		// What has come since would look missing.
		entries = union(entries, newest);
		const missing = counted - entries.length;
		gap = missing > 0 ? { missing } : undefined;
	}
	return { entries: entries.filter(keep), gap };
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
