import { BoundedMap, Recent } from '../../../nodes/Signaturit/transport/concurrency';

it('a bounded map drops the entry that was set first when there are too many', () => {
	const map = new BoundedMap<number>(2);
	map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
	expect([...map]).toEqual([
		['a', 3],
		['c', 4],
	]);
});

describe('recent keys', () => {
	const clock = jest.spyOn(performance, 'now');
	beforeEach(() => clock.mockReturnValue(1_000));
	afterAll(() => clock.mockRestore());

	it('count for their lifetime, from the last time that they were added', () => {
		const recent = new Recent(100, 10);
		recent.add('a');
		clock.mockReturnValue(1_099);
		expect([recent.has('a'), recent.count]).toEqual([true, 1]);
		recent.add('a');
		clock.mockReturnValue(1_198);
		expect(recent.has('a')).toBe(true);
		clock.mockReturnValue(1_199);
		expect([recent.has('a'), recent.count]).toEqual([false, 0]);
	});

	it('count as long when the clock of the machine is set', () => {
		const recent = new Recent(100, 10);
		recent.add('a');
		const date = jest.spyOn(Date, 'now').mockReturnValue(Infinity);
		expect(recent.has('a')).toBe(true);
		date.mockReturnValue(-Infinity);
		clock.mockReturnValue(1_100);
		expect(recent.has('a')).toBe(false);
		date.mockRestore();
	});

	it('are dropped when there are too many, the oldest first', () => {
		const recent = new Recent(Infinity, 2);
		for (const key of ['a', 'b', 'a', 'c']) recent.add(key);
		expect(['a', 'b', 'c'].map((key) => recent.has(key))).toEqual([true, false, true]);
		expect(recent.count).toBe(2);
	});

	it('can be forgotten, and others were never there', () => {
		const recent = new Recent(100, 10);
		recent.add('a');
		recent.delete('a');
		expect([recent.has('a'), recent.has('b')]).toEqual([false, false]);
	});
});
