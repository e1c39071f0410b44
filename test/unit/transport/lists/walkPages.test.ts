import {
	pageNumber,
	walkPages,
	type PageQuery,
} from '../../../../nodes/Signaturit/transport/lists/paging';

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
