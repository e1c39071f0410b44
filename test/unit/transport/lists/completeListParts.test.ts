import {
	gapOf,
	readCompleteList,
	union,
} from '../../../../nodes/Signaturit/transport/lists/completeList';
import type { Entry, PageQuery } from '../../../../nodes/Signaturit/transport/lists/paging';
import type { DayRange } from '../../../../nodes/Signaturit/transport/lists/timeRange';
import { createdAt, dayOf, SimulatedList } from './simulatedList';

const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

describe('readCompleteList on a part of a list', () => {
	const limits = { pageSize: 10, inFlight: 1 };

	it('asks for the given days only, by pages and by counts', async () => {
		const store = new SimulatedList([12, 12, 12], 1_000);
		const days = { since: dayOf(1), until: dayOf(2) };
		const { entries } = await readCompleteList(store.asList(), { ...limits, ...days });
		expect(ids(entries)).toEqual(ids(store.entries.slice(12, 24)));
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
		expect(ids(entries)).toEqual(['0-2', '0-1', '0-0']);
	});
});

describe('readCompleteList where an entry is missing', () => {
	/** The days that are counted, and those of the pages, when the first reading does not have the entry at `place`. */
	const readWithout = async (entries: Entry[], place: number, pageSize: number) => {
		const store = new SimulatedList([], 1_000);
		store.entries.push(...entries);
		const hidden = entries[place]?.id;
		let firstReading = Infinity;
		const list = store.asList();
		const page = async (query: PageQuery) => {
			if (store.queries.length >= firstReading) return await list.page(query);
			store.queries.push(query);
			const shown = entries.filter(({ id }) => id !== hidden);
			const answer = shown.slice(query.offset, query.offset + query.limit);
			if (answer.length < query.limit) firstReading = store.queries.length;
			return answer;
		};
		const read = await readCompleteList({ ...list, page }, { pageSize, inFlight: 1 });
		expect(ids(read.entries)).toEqual(ids(entries));
		expect(read.gap).toBeUndefined();
		const readAgain = store.queries.slice(firstReading).filter(({ offset }) => offset > 0);
		return {
			counted: store.counts.map(short),
			readAgain: [...new Set(readAgain.map(short))],
		};
	};
	const short = ({ since = '', until = '' }: DayRange) => `${since} to ${until}`;

	it('reads only its day again, which it finds by ever smaller ranges of days', async () => {
		const { entries } = new SimulatedList([12, 12, 12, 12]);
		const [second, third] = [dayOf(1), dayOf(2)];
		// The oldest entry of the second day of four.
		expect(await readWithout(entries, 35, 10)).toEqual({
			counted: [
				' to ',
				' to ',
				`${third} to `,
				` to ${third}`,
				` to ${third}`,
				`${second} to ${third}`,
				`${second} to ${third}`,
				`${second} to ${third}`,
				` to ${second}`,
			],
			readAgain: [`${second} to ${third}`],
		});
	});

	it.each([
		['fit into a page', 10, [' to ', ' to ', ' to ']],
		['are one more than a page', 11, [' to ', ' to ', `${dayOf(1)} to `, ` to ${dayOf(1)}`]],
	])('divides days unless the entries found %s', async (_, found, counted) => {
		const { entries } = new SimulatedList([found + 1 - 6, 6]);
		expect((await readWithout(entries, found, 10)).counted).toEqual(counted);
	});

	it.each([
		[
			'of one day',
			Array.from({ length: 12 }, (_, index) => createdAt(0, 20 - index, String(index))),
		],
		[
			'of one day, one of them without a date',
			Array.from({ length: 13 }, (_, index) =>
				index === 11 ? { id: '11' } : createdAt(0, 20 - index, String(index)),
			),
		],
	])('reads entries %s again as a whole', async (_, entries) => {
		const { counted } = await readWithout(entries, entries.length - 1, 10);
		expect(counted).toEqual([' to ', ' to ', ' to ']);
	});

	it('reads entries without dates again as a whole', async () => {
		const entries = Array.from({ length: 151 }, (_, index) => ({ id: String(index) }));
		const { counted } = await readWithout(entries, 150, 100);
		expect(counted).toEqual([' to ', ' to ', ' to ']);
	});

	it('only compares each part that is left twice when the counts are used up while a part is read again', async () => {
		const store = new SimulatedList(Array<number>(405).fill(11), 100_000);
		const list = store.asList();
		const counter = store.counter(100_000);
		// The newest day takes one count, so the last of the 200 is of a part that is read again.
		const newest = dayOf(404);
		const isOlder = ({ created_at = '' }: Entry) => created_at < newest;
		const count = async (days: DayRange) =>
			(await counter.count(days)) + store.within(days).filter(isOlder).length;
		const { gap } = await readCompleteList(
			{ ...list, counter: { ...counter, count } },
			{ pageSize: 10 },
		);
		expect(gap).toEqual({ missing: 404 * 11 });
		const left = store.counts.slice(200);
		expect(left).not.toEqual([]);
		const parts = [...new Set(left.map(({ since, until }) => `${since} ${until}`))];
		expect(left).toHaveLength(2 * parts.length);
	});
});

describe('union', () => {
	it('has each entry once, the newest first', () => {
		const [a, b, c, d] = [3, 2, 2, 1].map((second, index) => createdAt(0, second, String(index)));
		if (!a || !b || !c || !d) throw new Error('Four entries are needed');
		expect(union([a, c], [b, c, d])).toEqual([a, c, b, d]);
		expect(union([{ id: 'x' }], [{ id: 'y' }, { id: 'x' }])).toEqual([{ id: 'x' }, { id: 'y' }]);
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
