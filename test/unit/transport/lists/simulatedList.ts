// A list in memory that answers pages and counts as the service does, and may change meanwhile.

import fc from 'fast-check';
import type { Entry, PageQuery } from '../../../../nodes/Signaturit/transport/lists/paging';
import type { Counter, List } from '../../../../nodes/Signaturit/transport/lists/readList';
import type { DayRange } from '../../../../nodes/Signaturit/transport/lists/timeRange';

const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z');

/** The day that is `days` after `2026-01-01`, as `YYYY-MM-DD`. */
export const dayOf = (days: number): string =>
	new Date(FIRST_DAY + days * DAY).toISOString().slice(0, 10);

/** A list as the service keeps it: newest first, filtered by day, and listed up to a window. */
export class SimulatedList {
	readonly entries: Entry[];
	/** The pages that were requested, in order. */
	readonly queries: PageQuery[] = [];
	/** The days that were counted, in order. */
	readonly counts: DayRange[] = [];
	/** Gives the places of entries of one second, anew for each page. Without it they keep their places. */
	random?: () => number;
	/** The most pages that were in flight at once. */
	peak = 0;
	private inFlight = 0;
	private readonly removed: Entry[] = [];

	/**
	 * @param perDay how many entries each day has, from the oldest day on
	 * @param perSecond how many entries are created in the same second
	 */
	constructor(
		perDay: readonly number[],
		private readonly window = Infinity,
		private readonly delay: () => Promise<unknown> = async () => undefined,
		private readonly perSecond = 1,
	) {
		this.entries = perDay
			.flatMap((count, day) =>
				Array.from({ length: count }, (_, index) => this.entryOf(day, index)),
			)
			.reverse();
	}

	/** Adds entries of this day at the top of the list. */
	add(count: number, day: number): void {
		for (let index = 0; index < count; index++) {
			this.entries.unshift(this.entryOf(day, this.entries.length + this.removed.length + 1000));
		}
	}

	/** Removes an entry, as a deletion does, or a change after which the filter excludes it. */
	remove(index: number): void {
		this.removed.push(...this.entries.splice(index % Math.max(1, this.entries.length), 1));
	}

	/** The list in the shape that `readList` takes. */
	asList(): List {
		return {
			page: async (query) => {
				this.inFlight++;
				this.peak = Math.max(this.peak, this.inFlight);
				this.queries.push(query);
				await this.delay();
				const page = this.pageOf(this.within(query), query);
				await this.delay();
				this.inFlight--;
				return page;
			},
			counter: Number.isFinite(this.window) ? this.counter(this.window) : undefined,
		};
	}

	/** The count of the list, and how far it is listed. */
	private counter(window: number): Counter {
		return {
			window,
			count: async (days) => {
				this.counts.push(days);
				await this.delay();
				return this.within(days).length;
			},
		};
	}

	/** The entries that were created on these days. */
	within({ since = '', until = '~' }: DayRange): Entry[] {
		return this.entries.filter(({ created_at = '' }) => created_at >= since && created_at < until);
	}

	private entryOf(day: number, index: number): Entry {
		const second = Math.min(86_399, Math.floor(index / this.perSecond));
		return createdAt(day, second, `${day}-${index}`);
	}

	/** A page of these entries. If `random` is given, those of one second change places before. */
	private pageOf(entries: Entry[], { offset, limit }: PageQuery): Entry[] {
		const { random } = this;
		if (!random || entries.length === 0) return entries.slice(offset, offset + limit);
		let first = Math.min(offset, entries.length - 1);
		let end = Math.min(offset + limit, entries.length);
		const isSame = (a: number, b: number) => entries[a]?.created_at === entries[b]?.created_at;
		while (first > 0 && isSame(first - 1, first)) first--;
		while (end < entries.length && isSame(end, end - 1)) end++;
		const placed = entries.slice(first, end).map((entry) => ({ entry, place: random() }));
		placed.sort((a, b) => compared(b.entry.created_at, a.entry.created_at) || a.place - b.place);
		return placed.map(({ entry }) => entry).slice(offset - first, offset - first + limit);
	}
}

function compared(a = '', b = ''): number {
	return a < b ? -1 : Number(a > b);
}

/** An entry that was created at this second of the day. */
export function createdAt(day: number, second: number, id: string): Entry {
	const time = new Date(FIRST_DAY + day * DAY + second * 1000).toISOString();
	return { id, created_at: time.replace('.000Z', '+0000') };
}

export const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** What happens to a list at one answer after the other. `calm`: the weight of no change; an addition and a removal have 1 each. */
export const changes = (calm: number) =>
	fc.array(
		fc.oneof(
			{ weight: calm, arbitrary: fc.constant({ add: 0, remove: -1 }) },
			{
				weight: 1,
				arbitrary: fc.record({ add: fc.integer({ min: 1, max: 3 }), remove: fc.constant(-1) }),
			},
			{ weight: 1, arbitrary: fc.record({ add: fc.constant(0), remove: fc.nat(200) }) },
		),
		{ maxLength: 40 },
	);

/** A list to which this happens, three entries of which share a second. Its answers come in any order. */
export function changingList(
	scheduler: fc.Scheduler,
	perDay: readonly number[],
	changed: ReadonlyArray<{ add: number; remove: number }>,
): SimulatedList {
	const pending = [...changed];
	const delay = async () => {
		await scheduler.schedule(Promise.resolve());
		const { add, remove } = pending.shift() ?? { add: 0, remove: -1 };
		store.add(add, perDay.length);
		if (remove >= 0) store.remove(remove);
	};
	const store = new SimulatedList(perDay, 60, delay, 3);
	return store;
}
