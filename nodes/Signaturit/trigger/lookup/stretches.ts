import { PAGE_SIZE } from '../../transport/lists/paging';

/** How many entries a page shares with what is known beside it, in case entries come or go meanwhile. */
const OVERLAP = 10;

/**
 * Entries that follow one another in a list, newest first. Times are in milliseconds since 1970. What has
 * no date bounds nothing: its newest time is `-Infinity` and its oldest `Infinity`.
 */
export interface Stretch {
	/** Offset of the first entry. */
	top: number;
	/** Offset behind the last entry. */
	bottom: number;
	newest: number;
	oldest: number;
	ids: ReadonlySet<string>;
}

/** What is not read yet between two stretches. */
export interface Gap {
	above: Stretch;
	below: Stretch;
}

/** When something was created: about `near`, certainly from `from` to `to`. */
export interface Moments {
	from: number;
	near: number;
	to: number;
}

/** A place in a list before its begin or behind its end. */
export function edge(offset: number, time: number): Stretch {
	return { top: offset, bottom: offset, newest: time, oldest: time, ids: new Set() };
}

/** Puts a stretch among the others, which are in the list's order. Stretches that share an entry become one. */
export function withStretch(stretches: readonly Stretch[], added: Stretch): Stretch[] {
	return [...stretches, added]
		.sort((a, b) => a.top - b.top || b.newest - a.newest)
		.reduce<Stretch[]>((merged, next) => {
			const last = merged.at(-1);
			if (last && isJoined(last, next)) merged[merged.length - 1] = joined(last, next);
			else merged.push(next);
			return merged;
		}, []);
}

/** The gap that is nearest to the moment, among those that may hold it; `undefined` if none may. */
export function nearestGap(stretches: readonly Stretch[], moments: Moments): Gap | undefined {
	const { from, near, to } = moments;
	const distance = ({ above, below }: Gap) => Math.max(near - above.oldest, below.newest - near, 0);
	return stretches
		.slice(1)
		.map((below, index) => ({ above: stretches[index] as Stretch, below }))
		.filter(({ above, below }) => !(below.newest > to) && !(above.oldest < from))
		.sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * Where to read in a gap: at its end if the moment is there, or if nothing is known of what is below; else
 * in its middle, or where the moment would be if the entries were spread evenly.
 *
 * @returns the offset of the page
 */
export function placeIn({ above, below }: Gap, near: number, spreadEvenly: boolean): number {
	const first = Math.max(0, above.bottom - OVERLAP);
	const last = below.top + OVERLAP - PAGE_SIZE;
	if (last <= first || near > above.oldest) return first;
	if (near <= below.newest || below.newest === -Infinity) return last;
	const share = (above.oldest - near) / (above.oldest - below.newest);
	const part = spreadEvenly && Number.isFinite(share) ? share : 1 / 2;
	const place = above.bottom + Math.round(part * (below.top - above.bottom)) - PAGE_SIZE / 2;
	return Math.min(Math.max(place, first), last);
}

function isJoined(upper: Stretch, lower: Stretch): boolean {
	if (upper.newest === Infinity && lower.top === 0) return true;
	return [...lower.ids].some((id) => upper.ids.has(id));
}

function joined(upper: Stretch, lower: Stretch): Stretch {
	return {
		top: upper.top,
		bottom: Math.max(upper.bottom, lower.bottom),
		newest: Math.max(upper.newest, lower.newest),
		oldest: Math.min(upper.oldest, lower.oldest),
		ids: new Set([...upper.ids, ...lower.ids]),
	};
}
