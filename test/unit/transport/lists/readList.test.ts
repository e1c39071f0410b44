import fc from 'fast-check';
import {
	type List,
	type ReadLimits,
	readList,
} from '../../../../nodes/Signaturit/transport/lists/readList';
import { moment } from '../../moment';
import { propertyRuns } from '../../propertyRuns';
import { changes, changingList, dayOf, idsOf, SimulatedList } from './simulatedList';

const perDay = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
const pageSize = fc.integer({ min: 2, max: 7 });
const inFlight = fc.integer({ min: 1, max: 5 });
const entriesOf = async (list: List, limits?: ReadLimits) => (await readList(list, limits)).entries;

describe('readList on a list that does not change', () => {
	it('returns every entry once and in order, whatever order pages arrive in, within the page size and window', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				perDay,
				pageSize,
				inFlight,
				// The window is larger than the entries of any day.
				fc.integer({ min: 13, max: 40 }),
				async (scheduler, days, size, atOnce, window) => {
					const delay = async () => await scheduler.schedule(Promise.resolve());
					const store = new SimulatedList(days, window, delay, 3);
					const read = entriesOf(store.asList(), { pageSize: size, inFlight: atOnce });
					expect(idsOf(await scheduler.waitFor(read))).toEqual(idsOf(store.entries));
					expect(store.peak).toBeLessThanOrEqual(atOnce);
					for (const { limit, offset } of store.queries) {
						expect(limit).toBeGreaterThanOrEqual(1);
						expect(limit).toBeLessThanOrEqual(size);
						expect(offset + limit).toBeLessThanOrEqual(window);
					}
				},
			),
			{ numRuns: propertyRuns(75) },
		);
	});

	it('returns the entries before the given day up to the limit, and requests none beyond the limit', async () => {
		await fc.assert(
			fc.asyncProperty(
				perDay,
				pageSize,
				fc.integer({ min: 1, max: 60 }),
				fc.option(fc.nat(12), { nil: undefined }),
				async (days, size, limit, untilDay) => {
					const until = untilDay === undefined ? undefined : dayOf(untilDay);
					const store = new SimulatedList(days, 40);
					const found = await entriesOf(store.asList(), { limit, until, pageSize: size });
					expect(idsOf(found)).toEqual(idsOf(store.within({ until })).slice(0, limit));
					const asked = Math.max(...store.queries.map((query) => query.offset + query.limit));
					expect(asked).toBeLessThanOrEqual(limit);
				},
			),
		);
	});

	it('reads one page when the limit fits into one page', async () => {
		const store = new SimulatedList([500]);
		await entriesOf(store.asList(), { limit: 100 });
		expect(store.queries).toEqual([{ limit: 100, offset: 0, until: undefined }]);
	});

	it('reads pages of two entries', async () => {
		const store = new SimulatedList([5]);
		expect(idsOf(await entriesOf(store.asList(), { pageSize: 2 }))).toEqual(idsOf(store.entries));
	});

	it.each([
		{ limit: 3, asked: [[0, 10]] },
		{
			limit: 25,
			asked: [
				[0, 10],
				[8, 10],
				[16, 9],
			],
		},
	])(
		'requests as much as the limit $limit, but at least a page, when entries are to be kept',
		async ({ limit, asked }) => {
			const store = new SimulatedList([60]);
			const keep = () => true;
			const found = await entriesOf(store.asList(), { limit, keep, pageSize: 10 });
			expect(idsOf(found)).toEqual(idsOf(store.entries.slice(0, limit)));
			expect(store.queries.map((query) => [query.offset, query.limit])).toEqual(asked);
		},
	);

	it('requests only a few pages beyond the end of the list', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(200), fc.integer({ min: 3, max: 7 }), async (count, size) => {
				const store = new SimulatedList([count]);
				await entriesOf(store.asList(), { pageSize: size, inFlight: 8 });
				const needed = Math.max(1, Math.ceil(count / (size - 2)));
				expect(store.queries.length).toBeLessThanOrEqual(Math.min(2 * needed + 1, needed + 8));
			}),
		);
	});

	it('ignores an empty page beyond the end that arrives before the last page', async () => {
		const store = new SimulatedList([11]);
		const list = store.asList();
		let answeredBeyond: () => void;
		const beyond = new Promise<void>((resolve) => (answeredBeyond = resolve));
		const page: typeof list.page = async (query) => {
			const answer = await list.page(query);
			if (query.offset === 12) answeredBeyond();
			if (query.offset === 8) {
				await beyond;
				await moment();
			}
			return answer;
		};
		expect(idsOf(await entriesOf({ page }, { pageSize: 5 }))).toEqual(idsOf(store.entries));
		const offsets = store.queries.map(({ offset }) => offset);
		expect(offsets).toContain(12);
		expect(new Set(offsets).size).toBe(offsets.length);
	});

	it('requests no further pages after a page fails', async () => {
		const store = new SimulatedList([5000]);
		const list = store.asList();
		const read = entriesOf({
			page: async (query) => {
				if (query.offset >= 1000) throw new Error('no such page');
				return await list.page(query);
			},
		});
		await expect(read).rejects.toThrow('no such page');
		expect(store.queries.length).toBeLessThan(20);
	});
});

