import fc from 'fast-check';
import { readNumberedList } from '../../../../nodes/Signaturit/transport/lists/numberedList';
import { moment } from '../../moment';
import { propertyRuns } from '../../propertyRuns';

/** A list that is read by page numbers, newest first, and to which entries can be added. */
function store(
	count: number,
	withTotal: boolean,
	delay: () => Promise<unknown> = async () => undefined,
) {
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

/** The entries that a reading finds. */
const entriesOf = async (...args: Parameters<typeof readNumberedList>) =>
	(await readNumberedList(...args)).entries;

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
					const read = entriesOf(list.page(pageSize), { pageSize });
					const found = (await scheduler.waitFor(read)).map(({ id }) => id);
					expect(new Set(found).size).toBe(found.length);
					const atFirst = Array.from({ length: count }, (_, index) => String(count - index));
					expect(found.filter((id) => Number(id) <= count)).toEqual(atFirst);
				},
			),
			{ numRuns: propertyRuns(150) },
		);
	});

	it.each([
		['totals', true],
		['no totals', false],
	])(
		'requests each page once when no entry is added and the pages have %s',
		async (_, withTotal) => {
			const list = store(25, withTotal);
			const found = await entriesOf(list.page(10), { pageSize: 10 });
			expect(found).toEqual(list.entries);
			expect(list.numbers).toEqual([1, 2, 3]);
		},
	);

	it.each([
		[150, true, [1, 2]],
		[100, false, [1]],
	])('returns and requests no more than the limit %d', async (limit, withTotal, numbers) => {
		const list = store(500, withTotal);
		const found = await entriesOf(list.page(100), { pageSize: 100, limit });
		expect(found).toEqual(list.entries.slice(0, limit));
		expect(list.numbers).toEqual(numbers);
	});

	it.each([
		{ firstPage: 1, limit: undefined, atOnce: 6 },
		{ firstPage: 3, limit: undefined, atOnce: 4 },
		{ firstPage: 3, limit: 25, atOnce: 2 },
		{ firstPage: 3, limit: 5, atOnce: 1 },
	])(
		'requests $atOnce pages at once after page $firstPage of a total of 65, with the limit $limit',
		async ({ firstPage, limit, atOnce }) => {
			let inFlight = 0;
			let peak = 0;
			const list = store(65, true, async () => {
				peak = Math.max(peak, ++inFlight);
				await moment();
				inFlight--;
			});
			const found = await entriesOf(list.page(10), { pageSize: 10, firstPage, limit });
			const begin = (firstPage - 1) * 10;
			expect(found).toEqual(list.entries.slice(begin, begin + (limit ?? 65)));
			expect(peak).toBe(atOnce);
		},
	);

	it('starts at the given page number', async () => {
		const list = store(45, true);
		const found = await entriesOf(list.page(10), { pageSize: 10, firstPage: 3 });
		expect(found).toEqual(list.entries.slice(20));
		expect(list.numbers).toEqual([3, 4, 5]);
	});

	it('reads on until a page is not full when the given total is too small', async () => {
		const list = store(25, false);
		const page = list.page(10);
		const found = await entriesOf(async (number) => ({ ...(await page(number)), total: 10 }), {
			pageSize: 10,
		});
		expect(found).toEqual(list.entries);
	});

	it('reads on after ten pages in a row that bring nothing new, and fails after eleven', async () => {
		const list = store(15, false);
		const page = list.page(10);
		const readWith = async (repetitions: number) =>
			await entriesOf(async (number) => await page(Math.max(1, number - repetitions)), {
				pageSize: 10,
			});
		expect(await readWith(10)).toEqual(list.entries);
		const message = 'The list keeps changing while it is being read';
		await expect(readWith(11)).rejects.toThrow(message);
		await expect(readWith(Infinity)).rejects.toThrow(message);
	});

	it('ends with a page that is not full, also if it is the eleventh that brings nothing new', async () => {
		const list = store(10, false);
		const page = async (number: number) => await list.page(10)(number <= 11 ? 1 : 2);
		expect(await entriesOf(page, { pageSize: 10 })).toEqual(list.entries);
	});

	it('asks for the first page again, and for nothing else, when entries have only come since', async () => {
		const list = store(25, true, async () => {
			if (list.numbers.length === 3) list.add(2);
		});
		const { entries, gap } = await readNumberedList(list.page(10), { pageSize: 10 });
		expect(new Set(entries.map(({ id }) => id)).size).toBe(27);
		expect(gap).toBeUndefined();
		expect(list.numbers).toEqual([1, 2, 3, 1]);
	});

	it('reads the list again until it has as many entries as the total says', async () => {
		const list = store(25, true);
		const page = list.page(10);
		const read = async (hidden: number) => {
			let left = hidden;
			return await readNumberedList(
				async (number) => {
					const answer = await page(number);
					// Two entries of one second have changed places, so one comes twice and one not at all.
					const isSwapped = number === 2 && left-- > 0;
					return isSwapped
						? { ...answer, entries: [...list.entries.slice(9, 10), ...answer.entries.slice(1)] }
						: answer;
				},
				{ pageSize: 10 },
			);
		};
		const { entries, gap } = await read(2);
		expect(new Set(entries.map(({ id }) => id)).size).toBe(25);
		expect(gap).toBeUndefined();
		expect(await read(Infinity)).toMatchObject({ gap: { missing: 1 } });
	});

	it.each([
		[9, undefined],
		[10, { missing: 2 }],
	])(
		'finds a gap in a list of %d entries with a larger total only if it fills a page of 10',
		async (count, gap) => {
			const list = store(count, false);
			const page = list.page(10);
			const reading = await readNumberedList(
				async (number) => ({ ...(await page(number)), total: 12 }),
				{ pageSize: 10 },
			);
			expect(reading).toEqual({ entries: list.entries, gap });
		},
	);

	it('reads the list again when the total became smaller, as an entry may have moved past it', async () => {
		const list = store(25, true, async () => {
			if (list.numbers.length === 2 && list.entries.length === 25) list.entries.shift();
		});
		const { entries, gap } = await readNumberedList(list.page(10), {
			pageSize: 10,
			inFlight: 1,
		});
		const known = new Set(entries.map(({ id }) => id));
		expect(list.entries.filter(({ id }) => !known.has(id))).toEqual([]);
		expect(gap).toBeUndefined();
	});

	it('reads a list without totals again when an entry came twice, and says if that does not end', async () => {
		const list = store(25, false, async () => {
			if (list.numbers.length === 2) list.add(1);
		});
		expect((await readNumberedList(list.page(10), { pageSize: 10 })).gap).toBeUndefined();
		expect(list.numbers).toEqual([1, 2, 3, 1, 2, 3]);
		const growing = store(25, false, async () => growing.add(1));
		expect((await readNumberedList(growing.page(10), { pageSize: 10 })).gap).toEqual({});
	});

	it('reads a list whose total becomes smaller each time six times, then finds a gap without a number', async () => {
		const list = store(12, false);
		const page = list.page(10);
		const { entries, gap } = await readNumberedList(
			async (number) => ({ ...(await page(number)), total: number === 1 ? 13 : 12 }),
			{ pageSize: 10, inFlight: 1 },
		);
		expect(entries).toEqual(list.entries);
		expect(gap).toEqual({});
		expect(list.numbers.filter((number) => number === 1)).toHaveLength(6);
	});

	it('fails when the list goes on after more than 20,000 entries beyond its total', async () => {
		const numbers: number[] = [];
		const page = async (number: number) => {
			numbers.push(number);
			const length = number > 4 ? 0 : 10_000;
			const entries = Array.from({ length }, (_, index) => ({ id: `${number}-${index}` }));
			return { entries, total: 10_000 };
		};
		await expect(readNumberedList(page, { pageSize: 10_000 })).rejects.toThrow(
			'Signaturit lists more entries than it counts',
		);
		expect(numbers).toEqual([1, 2, 3, 4]);
	});
});
