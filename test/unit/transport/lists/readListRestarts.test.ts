import type { Entry } from '../../../../nodes/Signaturit/transport/lists/paging';
import { readList, type List } from '../../../../nodes/Signaturit/transport/lists/readList';
import { SimulatedList } from './simulatedList';

const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** The list, except that the page at `offset` leaves out its first entry the first `times` times. */
function skipping(store: SimulatedList, offset: number, times: number): List<Entry> {
	const list = store.asList();
	let left = times;
	return {
		page: async (query) => {
			const page = await list.page(query);
			return query.offset === offset && left-- > 0 ? page.slice(1) : page;
		},
	};
}

describe('readList on pages that do not hold what they should', () => {
	it.each([Infinity, 40])(
		'reads on where its pages ended when new entries left too few old ones in them (window %d)',
		async (window) => {
			const store = new SimulatedList([20], window);
			const atFirst = ids(store.entries);
			const list = store.asList();
			const page: typeof list.page = async (query) => {
				if (query.offset === 4) store.add(3, 1);
				return await list.page(query);
			};
			const found = await readList({ ...list, page }, { pageSize: 5, limit: 8 });
			expect(ids(found)).toEqual(atFirst.slice(0, 8));
			expect(store.queries).toEqual([
				{ offset: 0, limit: 5 },
				{ offset: 4, limit: 4 },
				{ offset: 7, limit: 4 },
			]);
		},
	);

	it('returns no more than the limit when entries that went make the pages hold more new ones', async () => {
		const store = new SimulatedList([20]);
		const atFirst = ids(store.entries);
		const list = store.asList();
		const page: typeof list.page = async (query) => {
			if (query.offset === 4 && store.queries.length === 1) store.add(3, 1);
			if (query.offset === 7) store.remove(0);
			return await list.page(query);
		};
		const found = await readList({ page }, { pageSize: 5, limit: 8 });
		expect(ids(found)).toEqual(atFirst.slice(0, 8));
	});

	it('starts again ever further above a page that does not follow on', async () => {
		const store = new SimulatedList([100]);
		const found = await readList(skipping(store, 80, 6), { pageSize: 5, inFlight: 1 });
		expect(ids(found)).toEqual(ids(store.entries));
		const offsets = store.queries.map(({ offset }) => offset);
		const restarts = offsets.filter((offset, index) => offset < (offsets[index - 1] ?? 0));
		expect(restarts).toEqual([76, 72, 64, 48, 16, 0]);
	});

	it('starts again up to ten times in a row without finding anything new, then fails', async () => {
		const store = new SimulatedList([20]);
		const readWith = async (times: number) =>
			await readList(skipping(store, 4, times), { pageSize: 5 });
		expect(ids(await readWith(11))).toEqual(ids(store.entries));
		await expect(readWith(12)).rejects.toThrow('The list keeps changing while it is being read');
	});

	it('fails after eleven pages in a row that should bring something new and do not', async () => {
		const { entries } = new SimulatedList([5]);
		const offsets: number[] = [];
		const page = async ({ offset }: { offset: number }) => {
			offsets.push(offset);
			return entries;
		};
		await expect(readList({ page }, { pageSize: 5, inFlight: 1 })).rejects.toThrow(
			'The list keeps changing while it is being read',
		);
		expect(offsets).toHaveLength(1 + 11);
	});

	it('does not count a page of known entries alone, read again, as one that brings nothing new', async () => {
		const store = new SimulatedList([20]);
		const offsets: number[] = [];
		const page = async ({ offset }: { offset: number }) => {
			offsets.push(offset);
			return offsets.length === 2 ? store.entries.slice(10, 15) : store.entries.slice(0, 5);
		};
		await expect(readList({ page }, { pageSize: 5, inFlight: 1 })).rejects.toThrow(
			'The list keeps changing while it is being read',
		);
		expect(offsets.slice(0, 3)).toEqual([0, 4, 0]);
		expect(offsets).toHaveLength(3 + 11);
	});
});
