import { PAGE_SIZE } from '../../transport/lists/paging';
import { edge, nearestGap, placeIn, withStretch, type Moments, type Stretch } from './stretches';

/** Most requests of one search. Halving a list of 20,000 entries takes eight pages. */
const MAX_CALLS = 12;

/** The end of a list that was not counted yet. */
const UNKNOWN_END = edge(Infinity, -Infinity);

/** An entry of a list that is searched. */
interface Entry {
	id: string;
	/** In milliseconds since 1970; `NaN` without a date. */
	time: number;
}

/** A page of a list. */
export interface SearchedPage<T extends Entry> {
	entries: T[];
	/** How many entries there were before those that cannot be read were left out. */
	size: number;
}

/** A list, newest first, that begins or ends with certain days; each call is a request to the service. */
export interface SearchedList<T extends Entry> {
	/** `PAGE_SIZE` entries from an offset on. */
	page(offset: number): Promise<SearchedPage<T>>;
	/** How many entries there are. */
	count(): Promise<number>;
	/** How many of them are newer than the days of the search, and when these days end; absent if none are. */
	countAbove?(): Promise<{ count: number; time: number }>;
	/** What offset + limit must not exceed. */
	reach: number;
	/** Whether what is searched is likely to be on the first page. */
	topFirst: boolean;
}

/**
 * Finds an entry by the time of its creation in a list that is too long to be walked: reads where it is
 * likely to be, and then halves what is left by the dates of the entries. Between two answers entries may
 * come or go, and entries of one second may change places (docs/service.md#paging), so only pages that
 * share entries count as read without a gap.
 *
 * @returns `none` when all entries of that time were read and it is not among them; `undecided` when that
 * would take too many requests
 * @throws what the list's requests throw
 */
export async function searchList<T extends Entry>(
	list: SearchedList<T>,
	moments: Moments,
	isWanted: (entry: T) => boolean,
): Promise<T | 'none' | 'undecided'> {
	const { near } = moments;
	const begin = edge(0, Infinity);
	let end: Stretch | undefined;
	let hint: Stretch | undefined;
	let stretches = [begin];
	let guesses = 0;

	for (let calls = 0; calls < MAX_CALLS; calls++) {
		const gap = nearestGap([...stretches, end ?? UNKNOWN_END], moments);
		if (!gap) return 'none';
		const isTop = gap.above === begin;
		const isFirst = isTop && list.topFirst;
		if (gap.below === UNKNOWN_END && !isFirst && near <= gap.above.oldest) {
			end = edge(Math.min(await list.count(), list.reach - PAGE_SIZE), -Infinity);
			continue;
		}
		if (isTop && gap.below !== UNKNOWN_END && gap.below !== end && !hint && list.countAbove) {
			const { count, time } = await list.countAbove();
			hint = edge(count, time);
			continue;
		}
		const known = isTop && hint && hint.top < gap.below.top ? { ...gap, above: hint } : gap;
		if (Number.isFinite(known.above.oldest - known.below.newest)) guesses++;
		const offset = isFirst ? 0 : placeIn(known, near, guesses % 2 === 1);
		if (offset + PAGE_SIZE > list.reach) return 'undecided';
		const page = await list.page(offset);
		const found = page.entries.find(isWanted);
		if (found) return found;
		stretches = withStretch(stretches, stretchOf(page, offset));
	}
	return 'undecided';
}

function stretchOf({ entries, size }: SearchedPage<Entry>, offset: number): Stretch {
	const times = entries.map(({ time }) => time).filter(Number.isFinite);
	return {
		top: offset,
		bottom: offset + size,
		newest: Math.max(...times),
		// Nothing comes after a page that is not full.
		oldest: size < PAGE_SIZE ? -Infinity : Math.min(...times),
		ids: new Set(entries.map(({ id }) => id)),
	};
}
