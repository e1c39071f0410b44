import { PAGE_SIZE, type PageQuery } from '../../transport/lists/paging';
import { dayAfter, timeOf, utcDay, type Dated } from '../../transport/lists/timeRange';

/** How many entries two pages share, so that none is missed when others come or go. */
const OVERLAP = 10;

/** Where a reading that goes round a list, some pages at a time, goes on. */
export interface Place {
	offset: number;
	/** Only what was created before this day, `YYYY-MM-DD`. */
	until?: string;
}

const START: Place = { offset: PAGE_SIZE - OVERLAP };

/**
 * Reads the newest page of a list and some more, one after the other, on from where the last reading
 * stopped. After the list's end it begins again.
 *
 * @param limits.pages how many pages to read at most
 * @param limits.window what limit + offset must not exceed
 * @returns the entries, and where to go on; `undefined` when everything has been read
 */
export async function goRound<T extends Dated>(
	read: (query: PageQuery) => Promise<T[]>,
	{ pages, window }: { pages: number; window: number },
	from: Place = START,
): Promise<{ entries: T[]; next?: Place }> {
	const page = async (place: Place) => await read({ limit: PAGE_SIZE, ...place });
	const entries = await page({ offset: 0 });
	if (entries.length < PAGE_SIZE) return { entries };
	let place: Place | undefined = from;
	for (let count = 1; count < pages && place; count++) {
		const more = await page(place);
		entries.push(...more);
		place = more.length < PAGE_SIZE ? undefined : placeAfter(place, more, window);
	}
	return { entries, next: place };
}

/** Beyond the window, the list goes on with the days before. */
function placeAfter(place: Place, page: readonly Dated[], window: number): Place | undefined {
	const offset = place.offset + PAGE_SIZE - OVERLAP;
	if (offset + PAGE_SIZE <= window) return { ...place, offset };
	const oldest = timeOf(page.at(-1));
	if (Number.isNaN(oldest)) return undefined;
	const until = dayAfter(utcDay(oldest));
	return { offset: 0, until: until === place.until ? utcDay(oldest) : until };
}
