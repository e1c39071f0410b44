import fc from 'fast-check';
import { idsOf } from './simulatedList';
import {
	addPage,
	assertEnds,
	type Entry,
	idleTimes,
	lastDay,
	lastSecond,
	pageNumber,
	type PageQuery,
	pagesFrom,
	seamOf,
	startBelow,
	union,
	walkPages,
} from '../../../../nodes/Signaturit/transport/lists/paging';

const entry = (id: string, second: number): Entry => ({
	id,
	created_at: `2026-03-01T10:00:${String(second).padStart(2, '0')}+0000`,
});
const found = (...entries: Entry[]) => ({
	entries,
	indexById: new Map(entries.map(({ id }, index) => [id, index])),
});

describe('pagesFrom', () => {
	it('covers all wanted entries, each page starting with the last entries of the page before', () => {
		fc.assert(
			fc.property(
				fc.nat(200),
				fc.nat(20),
				fc.nat(20),
				fc.integer({ min: 1, max: 500 }),
				fc.integer({ min: 2, max: 100 }),
				fc.integer({ min: 1, max: 50 }),
				(above, offset, known, wanted, pageSize, share) => {
					const overlap = Math.min(share, Math.ceil(pageSize / 2));
					const start = { from: above + offset, above };
					const length = above + offset + known;
					const pages = pagesFrom(start, length, { pageSize, overlap, end: 10_000, wanted });
					const all = Array.from({ length: pages.count }, (_, index) => pages.at(index));
					expect(all[0]?.offset).toBe(offset);
					all.slice(1).forEach((page, index) => {
						const before = all[index];
						expect(page.offset).toBe((before?.offset ?? 0) + (before?.limit ?? 0) - overlap);
						expect(page.limit).toBeGreaterThan(overlap);
					});
					const last = all.at(-1);
					expect((last?.offset ?? 0) + (last?.limit ?? 0)).toBe(offset + known + wanted);
				},
			),
		);
	});

	it('ends the pages at the window when more entries are wanted', () => {
		const bounds = { pageSize: 100, overlap: 10, end: 10_000, wanted: Infinity };
		const pages = pagesFrom({ from: 0, above: 0 }, 0, bounds);
		expect(pages.count).toBe(111);
		expect(pages.at(110)).toEqual({ offset: 9900, limit: 100, until: undefined });
	});
});

describe('seamOf', () => {
	const at = (offset: number) => ({ limit: 100, offset });

	it('finds no gap above a page at the top, and above one that begins before the last second', () => {
		const list = found(entry('c', 3), entry('b', 2));
		expect(seamOf(list, [], at(0))).toBe('complete');
		expect(seamOf(list, [entry('c', 3), entry('b', 2), entry('a', 1)], at(0))).toBe('complete');
		expect(seamOf(list, [entry('x', 3), entry('a', 1)], at(1))).toBe('complete');
	});

	it('finds a possible gap above a page that begins within the last second, since others of it may lie between', () => {
		const list = found(entry('c', 3), entry('b', 2));
		expect(seamOf(list, [entry('b', 2), entry('a', 2)], at(1))).toBe('possibleGap');
	});

	it('finds a gap before a page without known entries', () => {
		const list = found(entry('c', 3));
		for (const page of [[entry('a', 1)], [], [entry('b', 3), entry('a', 2)]]) {
			expect(seamOf(list, page, at(1))).toBe('gap');
		}
	});

	describe.each([
		['of one second', 1],
		['without dates', undefined],
	])('on entries %s', (_, second) => {
		const plain = (id: number): Entry =>
			second === undefined ? { id: String(id) } : entry(String(id), second);
		const many = Array.from({ length: 30 }, (_, id) => plain(id));

		it('finds no gap above a page that shares the last ten entries in the same order', () => {
			const list = found(...many);
			expect(seamOf(list, [...many.slice(20), plain(30)], at(20))).toBe('complete');
			expect(seamOf(list, many.slice(5, 25), at(5))).toBe('complete');
		});

		it('finds a possible gap above a page that shares fewer, or the same ones in another order, or others as well', () => {
			const list = found(...many);
			expect(seamOf(list, [...many.slice(21), plain(30)], at(21))).toBe('possibleGap');
			const [first = plain(20), ...others] = many.slice(20);
			expect(seamOf(list, [...others, first, plain(30)], at(20))).toBe('possibleGap');
			const [second = plain(21), third = plain(22), ...rest] = others;
			expect(seamOf(list, [first, third, second, ...rest, plain(30)], at(20))).toBe('possibleGap');
			expect(seamOf(list, [...many.slice(20), plain(30), plain(2)], at(20))).toBe('possibleGap');
			expect(seamOf(list, [plain(31), ...many.slice(20)], at(20))).toBe('possibleGap');
		});
	});
});

