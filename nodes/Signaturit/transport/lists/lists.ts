// Reads or counts entries of a list by limit and offset, with the user's filters.

import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../call';
import { mapBounded } from '../concurrency';
import type { ServicePath } from '../endpoints';
import { readAs } from '../request';
import { plainAddress, plainTitle, plainPhone } from '../same';
import { countSchema, deliverySchema, entriesSchema, storedDataSchema } from '../shapes';
import { IN_FLIGHT, PAGE_SIZE, union, type Entry } from './paging';
import {
	gapOf,
	readCompleteList,
	type CompleteList,
	type Counter,
	type Gap,
	type List,
	type ReadLimits,
} from './readList';
import { createdWithin, daysAround, daysWithin, isWholeDays, type TimeRange } from './timeRange';
import { Refusal } from '../errors/refusal';

type ListLimits = Pick<ReadLimits, 'limit' | 'inFlight'>;

/** The filters of a list reading (docs/service.md#filters). */
export interface ListFilters {
	query: { [customDataKey: string]: string | undefined; status?: string };
	created: TimeRange;
	ids?: readonly string[];
	/** Custom data by which the service is asked to filter, but may not: entries without it are left out. */
	pairs?: Readonly<Record<string, string>>;
	/** Whether it is an error that an entry shows no custom data. */
	needsData?: boolean;
	/** The address of a signer, or a part of the name. The service does not know it: entries without it are left out. */
	signer?: string;
}

/** The endpoint of a list, and of its count if there is one. */
export interface ListPath extends Pick<ReadLimits, 'pageSize'> {
	list: ServicePath;
	count?: ServicePath;
	/**
	 * How far the list reaches. Only lists with a window take `until` and `ids`, and only their counts more than
	 * `status` and `since` (docs/service.md#counts).
	 */
	window?: number;
}

/**
 * Reads a list of the service by `limit` and `offset`, newest first. The service filters by UTC days, so the entries of
 * the days around the wanted time are filtered by their own date. Throws as `read` and `readList` do.
 */
export async function readEntries(
	call: Call,
	path: ListPath,
	{ query, created, ids, pairs, signer, needsData }: ListFilters = { query: {}, created: {} },
	limits: ListLimits = {},
): Promise<CompleteList> {
	const inTime = createdWithin(created);
	const isFiltered = pairs !== undefined || signer !== undefined || !isWholeDays(created);
	const isWanted = (entry: Entry) =>
		inTime(entry) &&
		hasPairs(entry, pairs, needsData) &&
		(signer === undefined || hasSigner(entry, signer));
	const keep = isFiltered ? isWanted : undefined;
	const shared = { ...daysAround(created), keep, pageSize: path.pageSize };
	const readWith = async (filters: IDataObject, some: ListLimits) =>
		await readCompleteList(listAt(call, path, filters), { ...shared, ...some });
	if (!ids) return await readWith(query, limits);

	const { limit = Infinity, inFlight = IN_FLIGHT } = limits;
	const parts = await readByIds(ids, inFlight, async (group, size) => {
		const most = Math.min(limit, size);
		return await readWith({ ...query, ids: group }, { limit: most, inFlight: 1 });
	});
	const entries = parts.reduce<Entry[]>((all, part) => union(all, part.entries), []);
	return { entries: entries.slice(0, limit), gap: gapOf(parts) };
}

function hasPairs({ data }: Entry, pairs: ListFilters['pairs'], needsData?: boolean): boolean {
	if (pairs && needsData && data === undefined) {
		throw new Refusal(
			'Signaturit lists these without their custom data, so it cannot filter by it',
			'model',
			{ advice: 'Remove the filter Custom Data, or get them by their IDs.' },
		);
	}
	const stored = pairs && storedDataSchema.parse(data);
	return Object.entries(pairs ?? {}).every(([key, value]) => String(stored?.[key]) === value);
}

