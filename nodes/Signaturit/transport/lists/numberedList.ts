// Reads lists that the service gives by page numbers, and finds templates by name.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Call } from '../call';
import { inOrder } from '../concurrency';
import { endpoints, type ServicePath } from '../endpoints';
import { readAs } from '../request';
import { plainTitle } from '../same';
import { entriesSchema, fullTemplateSchema, type FullTemplate } from '../shapes';
import {
	assertEnds,
	idleTimes,
	IN_FLIGHT,
	pageNumber,
	union,
	walkPages,
	type Entry,
	type PageQuery,
} from './paging';
import type { CompleteList, Gap, ReadLimits } from './readList';

/** How often a list whose entries moved is read again. */
const MAX_READINGS = 5;

/** A page of a list that is read by page numbers, with the list's total where the service gives one. */
interface NumberedPage {
	entries: Entry[];
	total?: number;
}

type ReadPage = (number: number) => Promise<NumberedPage>;

interface NumberedLimits extends Pick<ReadLimits, 'limit' | 'inFlight'> {
	pageSize: number;
	/** The page to begin with; the first one is 1. */
	firstPage?: number;
}

/** A list that is read by `limit` and `page`. */
export interface NumberedPath {
	list: ServicePath;
	/** Most entries of a page (docs/service.md#page-sizes). */
	pageSize: number;
	/** Reads the page from the answer; if absent, the answer itself is the list. */
	schema?: z.ZodType<NumberedPage, z.ZodTypeDef, unknown>;
}

/**
 * Reads a list of the service by `limit` and `page`, newest first, from the page `firstPage` on. Throws as `read` and
 * `readNumberedList` do.
 */
export async function readNumberedEntries(
	call: Call,
	{ list, schema = entriesSchema.transform((entries) => ({ entries })), ...path }: NumberedPath,
	query: IDataObject,
	limits: { limit: number; inFlight: number; firstPage?: number },
): Promise<CompleteList> {
	const pageSize = Math.min(path.pageSize, limits.limit);
	const readPage = async (page: number) =>
		await readAs(call, list, {
			query: { ...query, limit: pageSize, page },
			schema,
			what: 'a list',
		});
	return await readNumberedList(readPage, { ...limits, pageSize });
}

/**
 * Reads a list by page numbers, newest first, each entry once, until a page is not full. Numbered pages cannot overlap
 * as those of `readList`, so an entry can move past the reading. A list that is wanted whole and longer than a page is
 * read again until that cannot have happened. As many entries are known then as the total says, and the total has not
 * become smaller meanwhile. Without totals, it is read again until no entry has come twice.
 *
 * @throws UserError when further pages bring nothing new, or far more than the total
 */
export async function readNumberedList(
	page: ReadPage,
	limits: NumberedLimits,
): Promise<CompleteList> {
	const { limit = Infinity, pageSize, firstPage = 1 } = limits;
	let reading = await readOnce(page, limits);
	let { entries } = reading;
	const result = (gap?: Gap) => ({ entries: entries.slice(0, limit), gap });
	if (Number.isFinite(limit) || entries.length < pageSize) return result();

	for (let times = 0; ; times++) {
		const missing = (reading.total ?? 0) - (firstPage - 1) * pageSize - entries.length;
		if (!reading.hasMoved && missing <= 0) return result();
		if (times === MAX_READINGS) return result(missing > 0 ? { missing } : {});
		// Entries that only came since are on the first page.
		const isGrown = times === 0 && !reading.hasMoved;
		reading = isGrown
			? { ...(await page(firstPage)), hasMoved: false }
			: await readOnce(page, limits);
		entries = union(entries, reading.entries);
	}
}

/**
 * Reads through the list once; the total given is the last one. `hasMoved`: entries may have moved past the reading,
 * because the total became smaller, or, without totals, because some came twice.
 */
async function readOnce(
	page: ReadPage,
	limits: NumberedLimits,
): Promise<NumberedPage & { hasMoved: boolean }> {
	const { pageSize, limit = Infinity } = limits;
	const found = new Map<string, Entry>();
	let total: number | undefined;
	let hasMoved = false;
	let idle = 0;
	for await (const latest of numberedPages(page, limits)) {
		hasMoved ||= (latest.total ?? total ?? 0) < (total ?? 0);
		({ total } = latest);
		const fresh = latest.entries.filter(({ id }) => !found.has(id));
		hasMoved ||= total === undefined && fresh.length < latest.entries.length;
		for (const entry of fresh) found.set(entry.id, entry);
		if (latest.entries.length < pageSize || found.size >= limit) break;
		assertEnds(found.size, total);
		idle = idleTimes(idle, fresh.length > 0);
	}
	return { entries: [...found.values()], total, hasMoved };
}

/** The pages in order, without an end. Those that the first total promises are read ahead. */
async function* numberedPages(
	page: ReadPage,
	{ pageSize, limit = Infinity, inFlight = IN_FLIGHT, firstPage = 1 }: NumberedLimits,
): AsyncGenerator<NumberedPage> {
	let latest = await page(firstPage);
	yield latest;
	const known = (latest.total ?? 0) - (firstPage - 1) * pageSize;
	const following = Math.ceil(Math.min(limit, known) / pageSize) - 1;
	let number = firstPage + 1;
	const bounds = { count: following, width: inFlight };
	for await (const early of inOrder(bounds, async (index) => await page(firstPage + 1 + index))) {
		// If it was read before an entry was added, another one may have moved from it to the page before, read later.
		const isCurrent = (early.total ?? 0) >= (latest.total ?? 0);
		latest = isCurrent ? early : await page(number);
		yield latest;
		number++;
	}
	for (; ; number++) yield await page(number);
}

/** The most that the service gives (docs/service.md#page-sizes). */
const TEMPLATES_A_PAGE = 10;

/** Pages are read until all chosen templates were seen, or this many pages were read. */
const MAX_TEMPLATE_PAGES = 50;

/** Types of widgets that only the signer can fill. */
const drawn = new Set(['signature', 'image', 'dcf', 'digital certificate']);

/**
 * The templates with these IDs or hashtags, in any case, with the widgets that can be filled. Throws as `readAs` does.
 */
export async function templatesNamed(
	call: Call,
	names: readonly string[],
): Promise<FullTemplate[]> {
	const wanted = new Set(names.map(plainTitle));
	const readPage = async (query: PageQuery) =>
		await readAs(call, endpoints.template.listWithWidgets, {
			query: { limit: query.limit, page: pageNumber(query) },
			schema: z.array(fullTemplateSchema),
			what: 'a list',
		});
	const found: FullTemplate[] = [];
	const pages = walkPages(readPage, { most: MAX_TEMPLATE_PAGES, pageSize: TEMPLATES_A_PAGE });
	for await (const { entries } of pages) {
		const isWanted = (text: string) => wanted.has(plainTitle(text));
		found.push(...entries.filter(({ id, name = '' }) => isWanted(id) || isWanted(name)));
		if (found.length >= wanted.size) break;
	}
	return found.map(({ widgets, ...template }) => ({
		...template,
		widgets: widgets.filter(({ type = '' }) => !drawn.has(type)),
	}));
}