describe('addPage', () => {
	it('adds the unknown entries of the last second and below, and none that came above meanwhile', () => {
		const list = found(entry('c', 3), entry('b', 2));
		addPage(list, [entry('new', 4), entry('other', 2), entry('b', 2), entry('a', 1)]);
		expect(idsOf(list.entries)).toEqual(['c', 'b', 'other', 'a']);
		expect(list.indexById.get('a')).toBe(3);
	});

	it('adds none that is newer than the last entry found, even if it is no newer than the one before', () => {
		const list = found(entry('d', 5), entry('c', 3), entry('b', 2));
		addPage(list, [entry('new', 3), entry('b', 2), entry('a', 1)]);
		expect(idsOf(list.entries)).toEqual(['d', 'c', 'b', 'a']);
	});

	it('adds entries without dates', () => {
		const list = found({ id: 'b' });
		addPage(list, [{ id: 'b' }, { id: 'a' }, { id: 'a' }]);
		expect(idsOf(list.entries)).toEqual(['b', 'a']);
	});
});

describe('union', () => {
	it('has each entry once, the newest first', () => {
		const [a, b, c, d] = [3, 2, 2, 1].map((second, index) => entry(String(index), second));
		if (!a || !b || !c || !d) throw new Error('Four entries are needed');
		expect(union([a, c], [b, c, d])).toEqual([a, c, b, d]);
		expect(union([{ id: 'x' }], [{ id: 'y' }, { id: 'x' }])).toEqual([{ id: 'x' }, { id: 'y' }]);
	});
});

describe('lastSecond', () => {
	it('counts the entries of the last second', () => {
		expect(lastSecond([entry('c', 3), entry('b', 2), entry('a', 2)])).toBe(2);
		expect(lastSecond([entry('b', 2), entry('a', 2)])).toBe(2);
		expect(lastSecond([{ id: 'b' }, { id: 'a' }])).toBe(0);
		expect(lastSecond([])).toBe(0);
	});
});

describe('startBelow', () => {
	it('starts one entry above the last second, or the overlap above the end if that is more', () => {
		const list = [entry('d', 4), entry('c', 3), entry('b', 2), entry('a', 2)];
		expect(startBelow(list, { above: 0 }, 1)).toEqual({ from: 1, above: 0 });
		expect(startBelow(list, { above: 0, until: '2026-03-02' }, 4)).toEqual({
			from: 0,
			above: 0,
			until: '2026-03-02',
		});
	});

	it('starts no higher than the list', () => {
		const list = [entry('b', 2), entry('a', 2)];
		expect(startBelow(list, { above: 1 }, 5).from).toBe(1);
	});
});

describe('lastDay', () => {
	it('counts days in UTC, whatever time zone the dates are written in', () => {
		const entries = [
			{ id: 'b', created_at: '2026-03-01T12:00:00+0000' },
			{ id: 'a', created_at: '2026-03-01T00:30:00+0100' },
		];
		expect(lastDay(entries)).toBe('2026-02-28');
	});

	it('is the day of entries that are all of one second', () => {
		expect(lastDay([entry('b', 2), entry('a', 2)])).toBe('2026-03-01');
	});

	it.each([
		['not sorted by date', '2026-03-01T10:00:00+0000', '2026-03-02T10:00:00+0000'],
		['without dates', undefined, undefined],
	])('fails and says what to do when the entries are %s', (_, first, last) => {
		const entries = [
			{ id: 'b', created_at: first },
			{ id: 'a', created_at: last },
		];
		expect(() => lastDay(entries)).toThrow(
			expect.objectContaining({
				message: 'The list cannot be read any further: it is not sorted by date',
				description: 'Narrow it by filters, or set a limit.',
			}),
		);
	});
});

