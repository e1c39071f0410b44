import { inBatches } from '../../../../nodes/Signaturit/trigger/memory/batches';

describe('inBatches', () => {
	it('does what arrives meanwhile in one next batch, in the order of arrival', async () => {
		const batches: number[][] = [];
		const work = async (tasks: number[]) => {
			batches.push(tasks);
			await new Promise(setImmediate);
			return tasks.map((task) => task * 10);
		};
		const results = await Promise.all([1, 2, 3, 4].map((task) => inBatches('a', task, work)));
		expect(results).toEqual([10, 20, 30, 40]);
		expect(batches).toEqual([[1], [2, 3, 4]]);
		expect(await inBatches('a', 5, work)).toBe(50);
		expect(batches).toHaveLength(3);
	});

	it('lets all tasks of a batch fail with it, and goes on with the next', async () => {
		let batch = 0;
		const work = async (tasks: string[]) => {
			await new Promise(setImmediate);
			if (++batch === 2) throw new Error('The database fails');
			return tasks;
		};
		const first = inBatches('b', 'first', work);
		const failing = ['x', 'y'].map((task) => inBatches('b', task, work));
		await first;
		await new Promise(setImmediate);
		const last = inBatches('b', 'last', work);
		const outcomes = await Promise.allSettled([...failing, last]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
	});

	it('does not make tasks of another key wait', async () => {
		const never = inBatches('c', 1, async () => await new Promise<number[]>(() => undefined));
		expect(await inBatches('d', 2, async (tasks: number[]) => tasks)).toBe(2);
		expect(never).toBeInstanceOf(Promise);
	});
});
