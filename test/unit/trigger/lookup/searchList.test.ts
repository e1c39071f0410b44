import fc from 'fast-check';
import {
	searchList,
	type SearchedList,
} from '../../../../nodes/Signaturit/trigger/lookup/searchList';

interface Entry {
	id: string;
	time: number;
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** The day of the search begins here. */
const BEGIN = 20_000 * DAY;
const TOLERANCE = 60 * SECOND;

/** What happens to a list between two answers. */
interface Life {
	/** So many entries come at the top before each answer. */
	arrivals?: number;
	topFirst?: boolean;
	/** What the service counts in excess of the truth: of all entries, and of those of newer days. */
	miscount?: number;
	miscountAbove?: number;
	/** Every so many entries, one has no date. */
	undated?: number;
	reach?: number;
}

/** A list of these times as the service would answer it, and the calls that were made. */
function listOf(times: readonly number[], life: Life = {}) {
	const { arrivals = 0, topFirst = false, reach = Infinity } = life;
	const { miscount = 0, miscountAbove = 0, undated = Infinity } = life;
	const entries = times
		.map((time, index): Entry => ({ id: `e${index}`, time }))
		.sort((a, b) => b.time - a.time || 0)
		.map((entry, index) => (index % undated === 5 ? { ...entry, time: NaN } : entry));
	const calls: string[] = [];
	const all = () => {
		for (let i = 0; i < arrivals; i++) {
			entries.unshift({ id: `n${entries.length}`, time: BEGIN + DAY * 3 });
		}
		return entries;
	};
	const list: SearchedList<Entry> = {
		page: async (offset) => {
			if (offset < 0 || offset + 100 > reach) throw new Error(`no page at ${offset}`);
			calls.push(`page ${offset}`);
			const page = all().slice(offset, offset + 100);
			return { entries: page, size: page.length };
		},
		count: async () => {
			calls.push('count');
			return Math.max(0, all().length + miscount);
		},
		countAbove: async () => {
			calls.push('count above');
			const end = BEGIN + DAY;
			const count = all().filter(({ time }) => time >= end).length;
			return { count: count + miscountAbove, time: end };
		},
		reach,
		topFirst,
	};
	return { list, calls };
}

async function search(times: readonly number[], time: number, id: string, life?: Life) {
	const { list, calls } = listOf(times, life);
	const moments = { from: time - TOLERANCE, near: time, to: time + TOLERANCE };
	const found = await searchList(list, moments, (entry) => entry.id === id);
	return { found: typeof found === 'object' ? found.id : found, calls };
}

/** Times that are spread evenly from one moment to another. */
const spread = (count: number, from: number, to: number) =>
	Array.from({ length: count }, (_, index) => from + ((to - from) / count) * index);

const life = fc.record({
	arrivals: fc.constantFrom(0, 0, 1, 5, 30),
	topFirst: fc.boolean(),
	miscount: fc.constantFrom(0, 0, -7, 7, -300, 300),
	miscountAbove: fc.constantFrom(0, 0, -7, 7, -300, 300),
	undated: fc.constantFrom(Infinity, 30, 2),
});
/** Bursts: so many entries within so long, from a moment of these days on. */
const bursts = fc.array(
	fc.record({
		at: fc.integer({ min: 0, max: 2 * DAY }),
		count: fc.integer({ min: 1, max: 800 }),
		within: fc.constantFrom(0, SECOND, TOLERANCE, DAY / 4),
	}),
	{ minLength: 1, maxLength: 5 },
);
const timesOf = (all: Array<{ at: number; count: number; within: number }>) =>
	all
		.flatMap(({ at, count, within }) => spread(count, BEGIN + at, BEGIN + at + within))
		.map((time) => Math.floor(time / SECOND) * SECOND);

describe('the search in a list by time', () => {
	it('never misses an entry that is there, whatever the list is like and whatever comes meanwhile', async () => {
		await fc.assert(
			fc.asyncProperty(bursts, fc.nat(), life, async (all, pick, changes) => {
				const times = timesOf(all);
				const index = pick % times.length;
				const { found, calls } = await search(times, times[index] ?? 0, `e${index}`, changes);
				expect([`e${index}`, 'undecided']).toContain(found);
				expect(calls.length).toBeLessThanOrEqual(12);
			}),
		);
	});

	it('never misses an entry whose date differs a little from the time that is known', async () => {
		await fc.assert(
			fc.asyncProperty(
				bursts,
				fc.nat(),
				fc.integer({ min: -TOLERANCE, max: TOLERANCE }),
				async (all, pick, difference) => {
					const times = timesOf(all);
					const index = pick % times.length;
					const time = (times[index] ?? 0) + difference;
					expect([`e${index}`, 'undecided']).toContain(
						(await search(times, time, `e${index}`)).found,
					);
				},
			),
		);
	});

	it('never finds what is not there, and is sure of it unless very much was created at that time', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 3_000 }),
				fc.integer({ min: 0, max: DAY }),
				fc.boolean(),
				async (count, at, topFirst) => {
					const times = spread(count, BEGIN, BEGIN + 2 * DAY);
					const { found } = await search(times, BEGIN + at, 'stranger', { topFirst });
					expect(found).toBe('none');
				},
			),
		);
	});

	const NOON = BEGIN + DAY / 2;
	it.each([
		['of the days after', spread(2_000, BEGIN + DAY, BEGIN + 40 * DAY), false],
		['of the same day', spread(2_000, NOON + SECOND, BEGIN + DAY), true],
		['of the same moment', spread(2_000, NOON + SECOND, NOON + 3 * SECOND), true],
	])('finds an entry behind 2,000 newer ones %s with few calls', async (_, newer, topFirst) => {
		const needed = [];
		for (const older of [0, 40, 80, 500]) {
			const times = [NOON, ...newer, ...spread(older, BEGIN, NOON)];
			const { found, calls } = await search(times, NOON, 'e0', { topFirst });
			expect(found).toBe('e0');
			needed.push(calls.length);
		}
		const few = topFirst ? 3 : 2;
		expect(needed.slice(0, 3)).toEqual([few, few, few]);
		// The end of the list is read in vain when the day has many older ones.
		expect(needed[3]).toBeLessThanOrEqual(9);
	});

	it('reads the end of a list first when the entry is old, and the top when it is fresh', async () => {
		const times = spread(300, BEGIN, BEGIN + 2 * DAY);
		expect((await search(times, BEGIN, 'e0')).calls).toEqual(['count', 'page 210']);
		const fresh = await search(times, times[299] ?? 0, 'e299', { topFirst: true });
		expect(fresh.calls).toEqual(['page 0']);
	});

	it('asks for the count of newer days when the entry is not near the end', async () => {
		const times = spread(2_000, BEGIN, BEGIN + 2 * DAY);
		expect((await search(times, times[900] ?? 0, 'e900')).calls).toEqual([
			'count',
			'page 1910',
			'count above',
			expect.stringMatching(/^page 10\d\d$/),
		]);
	});

	it('says that nothing is there after one page when the list is no longer', async () => {
		const times = spread(60, BEGIN, BEGIN + DAY);
		const { found, calls } = await search(times, BEGIN, 'stranger', { topFirst: true });
		expect({ found, calls }).toEqual({ found: 'none', calls: ['page 0'] });
		expect(await search([], BEGIN, 'stranger')).toEqual({
			found: 'none',
			calls: ['count', 'page 0'],
		});
	});

	it('is undecided when more entries were created in that second than it may read', async () => {
		const times = Array<number>(2_500).fill(BEGIN);
		const { found, calls } = await search(times, BEGIN, 'stranger');
		expect(found).toBe('undecided');
		expect(calls).toHaveLength(12);
	});

	it('is undecided when entries without a date hide what is between them', async () => {
		const times = [...spread(300, BEGIN, BEGIN + DAY), ...Array<number>(1_500).fill(NaN)];
		expect((await search(times, BEGIN + DAY / 2, 'stranger')).found).toBe('undecided');
	});

	it('is sure although an entry of each page has no date', async () => {
		const times = spread(400, BEGIN, BEGIN + DAY);
		const { found, calls } = await search(times, BEGIN + DAY / 2, 'stranger', { undated: 50 });
		expect(found).toBe('none');
		expect(calls.length).toBeLessThanOrEqual(5);
	});

	it('finds the entry although the count of newer days leads below it', async () => {
		const times = spread(2_000, BEGIN, BEGIN + 2 * DAY);
		const wrong = { miscountAbove: 950 };
		expect((await search(times, times[900] ?? 0, 'e900', wrong)).found).toBe('e900');
	});

	it('does not ask for pages beyond what the list gives out', async () => {
		const times = spread(12_000, BEGIN, BEGIN + DAY);
		const options = { reach: 10_000, topFirst: true };
		expect((await search(times, BEGIN, 'e0', options)).found).toBe('undecided');
		expect((await search(times, times[3_000] ?? 0, 'e3000', options)).found).toBe('e3000');
	});
});
