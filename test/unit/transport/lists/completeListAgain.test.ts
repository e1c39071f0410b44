import { readCompleteList } from '../../../../nodes/Signaturit/transport/lists/completeList';
import type { Entry } from '../../../../nodes/Signaturit/transport/lists/paging';
import type { List, ReadLimits } from '../../../../nodes/Signaturit/transport/lists/readList';
import { createdAt } from './simulatedList';

const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** Entries of one day, newest first, by their ids. */
type Moment = readonly string[];
const moments = (...texts: string[]): Moment[] => texts.map((text) => [...text]);

/**
 * A list that is at the next moment as soon as a reading has come to its end; the last moment stays. Entries beyond
 * the fifth must make the difference: counting asks for the first five as well.
 */
function changing(
	all: readonly Moment[],
	{ isOneSecond = false, counts = [] }: { isOneSecond?: boolean; counts?: number[] } = {},
) {
	const seen = { readings: 0, counts: 0 };
	const page: List['page'] = async ({ offset, limit }) => {
		const moment = all[Math.min(seen.readings, all.length - 1)] ?? [];
		const entries = moment.map((id, index) => createdAt(0, isOneSecond ? 0 : 100 - index, id));
		const answer = entries.slice(offset, offset + limit);
		if (answer.length < limit) seen.readings++;
		return answer;
	};
	const count = async () => counts[Math.min(seen.counts++, counts.length - 1)] ?? 0;
	const read = async (limits: ReadLimits = {}) => {
		const list = counts.length > 0 ? { page, counter: { count } } : { page };
		const { entries, gap } = await readCompleteList(list, {
			pageSize: 5,
			inFlight: 1,
			...limits,
		});
		return { ids: ids(entries).join(''), gap, seen };
	};
	return { read };
}

describe('readCompleteList on a list that cannot be counted, of which a second fills more than a page', () => {
	it('reads it twice more, and then says that entries may be missing', async () => {
		const list = changing(moments('abcdefg', 'abcdefh', 'abcdefi', 'abcdefj'), {
			isOneSecond: true,
		});
		expect(await list.read()).toEqual({
			ids: 'abcdefghi',
			gap: {},
			seen: { readings: 3, counts: 0 },
		});
	});

	it('reads a part of it once, and says that entries may be missing', async () => {
		const list = changing(moments('abcdefg', 'abcdefh'), { isOneSecond: true });
		expect(await list.read({ limit: 9 })).toEqual({
			ids: 'abcdefg',
			gap: {},
			seen: { readings: 1, counts: 0 },
		});
	});

	it('believes the first complete reading', async () => {
		const list = changing(moments('abcdefg', 'abc', 'abcd'), { isOneSecond: true });
		expect(await list.read()).toEqual({
			ids: 'abcdefg',
			gap: undefined,
			seen: { readings: 2, counts: 0 },
		});
	});
});

describe('readCompleteList on a list whose pages follow on without a gap', () => {
	it('does not read again when only the second count agrees', async () => {
		const list = changing(moments('abcdefg'), { counts: [8, 7] });
		expect(await list.read()).toEqual({
			ids: 'abcdefg',
			gap: undefined,
			seen: { readings: 1, counts: 2 },
		});
	});

	it('reads again after two counts, and believes a reading that has as many entries as are counted', async () => {
		const list = changing(moments('abcdefg', 'abcdefgh'), { counts: [8] });
		expect(await list.read()).toEqual({
			ids: 'abcdefgh',
			gap: undefined,
			seen: { readings: 2, counts: 3 },
		});
	});

	it('ends after two readings that bring nothing new, and says how many entries are missing', async () => {
		const list = changing(moments('abcdefg'), { counts: [9] });
		expect(await list.read()).toEqual({
			ids: 'abcdefg',
			gap: { missing: 2 },
			seen: { readings: 3, counts: 4 },
		});
	});

	it('goes on for two more readings after one that brought something new', async () => {
		const list = changing(moments('abcdefg', 'abcdefg', 'abcdefh', 'abcdefg'), { counts: [9] });
		expect(await list.read()).toEqual({
			ids: 'abcdefgh',
			gap: { missing: 1 },
			seen: { readings: 5, counts: 6 },
		});
	});
});

describe('readCompleteList on a list of which a second fills more than a page', () => {
	const isOneSecond = true;

	it('believes readings that together have as many entries as are counted, twice in a row', async () => {
		const list = changing(moments('abcdefg'), { isOneSecond, counts: [7] });
		expect(await list.read()).toEqual({
			ids: 'abcdefg',
			gap: undefined,
			seen: { readings: 3, counts: 2 },
		});
	});

	it('goes on when the count changes, as entries that have gone could stand for some that are missing', async () => {
		const list = changing(moments('abcdefg', 'abcdefg', 'abcdefh', 'abcdefg', 'abcdefh'), {
			isOneSecond,
			counts: [7, 8],
		});
		expect(await list.read()).toEqual({
			ids: 'abcdefgh',
			gap: undefined,
			seen: { readings: 5, counts: 4 },
		});
	});

	it('ends after two readings that bring nothing new, and says how many entries are missing', async () => {
		const list = changing(moments('abcdefg'), { isOneSecond, counts: [9] });
		expect(await list.read()).toEqual({
			ids: 'abcdefg',
			gap: { missing: 2 },
			seen: { readings: 5, counts: 4 },
		});
	});

	it('ends after twenty readings more that always bring something new', async () => {
		const all = Array.from({ length: 30 }, (_, index) => [...'abcdef', String(index)]);
		const list = changing(all, { isOneSecond, counts: [100] });
		const { gap, seen } = await list.read();
		// Six entries, and one of each of 21 readings.
		expect(gap).toEqual({ missing: 100 - 27 });
		expect(seen).toEqual({ readings: 21, counts: 20 });
	});

	it('does not say how many entries are missing when no more are counted than known', async () => {
		const counts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 9 : 7));
		const list = changing(moments('abcdefg'), { isOneSecond, counts });
		expect((await list.read()).gap).toEqual({ missing: undefined });
	});
});
