import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ServicePath } from '../endpoints';
import { apiError } from '../errors';
import { faultOfContent } from '../fault';
import { read, type CallContext } from '../request';
import { countSchema } from '../shapes';
import { dayAfter, WINDOW, type Entry } from './paging';
import { readList, type List, type ReadLimits } from './readList';
import { readNumberedList } from './readNumberedList';

/** An entry of a list, as the service gives it. */
export type ListEntry = IDataObject & Entry;

/** Checks without copying: lists may have tens of thousands of entries. */
const entriesSchema = z.array(
	z.custom<ListEntry>(
		(value) => typeof value === 'object' && value !== null && 'id' in value && Boolean(value.id),
	),
);

/** How many entries to read, and how many pages may be in flight. */
export type ListLimits = Pick<ReadLimits, 'limit' | 'inFlight'>;

/** The endpoint of a list, and of its count if the list ends at the window. */
export interface ListPath {
	list: ServicePath;
	count?: ServicePath;
}

/**
 * Reads a list of the service by `limit` and `offset`, newest first.
 *
 * @param query the list's filters; `until` and `since` as `YYYY-MM-DD`
 * @throws NodeApiError as `request` does, UserError as `readList` does
 */
export async function readEntries(
	this: CallContext,
	{ list, count }: ListPath,
	{ until, ...filters }: { [name: string]: string | undefined; until?: string } = {},
	wanted: ListLimits = {},
): Promise<ListEntry[]> {
	const source: List<ListEntry> = {
		page: async (page) =>
			toEntries.call(this, await read.call(this, list, { ...filters, ...page })),
		window: count && {
			size: WINDOW,
			countOfDay: async (day) =>
				await readCount.call(this, count, { ...filters, since: day, until: dayAfter(day) }),
		},
	};
	return await readList(source, { ...wanted, until });
}

/** A list that is read by `limit` and `page`. */
export interface NumberedPath {
	list: ServicePath;
	/** Most entries of a page (docs/service.md#page-sizes). */
	pageSize: number;
	/** The entries and the total in an answer; the answer itself is the list unless told otherwise. */
	open?: (answer: unknown) => { entries: unknown; total?: number };
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
	{ limit, inFlight, first }: Required<ListLimits> & { first?: number },
): Promise<ListEntry[]> {
	const size = Math.min(pageSize, limit);
	const page = async (number: number) => {
		const answer = await read.call(this, list, { ...query, limit: size, page: number });
		const { entries, total } = open(answer);
		return { entries: toEntries.call(this, entries), total };
	};
	return await readNumberedList(page, { pageSize: size, limit, inFlight, first });
}

/** How many entries a list has (docs/service.md#counts). */
export async function readCount(
	this: CallContext,
	path: ServicePath,
	query: IDataObject,
): Promise<number> {
	const parsed = countSchema.safeParse(await read.call(this, path, query));
	if (!parsed.success) throw apiError(this.getNode(), faultOfContent('a count'));
	return parsed.data.count;
}

function toEntries(this: CallContext, answer: unknown): ListEntry[] {
	const parsed = entriesSchema.safeParse(answer);
	if (!parsed.success) throw apiError(this.getNode(), faultOfContent('a list'));
	return parsed.data;
}