function hasSigner(entry: Entry, signer: string): boolean {
	const { records = [] } = deliverySchema.safeParse(entry).data ?? {};
	return records.some(
		({ name = '', email = '', phone }) =>
			plainAddress(email) === plainAddress(signer) ||
			(phone !== undefined && plainPhone(phone) === plainPhone(signer)) ||
			plainTitle(name).includes(plainTitle(signer)),
	);
}

/** Reading begins this many entries above the place that the count gives: entries may go meanwhile. */
const MARGIN = PAGE_SIZE / 2;

/**
 * How many entries a list has. The service counts whole UTC days (docs/service.md#counts). Parts of a day are read and
 * counted here, and so is custom data that the service may not search; these may have a `gap`. Throws as `read` and
 * `readList` do.
 */
export async function countEntries(
	call: Call,
	path: ListPath & { count: ServicePath },
	filters: ListFilters,
	inFlight: number,
): Promise<{ count: number; gap?: Gap }> {
	const { query, created, ids, pairs } = filters;
	const { since, until } = daysWithin(created);
	const hasDays = since === undefined || until === undefined || since < until;
	if (pairs || (!isWholeDays(created) && (ids || !hasDays))) {
		const { entries, gap } = await readEntries(call, path, filters, { inFlight });
		return { count: entries.length, gap };
	}
	const countBy = async (group?: string) =>
		await readCount(call, path.count, { ...query, since, until, ids: group });
	const whole = ids ? sum(await readByIds(ids, inFlight, countBy)) : await countBy();
	const ends = [
		...(since === undefined ? [] : [{ since: created.since, until: Date.parse(since) }]),
		...(until === undefined ? [] : [{ since: Date.parse(until), until: created.until }]),
	].filter((end) => !isWholeDays(end));
	const parts: CompleteList[] = [];
	for (const end of ends) {
		const part = path.window
			? readEntries(call, path, { query, created: end }, { inFlight })
			: readLastDay(listAt(call, path, query), end, whole, inFlight);
		parts.push(await part);
	}
	return {
		count: whole + sum(parts.map(({ entries }) => entries.length)),
		gap: gapOf(parts),
	};
}

/** Reads a part of a day from a list that does not take `until`: after as many entries as the whole days have. */
async function readLastDay(list: List, part: TimeRange, whole: number, inFlight: number) {
	const above = Math.max(0, whole - MARGIN);
	const page: typeof list.page = async ({ offset, ...query }) =>
		await list.page({ ...query, offset: above + offset });
	const { since } = daysAround(part);
	return await readCompleteList({ page }, { since, keep: createdWithin(part), inFlight });
}

/** A list of the service with these filters, and how it is counted if the service can do that. */
export function listAt(call: Call, { list, count, window }: ListPath, filters: IDataObject): List {
	const isCountable = window !== undefined || Object.keys(filters).every((key) => key === 'status');
	const read = { schema: entriesSchema, what: 'a list' };
	const counter: Counter | undefined = count && {
		count: async (days) => await readCount(call, count, { ...filters, ...days }),
		window,
	};
	return {
		page: async (page) => await readAs(call, list, { query: { ...filters, ...page }, ...read }),
		counter: isCountable ? counter : undefined,
	};
}

async function readCount(call: Call, path: ServicePath, query: IDataObject) {
	const { count } = await readAs(call, path, { query, schema: countSchema, what: 'a count' });
	return count;
}

/** Reads by groups of ids, each id once. A group is a page: addresses of a few thousand characters pass everywhere. */
async function readByIds<Result>(
	ids: readonly string[],
	inFlight: number,
	read: (group: string, size: number) => Promise<Result>,
): Promise<Result[]> {
	const unique = [...new Set(ids)];
	return await mapBounded(Math.ceil(unique.length / PAGE_SIZE), inFlight, async (index) => {
		const group = unique.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE);
		return await read(group.join(','), group.length);
	});
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
