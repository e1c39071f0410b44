import { mapBounded } from '../concurrency';
import { union, type CompleteList, type Doubt } from './completeList';
import {
	type Entry,
	IN_FLIGHT,
	listNeverEnds,
	listNeverSettles,
	MAX_IDLE,
	MAX_SURPLUS,
	MAX_UNCOUNTED,
} from './paging';

/** How often a list whose entries moved is read again. */
const MAX_READINGS = 5;

/** A page of a list that is read by page numbers, with the list's total where the service gives one. */
export interface NumberedPage {
	entries: Entry[];
	total?: number;
}

type ReadPage = (number: number) => Promise<NumberedPage>;

/** How much to read. A page with fewer than `pageSize` entries ends the list. */
interface NumberedLimits {
	pageSize: number;
	/** At most so many entries that `keep` accepts, all others by default. */
	limit?: number;
	keep?: (entry: Entry) => boolean;
	inFlight?: number;
	/** The page to begin with; the first one is 1. */
	first?: number;
}

/** What one reading has found; the total is that of the last page. */
interface NumberedReading extends NumberedPage {
	/** Whether entries may have moved past it: the total became smaller, or, without totals, some came twice. */
	hasMoved: boolean;
}

/**
 * Reads a list by page numbers, newest first, each entry once. Numbered pages cannot overlap, so entries
 * that are added, removed or change places may move others between pages. So if all of a list is wanted
 * that is longer than a page, it is read again until as many entries are known as the total says and the
 * total has not become smaller meanwhile; without totals, until no entry has come twice.
 *
 * @throws UserError when further pages bring nothing new
 */
export async function readNumberedList(
	page: ReadPage,
	limits: NumberedLimits,
): Promise<CompleteList> {
	const { limit = Infinity, keep = () => true, pageSize, first = 1 } = limits;
	let reading = await readOnce(page, limits);
	let { entries } = reading;
	const result = (doubt?: Doubt) => ({ entries: entries.filter(keep).slice(0, limit), doubt });
	if (Number.isFinite(limit) || entries.length < pageSize) return result();

	for (let times = 0; ; times++) {
		const missing = (reading.total ?? 0) - (first - 1) * pageSize - entries.length;
		if (!reading.hasMoved && missing <= 0) return result();
		if (times === MAX_READINGS) return result(missing > 0 ? { missing } : {});
		// Entries that only came since are on the first page.
		const isGrown = times === 0 && !reading.hasMoved;
		reading = isGrown ? { ...(await page(first)), hasMoved: false } : await readOnce(page, limits);
		entries = union(entries, reading.entries);
	}
}

/**
 * Reads the list once. A page is read again if the total was smaller than at the page before it, because
 * an added entry could have moved another one from a page that is not read yet to a page that is. Without
 * totals, pages are read one after the other.
 */
async function readOnce(
	readPage: ReadPage,
	{ pageSize, limit = Infinity, keep, inFlight = IN_FLIGHT, first = 1 }: NumberedLimits,
): Promise<NumberedReading> {
	const found = new Map<string, Entry>();
	let hasMoved = false;
	let highest = 0;
	const page: ReadPage = async (number) => {
		const before = highest;
		const answer = await readPage(number);
		const { total = before } = answer;
		hasMoved ||= total < before;
		highest = Math.max(highest, total);
		return answer;
	};
	const kept = () => (keep ? [...found.values()].filter(keep).length : found.size);
	let latest = await page(first);
	const known = (latest.total ?? 0) - (first - 1) * pageSize;
	const following = Math.max(0, Math.ceil(Math.min(limit, known) / pageSize) - 1);
	const ahead = [
		latest,
		...(await mapBounded(following, inFlight, async (index) => await page(first + 1 + index))),
	];
	for (let number = first, idle = 0; ; number++) {
		const early = ahead[number - first];
		const isCurrent = early && (early.total ?? 0) >= (latest.total ?? 0);
		latest = isCurrent ? early : await page(number);
		const before = found.size;
		const hasTotal = latest.total !== undefined;
		for (const entry of latest.entries) {
			hasMoved ||= !hasTotal && found.has(entry.id);
			found.set(entry.id, entry);
		}
		if (latest.entries.length < pageSize || kept() >= limit) break;
		if (found.size > (hasTotal ? highest + MAX_SURPLUS : MAX_UNCOUNTED)) throw listNeverEnds();
		idle = found.size > before ? 0 : idle + 1;
		if (idle > MAX_IDLE) throw listNeverSettles();
	}
	return { entries: [...found.values()], total: latest.total, hasMoved };
}
