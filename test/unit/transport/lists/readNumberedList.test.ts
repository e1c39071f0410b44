import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { readNumberedList } from '../../../../nodes/Signaturit/transport/lists/readNumberedList';
import { propertyRuns } from '../../propertyRuns';

/** A list that is read by page numbers, newest first, and to which entries can be added. */
function store(count: number, withTotal: boolean, delay: () => Promise<unknown>) {
	const entries = Array.from({ length: count }, (_, index) => ({ id: String(count - index) }));
	const numbers: number[] = [];
	return {
		entries,
		numbers,
		add: (more: number) => {
			for (let index = 0; index < more; index++) {
				entries.unshift({ id: String(entries.length + 1) });
			}
		},
		page: (size: number) => async (number: number) => {
			numbers.push(number);
			await delay();
			const page = entries.slice((number - 1) * size, number * size);
			return { entries: page, ...(withTotal && { total: entries.length }) };
		},
	};
}

const size = fc.integer({ min: 1, max: 7 });

describe('readNumberedList', () => {
	it('returns each entry that existed at the start, once and in order, while others are added', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.nat(60),
				size,
				fc.boolean(),
				fc.array(fc.nat(3), { maxLength: 30 }),
				async (scheduler, count, pageSize, withTotal, arrivals) => {
					const pending = [...arrivals];
					const list = store(count, withTotal, async () => {
						await scheduler.schedule(Promise.resolve());
						list.add(pending.shift() ?? 0);
					});
					const read = readNumberedList(list.page(pageSize), { pageSize });
					const found = (await scheduler.waitFor(read)).map(({ id }) => id);
					expect(new Set(found).size).toBe(found.length);
					const atFirst = Array.from({ length: count }, (_, index) => String(count - index));
					expect(found.filter((id) => Number(id) <= count)).toEqual(atFirst);
				},
			),
			{ numRuns: propertyRuns(500) },
		);
	});

	it.each([
		['totals', true],
		['no totals', false],
	])(
		'requests each page once when no entry is added and the pages have %s',
		async (_, withTotal) => {
			const list = store(25, withTotal, async () => undefined);
			const found = await readNumberedList(list.page(10), { pageSize: 10 });
			expect(found).toEqual(list.entries);
			expect(list.numbers).toEqual([1, 2, 3]);
		},
	);

	it('returns and requests no more than the limit', async () => {
		const list = store(500, true, async () => undefined);
		const found = await readNumberedList(list.page(100), { pageSize: 100, limit: 150 });
		expect(found).toEqual(list.entries.slice(0, 150));
		expect(list.numbers).toEqual([1, 2]);
	});

	it('requests one page when the limit is the page size', async () => {
		const list = store(500, false, async () => undefined);
		const found = await readNumberedList(list.page(100), { pageSize: 100, limit: 100 });
		expect(found).toEqual(list.entries.slice(0, 100));
		expect(list.numbers).toEqual([1]);
	});

	it.each([
		{ first: 1, limit: undefined, atOnce: 6 },
		{ first: 3, limit: undefined, atOnce: 4 },
		{ first: 3, limit: 25, atOnce: 2 },
		{ first: 3, limit: 5, atOnce: 1 },
	])(
		'requests $atOnce pages at once after page $first of a total of 65, with the limit $limit',
		async ({ first, limit, atOnce }) => {
			let inFlight = 0;
			let peak = 0;
			const list = store(65, true, async () => {
				peak = Math.max(peak, ++inFlight);
				await setImmediate();
				inFlight--;
			});
			const found = await readNumberedList(list.page(10), { pageSize: 10, first, limit });
			const begin = (first - 1) * 10;
			expect(found).toEqual(list.entries.slice(begin, begin + (limit ?? 65)));
			expect(peak).toBe(atOnce);
		},
	);

	it('starts at the given page number', async () => {
		const list = store(45, true, async () => undefined);
		const found = await readNumberedList(list.page(10), { pageSize: 10, first: 3 });
		expect(found).toEqual(list.entries.slice(20));
		expect(list.numbers).toEqual([3, 4, 5]);
	});

	it('reads on until a page is not full when the given total is too small', async () => {
		const list = store(25, false, async () => undefined);
		const page = list.page(10);
		const found = await readNumberedList(
			async (number) => ({ ...(await page(number)), total: 10 }),
			{ pageSize: 10 },
		);
		expect(found).toEqual(list.entries);
	});

	it('reads on after ten pages in a row that bring nothing new, and fails after eleven', async () => {
		const list = store(15, false, async () => undefined);
		const page = list.page(10);
		const readWith = async (repetitions: number) =>
			await readNumberedList(async (number) => await page(Math.max(1, number - repetitions)), {
				pageSize: 10,
			});
		expect(await readWith(10)).toEqual(list.entries);
		await expect(readWith(11)).rejects.toThrow('The list keeps changing while it is being read');
	});

	it('fails when every page has the same entries', async () => {
		const list = store(10, false, async () => undefined);
		const read = readNumberedList(async () => await list.page(10)(1), { pageSize: 10 });
		await expect(read).rejects.toThrow('The list keeps changing while it is being read');
	});
});
