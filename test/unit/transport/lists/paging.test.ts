import fc from 'fast-check';
import {
	countOnDay,
	listNeverSettles,
	mergePage,
	pagesFrom,
	startAbove,
	startBelowWindow,
	type Entry,
} from '../../../../nodes/Signaturit/transport/lists/paging';

const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

describe('pagesFrom', () => {
	it('covers all wanted entries, each page starting with the last entry of the page before', () => {
		fc.assert(
			fc.property(
				fc.nat(200),
				fc.nat(3),
				fc.integer({ min: 1, max: 500 }),
				fc.integer({ min: 2, max: 100 }),
				(offset, known, wanted, size) => {
					const start = { offset, known };
					const pages = pagesFrom(start, { pageSize: size, end: 10_000, wanted });
					const all = Array.from({ length: pages.count }, (_, index) => pages.at(index));
					expect(all[0]?.offset).toBe(offset);
					all.slice(1).forEach((page, index) => {
						const before = all[index];
						expect(page.offset).toBe((before?.offset ?? 0) + (before?.limit ?? 0) - 1);
						expect(page.limit).toBeGreaterThan(1);
					});
					const last = all.at(-1);
					expect((last?.offset ?? 0) + (last?.limit ?? 0)).toBe(offset + known + wanted);
				},
			),
		);
	});

	it('ends the pages at the window when more entries are wanted', () => {
		const pages = pagesFrom(
			{ offset: 0, known: 0 },
			{ pageSize: 100, end: 10_000, wanted: Infinity },
		);
		expect(pages.count).toBe(101);
		expect(pages.at(100)).toEqual({ offset: 9900, limit: 100, until: undefined });
	});
});

describe('mergePage', () => {
	const entry = (id: string, second: number): Entry => ({
		id,
		created_at: `2026-03-01T10:00:${String(second).padStart(2, '0')}+0000`,
	});
	const found = (...entries: Entry[]) => ({ entries, ids: new Set(ids(entries)) });
	const query = (offset: number) => ({ limit: 100, offset });

	it('adds the entries below the last known one, and none that were added above it meanwhile', () => {
		const list = found(entry('c', 3), entry('b', 2));
		expect(mergePage(list, [entry('new', 4), entry('b', 2), entry('a', 1)], query(1))).toBe(true);
		expect(ids(list.entries)).toEqual(['c', 'b', 'a']);
	});

	it('rejects a page that may leave a gap, and adds none of its entries', () => {
		const list = found(entry('c', 3));
		expect(mergePage(list, [entry('a', 1)], query(1))).toBe(false);
		expect(mergePage(list, [], query(1))).toBe(false);
		expect(ids(list.entries)).toEqual(['c']);
	});

	it('rejects a page of the same second as the last known entry, since others of it may lie between', () => {
		const list = found(entry('c', 3));
		expect(mergePage(list, [entry('b', 3), entry('a', 2)], query(1))).toBe(false);
		expect(ids(list.entries)).toEqual(['c']);
	});

	it('accepts a page that begins above the last known entry although that entry is gone', () => {
		const list = found(entry('c', 3));
		expect(mergePage(list, [entry('x', 4), entry('b', 2)], query(1))).toBe(true);
	});
});

describe('startBelowWindow', () => {
	it('counts days in UTC, whatever time zone the dates are written in', () => {
		const entries = [
			{ id: 'b', created_at: '2026-03-01T12:00:00+0000' },
			{ id: 'a', created_at: '2026-03-01T00:30:00+0100' },
		];
		expect(startBelowWindow(entries, undefined)).toEqual({
			offset: 0,
			until: '2026-03-01',
			known: 1,
		});
	});

	it('continues across the end of a month and of a year', () => {
		const entries = [{ id: 'a', created_at: '2025-12-31T10:00:00+0000' }];
		expect(startBelowWindow(entries, '2026-02-01')?.until).toBe('2026-01-01');
	});

	it.each([
		['not sorted by date', '2026-03-01T10:00:00+0000', '2026-03-02T10:00:00+0000'],
		['without dates', undefined, undefined],
	])('fails and says what to do when the entries are %s', (_, first, last) => {
		const entries = [
			{ id: 'b', created_at: first },
			{ id: 'a', created_at: last },
		];
		expect(() => startBelowWindow(entries, undefined)).toThrow(
			expect.objectContaining({
				message: 'The list cannot be read any further: it is not sorted by date',
				description: 'Narrow it by filters, or set a limit.',
			}),
		);
	});

	it('gives nothing when the entries are all of the last day before the given one', () => {
		const entries = [{ id: 'a', created_at: '2026-03-01T10:00:00+0000' }];
		expect(startBelowWindow(entries, '2026-03-02')).toBeUndefined();
		expect(startBelowWindow(entries, '2026-03-03')).toBeDefined();
	});
});

describe('startAbove', () => {
	it('starts the distance above the page, which itself begins with the last known entry', () => {
		const page = { limit: 10, offset: 50, until: '2026-03-01' };
		expect(startAbove(page, 20)).toEqual({ offset: 30, until: '2026-03-01', known: 21 });
	});

	it('starts at the top of the list when the distance reaches beyond it', () => {
		expect(startAbove({ limit: 10, offset: 50 }, 51)).toEqual({ offset: 0, known: 51 });
	});
});

describe('countOnDay', () => {
	it('counts the entries from midnight to midnight in UTC, and none without a date', () => {
		const dates = [
			'2026-03-02T00:00:00+0000',
			'2026-03-01T23:59:59+0000',
			'2026-03-02T00:30:00+0100',
			'2026-03-01T00:00:00+0000',
			'2026-03-01T00:30:00+0100',
			undefined,
		];
		const entries = dates.map((created_at, index) => ({ id: String(index), created_at }));
		expect(countOnDay('2026-03-01', entries)).toBe(3);
	});
});

describe('listNeverSettles', () => {
	it('says what happens and what to do', () => {
		expect(listNeverSettles()).toMatchObject({
			message: 'The list keeps changing while it is being read',
			description: 'Try again later, or narrow it by filters.',
		});
	});
});
