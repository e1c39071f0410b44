import type { Entry } from '../../../../nodes/Signaturit/transport/lists/paging';
import {
	readList,
	type List,
	type ReadLimits,
} from '../../../../nodes/Signaturit/transport/lists/readList';
import { createdAt, idsOf, SimulatedList } from './simulatedList';

const entriesOf = async (list: List, limits?: ReadLimits) => (await readList(list, limits)).entries;

/**
 * The list, except that the first `times` pages that hold the entry at `place` begin with the first one
 * that was created before it.
 */
function skipping(store: SimulatedList, place: number, times: number): List {
	const list = store.asList();
	const { id, created_at = '' } = store.entries[place] ?? { id: '' };
	let left = times;
	return {
		page: async (query) => {
			const page = await list.page(query);
			const isSkipped = page.some((entry) => entry.id === id) && left-- > 0;
			return isSkipped ? page.filter((entry) => (entry.created_at ?? '') < created_at) : page;
		},
	};
}

describe('readList on pages that do not hold what they should', () => {
	it.each([Infinity, 40])(
		'reads on, more and more at once, when new entries left too few old ones in its pages (window %d)',
		async (window) => {
			const store = new SimulatedList([20], window);
			const atFirst = idsOf(store.entries);
			const list = store.asList();
			const page: typeof list.page = async (query) => {
				if (store.queries.length === 1) store.add(3, 1);
				return await list.page(query);
			};
			const found = await entriesOf({ ...list, page }, { pageSize: 5, limit: 8 });
			expect(idsOf(found)).toEqual(atFirst.slice(0, 8));
			const ends = store.queries.map(({ offset, limit }) => offset + limit);
			expect(ends).toEqual([5, 8, 8, 8, 11]);
		},
	);

	it('returns no more than the limit when entries that went make the pages hold more new ones', async () => {
		const store = new SimulatedList([20]);
		const atFirst = idsOf(store.entries);
		const list = store.asList();
		const page: typeof list.page = async (query) => {
			if (query.offset === 3 && store.queries.length === 1) store.add(3, 1);
			if (store.queries.length === 4) store.remove(0);
			return await list.page(query);
		};
		const found = await entriesOf({ page }, { pageSize: 5, limit: 8 });
		expect(idsOf(found)).toEqual(atFirst.slice(0, 8));
	});

	it('starts again ever further above a page that does not follow on', async () => {
		const store = new SimulatedList([100]);
		const found = await entriesOf(skipping(store, 80, 6), { pageSize: 5, inFlight: 1 });
		expect(idsOf(found)).toEqual(idsOf(store.entries));
		const offsets = store.queries.map(({ offset }) => offset);
		const restarts = offsets.filter((offset, index) => offset < (offsets[index - 1] ?? 0));
		expect(restarts).toEqual([70, 60, 40, 0, 0]);
	});

	it('lets pages share twice as many entries after one that does not follow on', async () => {
		const store = new SimulatedList([100]);
		const found = await entriesOf(skipping(store, 60, 1), { pageSize: 20, inFlight: 1 });
		expect(idsOf(found)).toEqual(idsOf(store.entries));
		const offsets = store.queries.map(({ offset }) => offset);
		expect(offsets).toEqual([0, 18, 36, 54, 52, 68, 84]);
	});

	it('starts again up to ten times in a row without finding anything new, then fails', async () => {
		const store = new SimulatedList([20]);
		const readWith = async (times: number) =>
			await entriesOf(skipping(store, 5, times), { pageSize: 5, inFlight: 1 });
		expect(idsOf(await readWith(11))).toEqual(idsOf(store.entries));
		await expect(readWith(12)).rejects.toThrow('The list keeps changing while it is being read');
	});

	it('fails after eleven pages in a row that should bring something new and do not', async () => {
		const { entries } = new SimulatedList([5]);
		const offsets: number[] = [];
		const page = async ({ offset }: { offset: number }) => {
			offsets.push(offset);
			return entries;
		};
		await expect(entriesOf({ page }, { pageSize: 5, inFlight: 1 })).rejects.toThrow(
			'The list keeps changing while it is being read',
		);
		expect(offsets).toHaveLength(1 + 11);
	});

	it('does not count a page of known entries alone, read again, as one that brings nothing new', async () => {
		const store = new SimulatedList([20]);
		const offsets: number[] = [];
		const page = async ({ offset }: { offset: number }) => {
			offsets.push(offset);
			const isBroken = offsets.length === 2 || offsets.length === 3;
			return isBroken ? store.entries.slice(10, 15) : store.entries.slice(0, 5);
		};
		await expect(entriesOf({ page }, { pageSize: 5, inFlight: 1 })).rejects.toThrow(
			'The list keeps changing while it is being read',
		);
		expect(offsets.slice(0, 4)).toEqual([0, 3, 3, 0]);
		expect(offsets).toHaveLength(4 + 11);
	});
});

describe('readList on pages that begin within a second of which more may lie above', () => {
	/** Reads these entries to the end; `offsets` are those of the pages. */
	const readAll = async (entries: Entry[], pageSize: number) => {
		const offsets: number[] = [];
		const page: List['page'] = async ({ offset, limit }) => {
			offsets.push(offset);
			return entries.slice(offset, offset + limit);
		};
		const reading = await readList({ page }, { pageSize, inFlight: 1 });
		expect(idsOf(reading.entries)).toEqual(idsOf(entries));
		return { offsets, isComplete: reading.isComplete };
	};
	/** Nine entries: the first ones have a second each, all others are of one second. */
	const nine = (first: number) =>
		Array.from({ length: 9 }, (_, index) =>
			createdAt(0, Math.max(0, first - index), String(index)),
		);

	it('accepts them, unsurely, when no page could hold the second and an entry before it', async () => {
		expect(await readAll(nine(1), 5)).toEqual({ offsets: [0, 3, 6], isComplete: false });
	});

	it('starts again above the second when a page can hold it and an entry before it', async () => {
		const { offsets } = await readAll(nine(2), 5);
		expect(offsets.slice(0, 3)).toEqual([0, 3, 1]);
	});

	it('lets pages share such a second and an entry before it from then on', async () => {
		// The entries from 14 to 19 are of one second.
		const entries = Array.from({ length: 40 }, (_, index) =>
			createdAt(0, 100 - (index > 14 && index < 20 ? 14 : index), String(index)),
		);
		const { offsets } = await readAll(entries, 20);
		expect(offsets).toEqual([0, 18, 13, 26]);
	});

	it.each([
		[3, true],
		[4, false],
	])(
		'reads the same place again three times: after %d such pages the reading is complete: %s',
		async (times, isComplete) => {
			const store = new SimulatedList([100]);
			const list = store.asList();
			let left = times;
			const page: typeof list.page = async (query) => {
				const answer = await list.page(query);
				const isShifted = answer.some(({ id }) => id === store.entries[80]?.id) && left-- > 0;
				return isShifted ? store.entries.slice(79, 79 + query.limit) : answer;
			};
			const reading = await readList({ page }, { pageSize: 5, inFlight: 1 });
			expect(idsOf(reading.entries)).toEqual(idsOf(store.entries));
			expect(reading.isComplete).toBe(isComplete);
		},
	);
});
