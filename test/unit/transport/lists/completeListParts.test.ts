import { union, type Entry } from '../../../../nodes/Signaturit/transport/lists/paging';
import { gapOf, readCompleteList } from '../../../../nodes/Signaturit/transport/lists/readList';
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
