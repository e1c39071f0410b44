import { mapBounded } from '../concurrency';
import type { ServicePath } from '../endpoints';
import type { CallContext } from '../request';
import { allDoubts, readCompleteList, type CompleteList, type Doubt } from './completeList';
import {
	groupsOf,
	listAt,
	readCount,
	readEntries,
	type ListEntry,
	type ListFilters,
	type ListPath,
} from './lists';
import { PAGE_SIZE } from './paging';
import { createdWithin, daysWithin, isWholeDays, utcDay, type TimeRange } from './timeRange';

/** How far above the place that the count gives the rest of a day is read, in case entries go meanwhile. */
const MARGIN = PAGE_SIZE / 2;

/** A count; `doubt` if a part of it was read from a list that may not be complete. */
interface Counted {
	count: number;
	doubt?: Doubt;
}

/** What is counted, and how many requests may be in flight. */
interface Counting {
	path: ListPath & { count: ServicePath };
	filters: ListFilters;
	inFlight: number;
}

/**
 * How many entries a list has. The service counts whole UTC days (docs/service.md#counts). What was created
 * on a part of a day, at the ends of the time, is read from the list and counted here.
 *
 * @throws NodeApiError as `request` does, UserError as `readList` does
 */
export async function countEntries(
	this: CallContext,
	path: ListPath & { count: ServicePath },
	filters: ListFilters,
	inFlight: number,
): Promise<Counted> {
	const counting = { path, filters, inFlight };
	const { created, ids } = filters;
	const { since, until } = daysWithin(created);
	if (isWholeDays(created)) return { count: await countDays.call(this, counting) };
	if (ids || (since !== undefined && until !== undefined && since >= until)) {
		const { entries, doubt } = await readEntries.call(this, path, filters, { inFlight });
		return { count: entries.length, doubt };
	}
	const whole = await countDays.call(this, counting);
	const parts = path.window
		? await readEnds.call(this, counting)
		: [await readFirstDay.call(this, counting, whole)];
	return {
		count: parts.reduce((sum, { entries }) => sum + entries.length, whole),
		doubt: allDoubts(parts),
	};
}

/** Counts the whole days, for each group of ids. */
async function countDays(
	this: CallContext,
	{ path, filters, inFlight }: Counting,
): Promise<number> {
	const { query, created, ids } = filters;
	const groups = ids ? groupsOf(ids).map((group) => group.join(',')) : [undefined];
	const counts = await mapBounded(groups.length, inFlight, async (index) => {
		const days = daysWithin(created);
		return await readCount.call(this, path.count, { ...query, ...days, ids: groups[index] });
	});
	return counts.reduce((sum, count) => sum + count, 0);
}

/** Reads what was created before the first whole day, and after the last one. */
async function readEnds(
	this: CallContext,
	{ path, filters, inFlight }: Counting,
): Promise<CompleteList<ListEntry>[]> {
	const { since, until } = filters.created;
	const days = daysWithin(filters.created);
	const ends: TimeRange[] = [
		...(days.since === undefined ? [] : [{ since, until: Date.parse(days.since) }]),
		...(days.until === undefined ? [] : [{ since: Date.parse(days.until), until }]),
	].filter((end) => !isWholeDays(end));
	const parts: CompleteList<ListEntry>[] = [];
	for (const end of ends) {
		const part = { ...filters, created: end };
		parts.push(await readEntries.call(this, path, part, { inFlight }));
	}
	return parts;
}

/**
 * Reads what was created on the first day, before the first whole one, of a list that does not take
 * `until`: that day comes last, after as many entries as the whole days have.
 */
async function readFirstDay(
	this: CallContext,
	{ path, filters, inFlight }: Counting,
	whole: number,
): Promise<CompleteList<ListEntry>> {
	const { since = 0 } = filters.created;
	const end = Date.parse(daysWithin({ since }).since ?? '');
	const { page } = listAt.call(this, path, filters.query);
	const above = Math.max(0, whole - MARGIN);
	const lastDay = {
		page: async ({ offset, ...query }: Parameters<typeof page>[0]) =>
			await page({ ...query, offset: above + offset }),
	};
	return await readCompleteList(lastDay, {
		since: utcDay(since),
		keep: createdWithin({ since, until: end }),
		inFlight,
	});
}
