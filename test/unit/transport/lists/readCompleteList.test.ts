import fc from 'fast-check';
import type { Entry } from '../../../../nodes/Signaturit/transport/lists/paging';
import {
	gapOf,
	type List,
	readCompleteList,
	type ReadLimits,
} from '../../../../nodes/Signaturit/transport/lists/readList';
import { propertyRuns } from '../../propertyRuns';
import { changes, changingList, createdAt, dayOf, idsOf, SimulatedList } from './simulatedList';

const lost = (all: readonly Entry[], found: readonly Entry[]) => {
	const known = new Set(idsOf(found));
	return idsOf(all).filter((id) => !known.has(id));
};

/** Numbers from 0 to 1 that look random and are the same in each run. */
function pseudoRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

/** A bulk sending: as many entries each second as `perSecond` says, for 200 seconds each day. */
function campaign(count: number, perSecond: () => number): SimulatedList {
	const store = new SimulatedList([], 10_000);
	for (let second = 0; store.entries.length < count; second++) {
		for (let left = perSecond(); left > 0; left--) {
			const id = String(store.entries.length);
			store.entries.push(createdAt(Math.floor(second / 200), second % 200, id));
		}
	}
	store.entries.reverse();
	return store;
}

describe('readCompleteList on a list whose entries of one second change places from page to page', () => {
	it('returns each entry that exists during the whole reading, once and by seconds, or says that some may be missing, or that it cannot be read', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 10 }),
				fc.integer({ min: 3, max: 9 }),
				fc.integer({ min: 1, max: 5 }),
				changes(6),
				fc.nat(),
				async (scheduler, days, pageSize, inFlight, changed, seed) => {
					const store = changingList(scheduler, days, changed);
					store.random = pseudoRandom(seed);
					const atFirst = [...store.entries];
					const read = readCompleteList(store.asList(), { pageSize, inFlight });
					const reading = await scheduler.waitFor(read).catch((error: Error) => error.message);
					if (typeof reading === 'string') {
						expect(reading).toBe('The list keeps changing while it is being read');
						// Pages that hold little more than one second may never follow on while entries come and go.
						expect(pageSize).toBeLessThan(5);
						return;
					}
					const { entries, gap } = reading;
					const throughout = atFirst.filter((entry) => store.entries.includes(entry));
					if (!gap) expect(lost(throughout, entries)).toEqual([]);
					// Three entries share a second: a page that holds them and one before and after misses nothing.
					if (pageSize >= 5) expect(gap).toBeUndefined();
					expect(new Set(idsOf(entries)).size).toBe(entries.length);
					const times = entries.map(({ created_at = '' }) => created_at);
					expect(times).toEqual([...times].sort().reverse());
				},
			),
			{ numRuns: propertyRuns(200) },
		);
	});

	it('loses none of 27,000 entries of a campaign that sends up to 40 a second', async () => {
		const random = pseudoRandom(7);
		const store = campaign(27_000, () => 1 + Math.floor(random() * 40));
		store.random = random;
		const { entries, gap } = await readCompleteList(store.asList());
		expect(lost(store.entries, entries)).toEqual([]);
		expect(gap).toBeUndefined();
		expect(store.queries.length).toBeLessThan(2 * 270 + 1);
	});

	it('says how many it lost when a second has more entries than a page', async () => {
		const store = campaign(3_000, () => 150);
		store.random = pseudoRandom(3);
		const { entries, gap } = await readCompleteList(store.asList());
		const missing = lost(store.entries, entries).length;
		expect(missing).toBeGreaterThan(0);
		expect(gap).toEqual({ missing });
	});
});

