import fc from 'fast-check';
import type { PageStart } from '../../../nodes/Signaturit/transport/lists/paging';
import { goRound } from '../../../nodes/Signaturit/trigger/readChanges';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const NOW = Date.parse('2026-03-01T12:00:00Z');

interface Entry {
	id: number;
	time: number;
	created_at: string;
}

/** A list, newest first, as the service pages it. */
class ListOfService {
	entries: Entry[] = [];
	calls = 0;
	private last = 0;

	constructor(private readonly window: number) {}

	add(time: number): void {
		const created_at = new Date(time).toISOString();
		this.entries.unshift({ id: ++this.last, time, created_at });
	}

	readonly read = async (query: { limit: number; offset: number; until?: string }) => {
		const { limit, offset, until } = query;
		this.calls++;
		if (offset + limit > this.window) throw new Error('Beyond the window');
		const within = this.entries.filter(
			({ time }) => until === undefined || time < Date.parse(until),
		);
		return within.slice(offset, offset + limit);
	};
}

/** A list of so many entries, the newest now, with this distance in time. */
function listOf(count: number, distance: number, window = Infinity): ListOfService {
	const list = new ListOfService(window);
	for (let index = count - 1; index >= 0; index--) list.add(NOW - index * distance);
	return list;
}

/** Reads until the end of the list, and tells the ids and how many readings that took. */
async function wholeRound(
	list: ListOfService,
	limits: { pages: number; window: number },
	between: (reading: number) => void = () => undefined,
) {
	const seen = new Set<number>();
	let place: PageStart | undefined;
	let readings = 0;
	do {
		list.calls = 0;
		const { entries, next } = await goRound(list.read, limits, place);
		expect(list.calls).toBeLessThanOrEqual(limits.pages);
		entries.forEach(({ id }) => seen.add(id));
		place = next;
		between(readings++);
	} while (place && readings < 1_000);
	return { seen, readings };
}

describe('a reading that goes round a list', () => {
	it('reads one page of a short list', async () => {
		const list = listOf(99, SECOND);
		const { entries, next } = await goRound(list.read, { pages: 10, window: Infinity });
		expect([entries.length, next, list.calls]).toEqual([99, undefined, 1]);
	});

	it('reads the newest page each time, and goes on behind it', async () => {
		const list = listOf(500, SECOND);
		const limits = { pages: 2, window: Infinity };
		const first = await goRound(list.read, limits);
		list.add(NOW + SECOND);
		const second = await goRound(list.read, limits, first.next);
		expect(second.entries[0]?.id).toBe(501);
		expect(second.entries.at(-1)?.id).toBeLessThan(first.entries.at(-1)?.id ?? 0);
	});

	it.each([
		['a list without a window', 2_500, SECOND, Infinity],
		['a list with a window', 2_500, DAY / 200, 1_000],
	])('reads every entry of %s', async (_, count, distance, window) => {
		const list = listOf(count, distance, window);
		expect((await wholeRound(list, { pages: 3, window })).seen.size).toBe(count);
	});

	it('reads every entry that was there at the beginning, though others are added and some go', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 1_500 }),
				fc.constantFrom(1_000, Infinity),
				fc.array(fc.record({ added: fc.nat(30), removed: fc.nat(10), from: fc.nat() })),
				async (count, window, changes) => {
					const list = listOf(count, DAY / 100, window);
					const staying = new Set(list.entries.map(({ id }) => id));
					await wholeRound(list, { pages: 2, window }, (reading) => {
						const { added = 0, removed = 0, from = 0 } = changes[reading] ?? {};
						for (let index = 0; index < added; index++) list.add(NOW + reading * SECOND);
						const gone = list.entries.splice(from % (list.entries.length + 1), removed);
						gone.forEach(({ id }) => staying.delete(id));
					}).then(({ seen }) => {
						for (const id of staying) expect(seen).toContain(id);
					});
				},
			),
			{ numRuns: 30 },
		);
	});

	it('leaves out what a day has beyond the window, and goes on with the days before', async () => {
		const list = listOf(1_500, SECOND, 1_000);
		for (let index = 0; index < 50; index++)
			list.entries.push({ ...at(NOW - 3 * DAY), id: -index });
		const { seen, readings } = await wholeRound(list, { pages: 5, window: 1_000 });
		expect(seen).toContain(0);
		expect(readings).toBeLessThan(10);
	});
});

const at = (time: number) => ({ time, created_at: new Date(time).toISOString() });
