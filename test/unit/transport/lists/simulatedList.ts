import type { Entry, PageQuery } from '../../../../nodes/Signaturit/transport/lists/paging';
import type { List } from '../../../../nodes/Signaturit/transport/lists/readList';

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
	/** The most pages that were in flight at once. */
	peak = 0;
	private inFlight = 0;
	private readonly removed: Entry[] = [];

	/** @param perDay how many entries each day has, from the oldest day on */
	constructor(
		perDay: readonly number[],
		private readonly window = Infinity,
		private readonly delay: () => Promise<unknown> = async () => undefined,
	) {
		this.entries = perDay
			.flatMap((count, day) => Array.from({ length: count }, (_, index) => entryOf(day, index)))
			.reverse();
	}

	/** Adds entries of this day at the top of the list. */
	add(count: number, day: number): void {
		for (let index = 0; index < count; index++) {
			this.entries.unshift(entryOf(day, this.entries.length + this.removed.length + 1000));
		}
	}

	/** Removes an entry, as a deletion does, or a change after which the filter excludes it. */
	remove(index: number): void {
		this.removed.push(...this.entries.splice(index % Math.max(1, this.entries.length), 1));
	}

	/** The list in the shape that `readList` takes. */
	asList(): List<Entry> {
		return {
			page: async (query) => {
				this.inFlight++;
				this.peak = Math.max(this.peak, this.inFlight);
				this.queries.push(query);
				await this.delay();
				const page = this.before(query.until).slice(query.offset, query.offset + query.limit);
				await this.delay();
				this.inFlight--;
				return page;
			},
			window: Number.isFinite(this.window)
				? {
						size: this.window,
						countOfDay: async (day) =>
							this.entries.filter(({ created_at = '' }) => created_at.startsWith(day)).length,
					}
				: undefined,
		};
	}

	/** The entries that were created before this day, or all. */
	before(until: string | undefined): Entry[] {
		return this.entries.filter(({ created_at = '' }) => !until || created_at.slice(0, 10) < until);
	}
}

/** Several entries share a second, as in a bulk sending. */
function entryOf(day: number, index: number): Entry {
	const second = Math.min(86_399, Math.floor(index / 3));
	const time = new Date(FIRST_DAY + day * DAY + second * 1000).toISOString();
	return { id: `${day}-${index}`, created_at: time.replace('.000Z', '+0000') };
}