describe('readCompleteList', () => {
	const read = async (store: SimulatedList, list = store.asList(), limits: ReadLimits = {}) =>
		await readCompleteList(list, { pageSize: 10, ...limits });
	/** The list, except that no page has the entry at `place` the first `times` times it should. */
	const hiding = (store: SimulatedList, place: number, times: number): List => {
		const list = store.asList();
		const hidden = store.entries[place]?.id;
		let left = times;
		return {
			...list,
			page: async (query) => {
				const page = await list.page(query);
				if (!page.some(({ id }) => id === hidden) || left-- <= 0) return page;
				const more = await list.page({ ...query, limit: query.limit + 1 });
				return more.filter(({ id }) => id !== hidden);
			},
		};
	};

	it.each<[string, number, ReadLimits, counts: unknown[]]>([
		['not counted when it ends with its first page', 9, {}, []],
		['counted when it fills its only page', 10, {}, [{}]],
		['counted once when as many entries were found', 30, {}, [{}]],
		['not counted when there is a limit', 30, { limit: 25 }, []],
	])('gives a list of which nothing is missing; it is %s', async (_, length, limits, counts) => {
		const store = new SimulatedList([length], 40);
		const entries = store.entries.slice(0, limits.limit);
		expect(await read(store, undefined, limits)).toEqual({ entries, gap: undefined });
		expect(store.counts).toEqual(counts);
	});

	it('asks for one page of a list that ends with it', async () => {
		const store = new SimulatedList([9], 40);
		await read(store);
		expect(store.queries).toHaveLength(1);
	});

	it('reads a list once more in which an entry is missing', async () => {
		const store = new SimulatedList([30, 30], 1_000);
		const { entries, gap } = await read(store, hiding(store, 30, 1));
		expect(lost(store.entries, entries)).toEqual([]);
		expect(gap).toBeUndefined();
		expect(store.counts).toHaveLength(2);
	});

	it('says how many entries are missing when they are not found by reading again', async () => {
		const store = new SimulatedList([30, 30, 30], 1_000);
		const { entries, gap } = await read(store, hiding(store, 45, Infinity));
		expect(entries).toHaveLength(89);
		expect(gap).toEqual({ missing: 1 });
		expect(store.counts).toHaveLength(2);
	});

	it('says nothing of how many are missing when no more are counted than known', async () => {
		const store = campaign(450, () => 150);
		store.random = pseudoRandom(3);
		const { page } = store.asList();
		const counter = { count: async () => 400 };
		const { gap } = await readCompleteList({ page, counter });
		expect(gap).toEqual({ missing: undefined });
	});

	it.each([
		['twice if all of it is wanted', {}, 2],
		['once if only a part is', { limit: 460 }, 1],
	])(
		'reads a list that cannot be counted, of which a second fills more than a page, %s',
		async (_, limits, readings) => {
			const store = campaign(450, () => 150);
			store.random = pseudoRandom(3);
			const list = store.asList();
			let ends = 0;
			const page: List['page'] = async (query) => {
				const answer = await list.page(query);
				if (answer.length < query.limit) ends++;
				return answer;
			};
			const { gap } = await readCompleteList({ page }, { inFlight: 1, ...limits });
			expect({ gap, ends }).toEqual({ gap: {}, ends: readings });
		},
	);

	it.each<[string, (store: SimulatedList) => void, found: number]>([
		[
			'have come since the reading',
			(store) => {
				if (store.entries.length === 30) store.add(2, 1);
			},
			32,
		],
		['have gone since', (store) => store.remove(3), 30],
	])('takes no entries that %s for missing ones', async (_, change, found) => {
		const store = new SimulatedList([30], 1_000);
		const list = store.asList();
		const page: typeof list.page = async (query) => {
			const answer = await list.page(query);
			if (answer.length < query.limit) change(store);
			return answer;
		};
		const { entries, gap } = await read(store, { ...list, page });
		expect(entries).toHaveLength(found);
		expect(gap).toBeUndefined();
	});

	it('returns only entries that are to be kept, and reads on until there are as many as the limit', async () => {
		const store = new SimulatedList([40, 40], 1_000);
		const keep = ({ id }: Entry) => id.startsWith('0-');
		const all = await read(store, undefined, { keep, until: dayOf(2) });
		expect(idsOf(all.entries)).toEqual(idsOf(store.entries.slice(40)));
		const some = await read(store, undefined, { keep, limit: 15 });
		expect(idsOf(some.entries)).toEqual(idsOf(store.entries.slice(40, 55)));
	});
});

describe('readCompleteList on a part of a list', () => {
	const limits = { pageSize: 10, inFlight: 1 };

	it('asks for the given days only, by pages and by counts', async () => {
		const store = new SimulatedList([12, 12, 12], 1_000);
		const days = { since: dayOf(1), until: dayOf(2) };
		const { entries } = await readCompleteList(store.asList(), { ...limits, ...days });
		expect(idsOf(entries)).toEqual(idsOf(store.entries.slice(12, 24)));
		expect(store.counts).toEqual([days]);
		for (const query of store.queries) expect(query).toMatchObject(days);
	});

	it('asks for a page of the newest entries with each count', async () => {
		const store = new SimulatedList([12], 1_000);
		await readCompleteList(store.asList(), limits);
		expect(store.counts).toHaveLength(1);
		expect(store.queries.at(-1)).toEqual({
			since: undefined,
			until: undefined,
			offset: 0,
			limit: 10,
		});
	});

	it('returns only entries that are to be kept when the list ends with its first page', async () => {
		const store = new SimulatedList([3, 4], 1_000);
		const keep = ({ id }: Entry) => id.startsWith('0-');
		const { entries } = await readCompleteList(store.asList(), { ...limits, keep });
		expect(idsOf(entries)).toEqual(['0-2', '0-1', '0-0']);
	});
});

describe('gapOf', () => {
	it('adds up what is missing', () => {
		expect(gapOf([{}, {}])).toBeUndefined();
		expect(gapOf([{ gap: { missing: 2 } }, {}, { gap: { missing: 3 } }])).toEqual({
			missing: 5,
		});
		expect(gapOf([{ gap: {} }, {}])).toEqual({ missing: undefined });
	});
});
