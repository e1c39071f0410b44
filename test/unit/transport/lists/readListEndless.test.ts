import {
	readList,
	type List,
	type ReadLimits,
} from '../../../../nodes/Signaturit/transport/lists/readList';
import { SimulatedList } from './simulatedList';

const entriesOf = async (list: List, limits?: ReadLimits) => (await readList(list, limits)).entries;

describe('readList on a list that never ends', () => {
	it('gives up soon after as many entries as are counted', async () => {
		let last = 0;
		const day = (number: number) => new Date(4e12 - number * 1_000).toISOString();
		const page = async ({ limit, offset }: { limit: number; offset: number }) => {
			last = Math.max(last, offset + limit);
			return Array.from({ length: limit }, (_, index) => ({
				id: String(offset + index),
				created_at: day(offset + index),
			}));
		};
		await expect(readList({ page, counter: { count: async () => 500 } })).rejects.toThrow(
			'Signaturit lists more entries than it counts',
		);
		expect(last).toBeLessThan(30_000);
	});

	it.each([
		{ length: 19_999, counts: 0 },
		{ length: 20_000, counts: 1 },
		{ length: 21_800, counts: 1 },
		{ length: 24_000, counts: 2 },
	])(
		'counts a list when 20,000 entries are known, and again when 20,000 more than counted are: $counts times at $length entries',
		async ({ length, counts }) => {
			const store = new SimulatedList([length]);
			let counted = 0;
			const count = async () => (++counted === 1 ? 1_800 : length);
			const list = { ...store.asList(), counter: { count } };
			const found = await entriesOf(list, { pageSize: 2_000, inFlight: 1 });
			expect(found).toHaveLength(length);
			expect(counted).toBe(counts);
		},
	);

	it('accepts 20,000 entries more than counted, and refuses one more', async () => {
		const readWith = async (length: number, counted: number) =>
			await entriesOf(
				{ ...new SimulatedList([length]).asList(), counter: { count: async () => counted } },
				{ pageSize: 2_000, inFlight: 1 },
			);
		expect(await readWith(20_000, 0)).toHaveLength(20_000);
		expect(await readWith(21_800, 1_800)).toHaveLength(21_800);
		await expect(readWith(21_800, 1_799)).rejects.toThrow(
			'Signaturit lists more entries than it counts',
		);
	});

	it('reads more than 20,000 entries of a list that cannot be counted', async () => {
		const store = new SimulatedList([21_000]);
		expect(await entriesOf(store.asList(), { pageSize: 2_000, inFlight: 1 })).toHaveLength(21_000);
	});
});
