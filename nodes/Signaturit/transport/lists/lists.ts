import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { mapBounded } from '../concurrency';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors';
import { faultOfContent } from '../fault';
import { read, type CallContext } from '../request';
import { countSchema } from '../shapes';
import { allDoubts, readCompleteList, union, type CompleteList } from './completeList';
import { PAGE_SIZE, type Entry } from './paging';
import { IN_FLIGHT, type List, type ReadLimits } from './readList';
import { readNumberedList } from './readNumberedList';
import { createdWithin, daysAround, isWholeDays, type DayRange, type TimeRange } from './timeRange';

/** An entry of a list, as the service gives it. */
export type ListEntry = IDataObject & Entry;

/** One check without copying: lists may have tens of thousands of entries, and zod is slow entry by entry. */
const entriesSchema = z.custom<ListEntry[]>(
	(values) => Array.isArray(values) && values.every(isEntry),
);

function isEntry(value: unknown): boolean {
	return (
		typeof value === 'object' &&
		value !== null &&
		'id' in value &&
		typeof value.id === 'string' &&
		value.id !== ''
	);
}

/** How many entries to read, and how many pages may be in flight. */
type ListLimits = Pick<ReadLimits, 'limit' | 'inFlight'>;

/** What to read of a list (docs/service.md#filters). */
export interface ListFilters {
	/** The other filters: the status, and a pair of custom data for each of its keys. */
	query: { [customDataKey: string]: string | undefined; status?: string };
	created: TimeRange;
	/** Only the entries with these ids. */
	ids?: readonly string[];
}

/** The endpoint of a list, and of its count if there is one. */
export interface ListPath {
	list: ServicePath;
	count?: ServicePath;
	/**
	 * How far the list reaches. A list with a window, and its count, take all filters; other lists take no
	 * `until` and no `ids`, and their counts nothing but `status` and `since` (docs/service.md#counts).
	 */
	window?: number;
	/** Most entries of a page, if not 100 (docs/service.md#page-sizes). */
	pageSize?: number;
}

const NO_FILTERS: ListFilters = { query: {}, created: {} };

/**
 * Reads a list of the service by `limit` and `offset`, newest first. The service filters by UTC days, so
 * it is asked for the days around the wanted time, and the entries are filtered by their own date.
 *
 * @throws NodeApiError as `request` does, UserError as `readList` does
 */
export async function readEntries(
	this: CallContext,
	path: ListPath,
	{ query, created, ids }: ListFilters = NO_FILTERS,
	limits: ListLimits = {},
): Promise<CompleteList<ListEntry>> {
	const keep = isWholeDays(created) ? undefined : createdWithin(created);
	const readWith = async (filters: IDataObject, { limit, inFlight }: ListLimits) =>
		await readCompleteList(listAt.call(this, path, filters), {
			...daysAround(created),
			limit,
			inFlight,
			keep,
			pageSize: path.pageSize,
		});
	if (!ids) return await readWith(query, limits);

	const groups = groupsOf(ids);
	const { limit = Infinity, inFlight = IN_FLIGHT } = limits;
	const parts = await mapBounded(groups.length, inFlight, async (index) => {
		const group = groups[index] ?? [];
		const filters = { ...query, ids: group.join(',') };
		return await readWith(filters, { limit: Math.min(limit, group.length), inFlight: 1 });
	});
	const entries = parts.reduce<ListEntry[]>((all, part) => union(all, part.entries), []);
	return { entries: entries.slice(0, limit), doubt: allDoubts(parts) };
}

/** A list that is read by `limit` and `page`. */
export interface NumberedPath {
	list: ServicePath;
	/** Most entries of a page (docs/service.md#page-sizes). */
	pageSize: number;
	/** The entries and the total in an answer; the answer itself is the list unless told otherwise. */
	open?: (answer: unknown) => { entries: unknown; total?: number };
}

/** How much to read of a list by pages, from the page `first` on. */
interface NumberedLimits extends Required<ListLimits> {
	first?: number;
	/** Only entries that were created in this time. */
	created?: TimeRange;
}

/**
 * Reads a list of the service by `limit` and `page`, newest first.
 *
 * @throws NodeApiError as `request` does, UserError as `readNumberedList` does
 */
export async function readNumberedEntries(
	this: CallContext,
	{ list, pageSize, open = (answer) => ({ entries: answer }) }: NumberedPath,
	query: IDataObject,
	{ limit, inFlight, first = 1, created = {} }: NumberedLimits,
): Promise<CompleteList<ListEntry>> {
	const pageOf = (size: number) => async (number: number) => {
		const answer = await read(this, list, { query: { ...query, limit: size, page: number } });
		const { entries, total } = open(answer);
		return { entries: toEntries.call(this, entries), total };
	};
	const wanted = Math.min(pageSize, limit);
	if (created.since === undefined && created.until === undefined) {
		return await readNumberedList(pageOf(wanted), { pageSize: wanted, limit, inFlight, first });
	}
	// The service's pages have entries that are not wanted, so pages are counted here.
	const skipped = (first - 1) * wanted;
	const { entries, doubt } = await readNumberedList(pageOf(pageSize), {
		pageSize,
		limit: skipped + limit,
		inFlight,
		keep: createdWithin(created),
	});
	return { entries: entries.slice(skipped), doubt };
}

/** How many entries a list has (docs/service.md#counts). */
export async function readCount(
	this: CallContext,
	path: ServicePath,
	query: IDataObject,
): Promise<number> {
	const parsed = countSchema.safeParse(await read(this, path, { query }));
	if (!parsed.success) throw apiError(this.getNode(), faultOfContent('a count'));
	return parsed.data.count;
}

/** A list of the service with these filters, and how it is counted if the service can do that. */
export function listAt(
	this: CallContext,
	{ list, count, window }: ListPath,
	filters: IDataObject,
): List<ListEntry> {
	const isCountable = window !== undefined || Object.keys(filters).every((key) => key === 'status');
	return {
		page: async (page) =>
			toEntries.call(this, await read(this, list, { query: { ...filters, ...page } })),
		counter:
			count && isCountable
				? {
						count: async (days: DayRange) =>
							await readCount.call(this, count, { ...filters, ...days }),
						window,
					}
				: undefined,
	};
}

/** The ids in groups of a page, each once: addresses of a few thousand characters pass everywhere. */
export function groupsOf(ids: readonly string[]): string[][] {
	const unique = [...new Set(ids)];
	return Array.from({ length: Math.ceil(unique.length / PAGE_SIZE) }, (_, index) =>
		unique.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
	);
}

function toEntries(this: CallContext, answer: unknown): ListEntry[] {
	const parsed = entriesSchema.safeParse(answer);
	if (!parsed.success) throw apiError(this.getNode(), faultOfContent('a list'));
	return parsed.data;
}
