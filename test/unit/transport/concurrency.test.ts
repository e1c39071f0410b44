import fc from 'fast-check';
import {
	BoundedMap,
	inBatches,
	inTurn,
	Recent,
	Slots,
} from '../../../nodes/Signaturit/transport/concurrency';
import { moment } from '../moment';

/** Tasks that end when told to. */
function controlled(slots: Slots) {
	const running: { name: string; end: () => void }[] = [];
	const run = (name: string, isPrivileged: boolean, fails = false) =>
		slots.run(isPrivileged, async () => {
			await new Promise<void>((end) => running.push({ name, end }));
			if (fails) throw new Error(name);
			return name;
		});
	const end = async (name: string) => {
		await moment();
		const index = running.findIndex((task) => task.name === name);
		running.splice(index, 1)[0]?.end();
		await moment();
	};
	return { run, end, names: () => running.map(({ name }) => name) };
}

describe('slots', () => {
	it('keep some for privileged tasks, which also go first', async () => {
		const { run, end, names } = controlled(new Slots(4, 2));
		const done = ['a', 'b', 'c', 'd'].map((name) => run(name, false));
		await moment();
		expect(names()).toEqual(['a', 'b']);
		done.push(...['P', 'Q', 'R'].map((name) => run(name, true)));
		await moment();
		expect(names()).toEqual(['a', 'b', 'P', 'Q']);
		await end('a');
		expect(names()).toEqual(['b', 'P', 'Q', 'R']);
		await end('b');
		expect(names()).toEqual(['P', 'Q', 'R', 'c']);
		for (const name of ['P', 'Q', 'R', 'c', 'd']) await end(name);
		expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd', 'P', 'Q', 'R']);
	});

	it('become free again after a task that fails', async () => {
		const { run, end, names } = controlled(new Slots(1, 0));
		const failing = run('a', false, true);
		const next = run('b', true);
		await end('a');
		await expect(failing).rejects.toThrow('a');
		expect(names()).toEqual(['b']);
		await end('b');
		expect(await next).toBe('b');
	});

	it('never let more run than there are, and leave nobody waiting', async () => {
		const tasks = fc.array(fc.record({ isPrivileged: fc.boolean(), turns: fc.nat(4) }));
		await fc.assert(
			fc.asyncProperty(tasks, async (plans) => {
				const slots = new Slots(4, 2);
				const running = { all: 0, ordinary: 0 };
				const task = (isPrivileged: boolean, turns: number) => async () => {
					running.all++;
					if (!isPrivileged) running.ordinary++;
					expect(running.all).toBeLessThanOrEqual(4);
					expect(running.ordinary).toBeLessThanOrEqual(2);
					for (let turn = 0; turn < turns; turn++) await Promise.resolve();
					running.all--;
					if (!isPrivileged) running.ordinary--;
				};
				await Promise.all(
					plans.map(({ isPrivileged, turns }) =>
						slots.run(isPrivileged, task(isPrivileged, turns)),
					),
				);
				expect(running).toEqual({ all: 0, ordinary: 0 });
			}),
		);
	});
});

/** A task that a test ends. */
function held<Result>() {
	let end: { resolve(result: Result): void; reject(error: Error): void } | undefined;
	const task = jest.fn(
		async () => await new Promise<Result>((resolve, reject) => (end = { resolve, reject })),
	);
	return { task, end: () => end };
}

describe('tasks in turn', () => {
	it('run one after the other when they have the same key, also after a failure', async () => {
		const [first, second] = [held<number>(), held<number>()];
		const results = [inTurn('a', first.task), inTurn('a', second.task)];
		await moment();
		expect(second.task).not.toHaveBeenCalled();
		first.end()?.reject(new Error('No'));
		await expect(results[0]).rejects.toThrow('No');
		await moment();
		second.end()?.resolve(2);
		await expect(results[1]).resolves.toBe(2);
	});

	it('wait for the one that runs also when those before it have ended', async () => {
		const [first, second, third] = [held<number>(), held<number>(), held<number>()];
		const results = [inTurn('a', first.task), inTurn('a', second.task)];
		await moment();
		first.end()?.resolve(1);
		await results[0];
		results.push(inTurn('a', third.task));
		await moment();
		expect(second.task).toHaveBeenCalled();
		expect(third.task).not.toHaveBeenCalled();
		second.end()?.resolve(2);
		await moment();
		third.end()?.resolve(3);
		expect(await Promise.all(results)).toEqual([1, 2, 3]);
	});

	it('run together when they have other keys', async () => {
		const [first, second] = [held<number>(), held<number>()];
		const results = [inTurn('a', first.task), inTurn('b', second.task)];
		await moment();
		expect(second.task).toHaveBeenCalled();
		for (const { end } of [first, second]) end()?.resolve(0);
		await Promise.all(results);
	});
});

describe('inBatches', () => {
	it('does what arrives before the turn comes in one batch, in the order of arrival', async () => {
		const batches: number[][] = [];
		let open = (): void => undefined;
		const gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		const begin = async (take: () => number[]) => {
			await gate;
			const tasks = take();
			batches.push(tasks);
			return tasks.map((task) => task * 10);
		};
		const first = [1, 2, 3].map((task) => inBatches('a', task, begin));
		await moment();
		const late = inBatches('a', 4, begin);
		open();
		expect(await Promise.all([...first, late])).toEqual([10, 20, 30, 40]);
		expect(await inBatches('a', 5, begin)).toBe(50);
		expect(batches).toEqual([[1, 2, 3, 4], [5]]);
	});

	it('begins another batch for what arrives while one is being done, or when it is full', async () => {
		const batches: number[][] = [];
		const begin = async (take: () => number[]) => {
			const tasks = take();
			batches.push(tasks);
			await moment();
			return tasks;
		};
		const all = [1, 2, 3].map((task) => inBatches('b', task, begin, 2));
		await Promise.resolve().then(() => undefined);
		all.push(inBatches('b', 4, begin, 2));
		expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
		expect(batches).toEqual([[1, 2], [3], [4]]);
	});

	it.each([
		['before its turn comes', false],
		['afterwards', true],
	])(
		'lets all tasks of a batch fail that fails %s, and goes on with the next',
		async (_, taken) => {
			let isFailing = true;
			const begin = async (take: () => string[]) => {
				const tasks = taken ? take() : [];
				await moment();
				if (isFailing) throw new Error('The database fails');
				return taken ? tasks : take();
			};
			const failing = ['x', 'y'].map((task) => inBatches('c', task, begin));
			const outcomes = await Promise.allSettled(failing);
			expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
			isFailing = false;
			expect(await inBatches('c', 'last', begin)).toBe('last');
		},
	);

	it('does not make tasks of another key wait', async () => {
		const never = inBatches('d', 1, async () => await new Promise<number[]>(() => undefined));
		expect(await inBatches('e', 2, async (take: () => number[]) => take())).toBe(2);
		expect(never).toBeInstanceOf(Promise);
	});
});

it('a bounded map drops the entry that was set first when there are too many', () => {
	const map = new BoundedMap<number>(2);
	map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
	expect([...map]).toEqual([
		['a', 3],
		['c', 4],
	]);
});

describe('recent keys', () => {
	let clock: jest.SpyInstance<number, []>;
	beforeAll(() => {
		clock = jest.spyOn(performance, 'now');
	});
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
