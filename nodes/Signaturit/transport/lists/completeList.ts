import { PAGE_SIZE, type Entry } from './paging';
import { readList, type Counter, type List, type ListReading, type ReadLimits } from './readList';
import { dayOf, timeOf, type DayRange } from './timeRange';

/** How many times in a row a list is read again without finding anything new, and how often in all. */
const MAX_IDLE_READINGS = 2;
const MAX_READINGS = 20;

/** How often the count is compared with what is known before anything is read again. */
const COMPARISONS = 2;

/** How often a list is counted at most: one that lacks entries everywhere would take too long. */
const MAX_COUNTS = 200;

/** Entries may be missing; `missing` says how many, if the service can count them. */
export interface Gap {
	missing?: number;
}

/** What was read of a list. It has a `gap` unless it is proven to be complete. */
export interface CompleteList {
	entries: Entry[];
	gap?: Gap;
}

/**
 * Reads a list as `readList` does, and throws as it does. If all of it is wanted and it is longer than a page, its
 * entries are compared with the count of the service. If entries are missing, its days are halved again and again, and
 * the halves that lack entries are read again. A lower count proves nothing missing: entries may have gone since. A list
 * that cannot be counted is read again until a reading is complete.
 */
export async function readCompleteList(list: List, limits: ReadLimits = {}): Promise<CompleteList> {
	const { limit = Infinity, keep = () => true, pageSize = PAGE_SIZE, since, until } = limits;
	const isAll = limit === Infinity;
	const days = { since, until };
	const read = async (range: DayRange) =>
		await readList(list, isAll ? { ...limits, ...range, keep: undefined } : limits);
	let { entries, isComplete } = await read(days);
	if (isAll && list.counter && entries.length >= pageSize) {
		const comparison = new Comparison(list, list.counter, pageSize, read);
		const all = await comparison.complete(days, { entries, isComplete });
		return { ...all, entries: all.entries.filter(keep) };
	}
	for (let times = 0; isAll && !isComplete && times < MAX_IDLE_READINGS; times++) {
		const again = await read(days);
		entries = union(entries, again.entries);
		({ isComplete } = again);
	}
	return { entries: entries.filter(keep), gap: isComplete ? undefined : {} };
}

class Comparison {
	private countsLeft = MAX_COUNTS;

	constructor(
		private readonly list: List,
		private readonly counter: Counter,
		private readonly pageSize: number,
		private readonly read: (days: DayRange) => Promise<ListReading>,
	) {}

	/** Compares a reading of these days with the count, and reads again where entries are missing. */
	async complete(days: DayRange, reading: ListReading): Promise<CompleteList> {
		let { entries } = reading;
		if (!reading.isComplete) return await this.readUntilCounted(days, entries);
		let missing = 0;
		for (let times = 0; times < COMPARISONS; times++) {
			const latest = await this.withCount(days, entries);
			({ entries } = latest);
			missing = latest.counted - entries.length;
			if (missing <= 0) return { entries };
		}
		if (this.countsLeft <= 0) return { entries, gap: { missing } };
		const middle = this.counter.window && middleDay(entries, this.pageSize);
		if (!middle) return await this.readUntilCounted(days, entries);

		const newer = entries.filter((entry) => dayOf(entry) >= middle);
		const older = entries.filter((entry) => dayOf(entry) < middle);
		const halves = [
			await this.complete({ ...days, since: middle }, { ...reading, entries: newer }),
			await this.complete({ ...days, until: middle }, { ...reading, entries: older }),
		];
		return { entries: halves.flatMap((half) => half.entries), gap: gapOf(halves) };
	}

	/**
	 * Reads these days again, until a complete reading has as many entries as are counted. Several readings together
	 * prove it only while the count stays the same: otherwise entries that have gone could stand for missing ones.
	 */
	private async readUntilCounted(days: DayRange, known: Entry[]): Promise<CompleteList> {
		let entries = known;
		let fresh: Entry[] = [];
		let before = NaN;
		let idle = 0;
		let times = 0;
		while (times++ < MAX_READINGS && idle < MAX_IDLE_READINGS && this.countsLeft > 0) {
			const again = await this.read(days);
			const latest = await this.withCount(days, union(fresh, again.entries));
			const all = union(entries, latest.entries);
			const found = latest.entries.length;
			const isSteady = latest.counted === before;
			// After a complete reading that brings nothing new, another one brings nothing new either.
			idle = (again.isComplete ? all.length > entries.length : found > fresh.length) ? 0 : idle + 1;
			entries = all;
			fresh = isSteady ? latest.entries : [];
			before = latest.counted;
			if (again.isComplete ? before <= found : before === found && isSteady) return { entries };
		}
		return { entries, gap: { missing: Math.max(0, before - entries.length) || undefined } };
	}

	/** Counts these days, and adds the newest page to the entries: what has come since would look missing. */
	private async withCount(days: DayRange, known: Entry[]) {
		this.countsLeft--;
		const [counted, newest] = await Promise.all([
			this.counter.count(days),
			this.list.page({ ...days, limit: this.pageSize, offset: 0 }),
		]);
		return { counted, entries: union(known, newest) };
	}
}

/** The gap of a list that was read in parts; `undefined` if none has one. */
export function gapOf(parts: readonly { gap?: Gap }[]): Gap | undefined {
	const gaps = parts.flatMap(({ gap }) => (gap ? [gap] : []));
	if (gaps.length === 0) return undefined;
	const missing = gaps.reduce((sum, gap) => sum + (gap.missing ?? 0), 0);
	return { missing: missing || undefined };
}

/** The day that halves the entries; `undefined` if all are of one day, or so few that they are soon read again. */
function middleDay(entries: readonly Entry[], pageSize: number): string | undefined {
	if (entries.length <= pageSize) return undefined;
	const days = entries.map(dayOf).filter(Boolean);
	const middle = days[Math.floor(days.length / 2)] ?? '';
	const oldest = days.at(-1) ?? '';
	return middle > oldest ? middle : days.findLast((day) => day > oldest);
}

/** The entries of both, newest first, each once. Within a second, those of `first` come first. */
export function union(first: Entry[], second: readonly Entry[]): Entry[] {
	const ids = new Set(first.map(({ id }) => id));
	const others = second.filter(({ id }) => !ids.has(id));
	if (others.length === 0) return first;
	return [...first, ...others].sort((a, b) => timeOf(b) - timeOf(a) || 0);
}
