import { inBatches } from '../../../nodes/Signaturit/transport/concurrency';
import { moment } from '../moment';

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
