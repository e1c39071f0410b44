import { inTurn } from '../../../nodes/Signaturit/transport/concurrency';
import { moment } from '../moment';

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
