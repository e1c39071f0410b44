import fc from 'fast-check';
import type { Entry } from '../../../../nodes/Signaturit/transport/lists/paging';
import {
	readList,
	type List,
	type ReadLimits,
} from '../../../../nodes/Signaturit/transport/lists/readList';
import { moment } from '../../moment';
import { propertyRuns } from '../../propertyRuns';
import { dayOf, SimulatedList } from './simulatedList';

const perDay = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
const pageSize = fc.integer({ min: 2, max: 7 });
const inFlight = fc.integer({ min: 1, max: 5 });
const entriesOf = async (list: List, limits?: ReadLimits) => (await readList(list, limits)).entries;
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

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
					expect(ids(await scheduler.waitFor(read))).toEqual(ids(store.entries));
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
					expect(ids(found)).toEqual(ids(store.within({ until })).slice(0, limit));
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
		expect(ids(await entriesOf(store.asList(), { pageSize: 2 }))).toEqual(ids(store.entries));
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
			expect(ids(found)).toEqual(ids(store.entries.slice(0, limit)));
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
		expect(ids(await entriesOf({ page }, { pageSize: 5 }))).toEqual(ids(store.entries));
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
		expect(ids(await entriesOf(store.asList(), { pageSize: 10 }))).toEqual(ids(store.entries));
		const read = store.queries.reduce((sum, { limit }) => sum + limit, 0);
		expect(read).toBeLessThan(2 * store.entries.length);
		expect(new Set(store.queries.map(({ until }) => until))).toEqual(
			new Set([undefined, dayOf(2), dayOf(1)]),
		);
	});

	it('goes on through any number of windows', async () => {
		const store = new SimulatedList(Array<number>(20).fill(30), 40);
		expect(ids(await entriesOf(store.asList(), { pageSize: 10 }))).toEqual(ids(store.entries));
	});

	it('requests no more below the window than the limit leaves', async () => {
		const store = new SimulatedList([30, 30, 30], 40);
		const found = await entriesOf(store.asList(), { pageSize: 10, limit: 45 });
		expect(ids(found)).toEqual(ids(store.entries.slice(0, 45)));
		// Ten entries of the second day are known. The last two come once more.
		expect(store.queries.at(-1)).toEqual({ offset: 8, limit: 7, until: dayOf(2) });
	});

	it('reads a day that fills the window exactly', async () => {
		const store = new SimulatedList([5, 40, 5], 40);
		expect(ids(await entriesOf(store.asList(), { pageSize: 10 }))).toEqual(ids(store.entries));
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
	/** What happens to the list between two answers. */
	const change = fc.oneof(
		{ weight: 4, arbitrary: fc.constant({ kind: 'nothing' } as const) },
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('add' as const),
				count: fc.integer({ min: 1, max: 3 }),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({ kind: fc.constant('remove' as const), index: fc.nat(200) }),
		},
	);

	it('returns each entry that exists during the whole reading, once and in order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 10 }),
				fc.integer({ min: 4, max: 9 }),
				inFlight,
				fc.array(change, { maxLength: 40 }),
				async (scheduler, days, size, atOnce, changes) => {
					const pending = [...changes];
					const delay = async () => {
						await scheduler.schedule(Promise.resolve());
						const next = pending.shift();
						if (next?.kind === 'add') store.add(next.count, days.length);
						if (next?.kind === 'remove') store.remove(next.index);
					};
					const store = new SimulatedList(days, 60, delay, 3);
					const atFirst = ids(store.entries);
					const read = entriesOf(store.asList(), { pageSize: size, inFlight: atOnce });
					const found = ids(await scheduler.waitFor(read));
					const atLast = new Set(ids(store.entries));
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