describe('assertEnds', () => {
	it('allows 20,000 more than are counted, or than a million if they cannot be counted', () => {
		expect(assertEnds(20_500, 500)).toBe(20_500);
		expect(assertEnds(1_020_000)).toBe(1_020_000);
		expect(() => assertEnds(1_020_001)).toThrow();
	});

	it('says what happens and what to do when more are found', () => {
		expect(() => assertEnds(20_501, 500)).toThrow(
			expect.objectContaining({
				message: 'Signaturit lists more entries than it counts',
				description:
					'The list does not end, so nothing is returned. Set a limit, or narrow it by filters.',
			}),
		);
	});
});

describe('idleTimes', () => {
	it('counts up to ten times, from the beginning when something is new', () => {
		expect(idleTimes(9, false)).toBe(10);
		expect(idleTimes(10, true)).toBe(0);
	});

	it('says what happens and what to do at the eleventh time', () => {
		expect(() => idleTimes(10, false)).toThrow(
			expect.objectContaining({
				message: 'The list keeps changing while it is being read',
				description: 'Try again later, or narrow it by filters.',
			}),
		);
	});
});

describe('walkPages', () => {
	/** What a walk through a list of numbers asks for, and where it would go on. */
	const walkThrough = async (length: number, walk: Parameters<typeof walkPages>[1], days = 1) => {
		const asked: PageQuery[] = [];
		const read = async (query: PageQuery) => {
			asked.push(query);
			const { offset, limit, until = '2026-03-09' } = query;
			const all = Array.from({ length }, (_, index) => ({
				created_at: `2026-03-0${8 - Math.floor((index * days) / length)}T10:00:00+0000`,
			}));
			const before = all.filter((each) => each.created_at < until);
			return before.slice(offset, offset + limit);
		};
		let next: unknown;
		for await (const page of walkPages(read, walk)) ({ next } = page);
		return { asked, next };
	};
	const places = (asked: PageQuery[]) => asked.map(({ offset, until }) => [offset, until]);

	it('asks for pages of 100 until one is not full', async () => {
		const { asked, next } = await walkThrough(200, { most: 9 });
		expect(asked).toEqual([0, 100, 200].map((offset) => ({ limit: 100, offset })));
		expect(next).toBeUndefined();
	});

	it('ends with the first page that is not full', async () => {
		expect((await walkThrough(199, { most: 9 })).asked).toHaveLength(2);
	});

	it('reads no more pages than allowed, and tells where it would go on', async () => {
		const { asked, next } = await walkThrough(500, { most: 2, pageSize: 10, overlap: 3 });
		expect(places(asked)).toEqual([
			[0, undefined],
			[7, undefined],
		]);
		expect(next).toEqual({ offset: 14 });
	});

	it('begins at the given place, and keeps its day', async () => {
		const from = { offset: 5, until: '2026-03-09' };
		const { asked, next } = await walkThrough(500, { most: 1, pageSize: 10, from });
		expect(asked).toEqual([{ limit: 10, ...from }]);
		expect(next).toEqual({ offset: 15, until: '2026-03-09' });
	});

	it('goes on beyond the window with the day of the last entry, then with the day before', async () => {
		const { asked } = await walkThrough(60, { most: 9, pageSize: 10, window: 20 }, 2);
		expect(places(asked)).toEqual([
			[0, undefined],
			[10, undefined],
			[0, '2026-03-09'],
			[10, '2026-03-09'],
			[0, '2026-03-08'],
			[10, '2026-03-08'],
			[0, '2026-03-07'],
		]);
	});

	it('goes on beyond the window with the day of the last entry when its page has several days', async () => {
		const { next } = await walkThrough(20, { most: 1, pageSize: 15, window: 20 }, 2);
		expect(next).toEqual({ offset: 0, until: '2026-03-08' });
	});

	it('ends with the window when the entries have no date', async () => {
		const read = async ({ limit }: PageQuery) => Array.from({ length: limit }, () => ({}));
		let pages = 0;
		for await (const { next } of walkPages(read, { most: 9, pageSize: 10, window: 20 })) {
			expect(next).toEqual(++pages < 2 ? { offset: 10 } : undefined);
		}
		expect(pages).toBe(2);
	});
});

describe('pageNumber', () => {
	it('counts pages from 1 on', () => {
		expect([0, 10, 40].map((offset) => pageNumber({ limit: 10, offset }))).toEqual([1, 2, 5]);
	});
});
