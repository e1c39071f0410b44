import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ANY_EVENT, isKnownType } from '../../events/catalogue';
import { instant, stateOf } from '../../events/state';
import { MARK_KEY } from '../../events/tracking';
import { delays } from '../../transport/delays';
import { endpoints } from '../../transport/endpoints';
import { listAt } from '../../transport/lists/lists';
import { PAGE_SIZE, WINDOW } from '../../transport/lists/paging';
import { readList } from '../../transport/lists/readList';
import type { Delivery } from '../../transport/shapes';
import { withMark } from '../history/history';
import type { Settings } from '../panel/settings';

/** The event that comes last, some time after the end (docs/service.md#order-of-events). */
const LAST_EVENT = 'audit_trail_completed';

/**
 * The requests of a trigger that may still change: those that have not ended, and for a day those whose
 * last events are still to come.
 */
export class Watch {
	/** When each was first seen ended, in milliseconds since 1970; `Infinity` while it goes on. */
	private readonly endedAt = new Map<string, number>();
	private newest = new Set<string>();

	get ids(): string[] {
		return [...this.endedAt.keys()];
	}

	/** Whether it was on the last newest page, so that nothing new is behind it. */
	wasSeen(id: string): boolean {
		return this.newest.has(id) || this.endedAt.has(id);
	}

	/** Takes note of the newest requests, in the list's order. */
	noteNewest(deliveries: readonly Delivery[]): void {
		this.newest = new Set(deliveries.map(({ id }) => id));
	}

	/** Takes note of how a request stands. */
	note(delivery: Delivery, settings: Settings, now: number): void {
		const { id } = delivery;
		if (stateOf(delivery.records).outcome === undefined) {
			this.endedAt.set(id, Infinity);
			return;
		}
		const before = this.endedAt.get(id);
		const since =
			before !== undefined && before < Infinity ? before : endTime(delivery, now, before);
		const isLater = now - since > delays.poll.afterEnd;
		if (isLater || !mayHaveMore(delivery, settings)) this.endedAt.delete(id);
		else this.endedAt.set(id, since);
	}

	forget(id: string): void {
		this.endedAt.delete(id);
	}
}

/** When a request ended: now if it was open at the last look, otherwise with its last event. */
function endTime({ records }: Delivery, now: number, before: number | undefined): number {
	if (before !== undefined) return now;
	const times = records.flatMap(({ events }) => events.map(({ createdAt }) => instant(createdAt)));
	return Math.max(...times.filter(Number.isFinite), -Infinity);
}

/** Whether chosen events may still come after the end. */
function mayHaveMore({ records }: Delivery, { types, resource }: Settings): boolean {
	if (types.includes(ANY_EVENT) || types.some((type) => !isKnownType(resource, type))) return true;
	return (
		types.includes(LAST_EVENT) &&
		!records.every(({ events }) => events.some(({ type }) => type === LAST_EVENT))
	);
}

/** Most pages of new requests that one poll reads; the look at everything finds the others. */
const MAX_PAGES = 15;

const path = { ...endpoints.signature, window: WINDOW };

/** What to read of a trigger's own requests. */
export interface OwnRequests {
	mark: string;
	/** The first day, `YYYY-MM-DD`. */
	since: string;
	/** Whether to read all since that day, or only what may have changed. */
	isWhole: boolean;
	settings: Settings;
}

/**
 * Reads the signature requests with the trigger's mark that may have changed since the last poll: the
 * newest ones, and those that are watched. One call for the newest page, and one for each hundred others.
 * The table of calls: docs/trigger.md#calls.
 *
 * @returns what was read, and whether nothing else can have changed
 * @throws NodeApiError with the service's own words
 */
export async function readOwnRequests(
	this: IPollFunctions,
	watch: Watch,
	{ mark, since, isWhole, settings }: OwnRequests,
): Promise<{ deliveries: Delivery[]; isComplete: boolean }> {
	const listWith = (filters: IDataObject) => {
		const list = listAt.call(this, path, { [MARK_KEY]: mark, ...filters });
		return {
			...list,
			page: async (query: Parameters<typeof list.page>[0]) => await list.page({ ...query, since }),
		};
	};
	const own = (entries: readonly unknown[]) => withMark(entries, mark);
	const note = (deliveries: Delivery[]) => {
		for (const delivery of deliveries) watch.note(delivery, settings, Date.now());
		return deliveries;
	};
	const list = listWith({});
	if (isWhole) {
		const all = own((await readList(list, { inFlight: 2 })).entries);
		const present = new Set(all.map(({ id }) => id));
		watch.ids.filter((id) => !present.has(id)).forEach((id) => watch.forget(id));
		watch.noteNewest(all.slice(0, PAGE_SIZE));
		return { deliveries: note(all), isComplete: true };
	}

	const newest: Delivery[] = [];
	let isComplete = false;
	for (let page = 0; page < MAX_PAGES && !isComplete; page++) {
		const entries = await list.page({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });
		newest.push(...own(entries));
		isComplete = entries.length < PAGE_SIZE || entries.some(({ id }) => watch.wasSeen(id));
	}
	const read = new Set(newest.map(({ id }) => id));
	const others = watch.ids.filter((id) => !read.has(id));
	const changed: Delivery[] = [];
	for (let index = 0; index < others.length; index += PAGE_SIZE) {
		const ids = others.slice(index, index + PAGE_SIZE);
		const group = listWith({ ids: ids.join(',') });
		const found = own(await group.page({ limit: PAGE_SIZE, offset: 0 }));
		const present = new Set(found.map(({ id }) => id));
		// A deleted request.
		ids.filter((id) => !present.has(id)).forEach((id) => watch.forget(id));
		changed.push(...found);
	}
	watch.noteNewest(newest.slice(0, PAGE_SIZE));
	return { deliveries: note([...newest, ...changed]), isComplete };
}