describe('readList beyond the window', () => {
	it('goes on by days and reads less than twice as many entries as there are', async () => {
		const store = new SimulatedList([30, 30, 30], 40);
		expect(idsOf(await entriesOf(store.asList(), { pageSize: 10 }))).toEqual(idsOf(store.entries));
		const read = store.queries.reduce((sum, { limit }) => sum + limit, 0);
		expect(read).toBeLessThan(2 * store.entries.length);
		expect(new Set(store.queries.map(({ until }) => until))).toEqual(
			new Set([undefined, dayOf(2), dayOf(1)]),
		);
	});

	it('requests no more below the window than the limit leaves', async () => {
		const store = new SimulatedList([30, 30, 30], 40);
		const found = await entriesOf(store.asList(), { pageSize: 10, limit: 45 });
		expect(idsOf(found)).toEqual(idsOf(store.entries.slice(0, 45)));
		// Ten entries of the second day are known. The last two come once more.
		expect(store.queries.at(-1)).toEqual({ offset: 8, limit: 7, until: dayOf(2) });
	});

	it.each([
		['through any number of windows', Array<number>(20).fill(30)],
		['below a day that fills the window exactly', [5, 40, 5]],
	])('goes on %s', async (_, days) => {
		const store = new SimulatedList(days, 40);
		expect(idsOf(await entriesOf(store.asList(), { pageSize: 10 }))).toEqual(idsOf(store.entries));
	});

	it('fails with the day and its count when one day has more entries than the window', async () => {
		const store = new SimulatedList([5, 41, 5], 40);
		await expect(entriesOf(store.asList(), { pageSize: 10 })).rejects.toMatchObject({
			message: `${dayOf(1)} alone has 41 entries, but Signaturit lists 40 of a day at most`,
			description: expect.stringContaining('Narrow it by filters'),
		});
	});

	it('returns as many entries as the limit when the day has more than the window', async () => {
		const store = new SimulatedList([100], 40);
		expect(await entriesOf(store.asList(), { pageSize: 10, limit: 40 })).toHaveLength(40);
	});

	it('fails when the list is not sorted by date', async () => {
		const store = new SimulatedList([30, 30, 30], 40);
		store.entries.reverse();
		await expect(entriesOf(store.asList(), { pageSize: 10 })).rejects.toThrow('not sorted by date');
	});
});

describe('readList on a list that changes meanwhile', () => {
	it('returns each entry that exists during the whole reading, once and in order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 10 }),
				fc.integer({ min: 4, max: 9 }),
				inFlight,
				changes(2),
				async (scheduler, days, size, atOnce, changed) => {
					const store = changingList(scheduler, days, changed);
					const atFirst = idsOf(store.entries);
					const read = entriesOf(store.asList(), { pageSize: size, inFlight: atOnce });
					const found = idsOf(await scheduler.waitFor(read));
					const atLast = new Set(idsOf(store.entries));
					const throughout = atFirst.filter((id) => atLast.has(id));
					expect(new Set(found).size).toBe(found.length);
					expect(found.filter((id) => throughout.includes(id))).toEqual(throughout);
				},
			),
			{ numRuns: propertyRuns(400) },
		);
	});

	it('fails with a clear message when the list never stops changing', async () => {
		let id = 0;
		const page = async ({ limit }: { limit: number }) =>
			Array.from({ length: limit }, () => ({ id: String(id++ % (limit + 1)) }));
		await expect(entriesOf({ page }, { pageSize: 5 })).rejects.toThrow(
			'The list keeps changing while it is being read',
		);
	});
});

describe('readList on a list that never ends', () => {
	it('gives up soon after as many entries as are counted', async () => {
		let last = 0;
		const day = (number: number) => new Date(4e12 - number * 1_000).toISOString();
		const page = async ({ limit, offset }: { limit: number; offset: number }) => {
			last = Math.max(last, offset + limit);
			return Array.from({ length: limit }, (_, index) => ({
				id: String(offset + index),
				created_at: day(offset + index),
			}));
		};
		await expect(readList({ page, counter: { count: async () => 500 } })).rejects.toThrow(
			'Signaturit lists more entries than it counts',
		);
		expect(last).toBeLessThan(30_000);
	});

	it.each([
		{ length: 19_999, counts: 0 },
		{ length: 20_000, counts: 1 },
		{ length: 21_800, counts: 1 },
		{ length: 24_000, counts: 2 },
	])(
		'counts a list when 20,000 entries are known, and again when 20,000 more than counted are: $counts times at $length entries',
		async ({ length, counts }) => {
			const store = new SimulatedList([length]);
			let counted = 0;
			const count = async () => (++counted === 1 ? 1_800 : length);
			const list = { ...store.asList(), counter: { count } };
			const found = await entriesOf(list, { pageSize: 2_000, inFlight: 1 });
			expect(found).toHaveLength(length);
			expect(counted).toBe(counts);
		},
	);

	it('refuses a list with one entry more than 20,000 more than are counted', async () => {
		const list = {
			...new SimulatedList([21_800]).asList(),
			counter: { count: async () => 1_799 },
		};
		await expect(entriesOf(list, { pageSize: 2_000, inFlight: 1 })).rejects.toThrow(
			'Signaturit lists more entries than it counts',
		);
	});

	it('reads more than 20,000 entries of a list that cannot be counted', async () => {
		const store = new SimulatedList([21_000]);
		expect(await entriesOf(store.asList(), { pageSize: 2_000, inFlight: 1 })).toHaveLength(21_000);
	});
});
