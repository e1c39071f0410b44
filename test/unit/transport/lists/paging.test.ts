import fc from 'fast-check';
import {
	addPage,
	assertEnds,
	idleTimes,
	lastDay,
	lastSecond,
	pagesFrom,
	seamOf,
	startBelow,
	type Entry,
} from '../../../../nodes/Signaturit/transport/lists/paging';

const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);
const entry = (id: string, second: number): Entry => ({
	id,
	created_at: `2026-03-01T10:00:${String(second).padStart(2, '0')}+0000`,
});
const found = (...entries: Entry[]) => ({
	entries,
	places: new Map(entries.map(({ id }, place) => [id, place])),
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
		expect(ids(list.entries)).toEqual(['c', 'b', 'other', 'a']);
		expect(list.places.get('a')).toBe(3);
	});

	it('adds none that is newer than the last entry found, even if it is no newer than the one before', () => {
		const list = found(entry('d', 5), entry('c', 3), entry('b', 2));
		addPage(list, [entry('new', 3), entry('b', 2), entry('a', 1)]);
		expect(ids(list.entries)).toEqual(['d', 'c', 'b', 'a']);
	});

	it('adds entries without dates', () => {
		const list = found({ id: 'b' });
		addPage(list, [{ id: 'b' }, { id: 'a' }, { id: 'a' }]);
		expect(ids(list.entries)).toEqual(['b', 'a']);
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
