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
	const isOneSecond = true;

	it('reads it once more, and then says that entries may be missing', async () => {
		const list = changing(moments('abcdefg', 'abcdefh', 'abcdefi'), { isOneSecond });
		expect(await list.read()).toEqual({
			ids: 'abcdefgh',
			gap: {},
			seen: { readings: 2, counts: 0 },
		});
	});

	it('reads a part of it once, and says that entries may be missing', async () => {
		const list = changing(moments('abcdefg', 'abcdefh'), { isOneSecond });
		expect(await list.read({ limit: 9 })).toEqual({
			ids: 'abcdefg',
			gap: {},
			seen: { readings: 1, counts: 0 },
		});
	});

	it('believes a second reading whose pages follow on', async () => {
		const list = changing(moments('abcdefg', 'abc', 'abcd'), { isOneSecond });
		expect(await list.read()).toEqual({
			ids: 'abcdefg',
			gap: undefined,
			seen: { readings: 2, counts: 0 },
		});
	});
});

describe.each([true, false])(
	'readCompleteList on a list of one second (%s) that can be counted',
	(isOneSecond) => {
		it('does not read again when as many entries are counted', async () => {
			const list = changing(moments('abcdefg'), { isOneSecond, counts: [7] });
			expect(await list.read()).toEqual({
				ids: 'abcdefg',
				gap: undefined,
				seen: { readings: 1, counts: 1 },
			});
		});

		it('reads again when more are counted, and believes both readings together', async () => {
			const list = changing(moments('abcdefg', 'abcdefh'), { isOneSecond, counts: [8] });
			expect(await list.read()).toEqual({
				ids: 'abcdefgh',
				gap: undefined,
				seen: { readings: 2, counts: 2 },
			});
		});

		it('says how many entries are missing from both', async () => {
			const list = changing(moments('abcdefg'), { isOneSecond, counts: [9] });
			expect(await list.read()).toEqual({
				ids: 'abcdefg',
				gap: { missing: 2 },
				seen: { readings: 2, counts: 2 },
			});
		});
	},
);
